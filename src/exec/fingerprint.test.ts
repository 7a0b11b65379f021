import { chmodSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';

import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { comparableEnvironment, describeRelease, fingerprintMachine, memoryClass } from './fingerprint.ts';
import { findProgramVersions } from './program-versions.ts';

beforeEach(() => vi.stubEnv('XDG_CACHE_HOME', temporaryFolder()));
afterEach(() => vi.unstubAllEnvs());

/** A folder with programs that print their text and count their calls. */
function programs(texts: Record<string, string>) {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\necho called >> "${folder}/calls"\necho '${text}'\n`);
    chmodSync(join(folder, name), 0o755);
  };
  writeFileSync(join(folder, 'calls'), '');
  for (const [name, text] of Object.entries(texts)) write(name, text);
  const calls = () => readFileSync(join(folder, 'calls'), 'utf8').split('\n').length - 1;
  return { folder, env: { PATH: `${folder}:/usr/bin:/bin` }, write, calls };
}

describe('versions of programs', () => {
  test('asks a known program once, and again when its file changes', async () => {
    const { folder, env, write, calls } = programs({ cargo: 'cargo 1.0' });
    const ask = () => findProgramVersions(['cargo', 'cargo', 'no-such-program'], env, folder);
    expect(await ask()).toEqual({ cargo: 'cargo 1.0', 'no-such-program': 'missing' });
    expect(await ask()).toEqual({ cargo: 'cargo 1.0', 'no-such-program': 'missing' });
    expect(calls()).toBe(1);
    write('cargo', 'cargo 2.0');
    utimesSync(join(folder, 'cargo'), 1, 1);
    expect(await ask()).toEqual({ cargo: 'cargo 2.0', 'no-such-program': 'missing' });
  });

  test('never runs an unknown program; equal content has equal versions wherever the file is', async () => {
    const [a, b] = [programs({}), programs({})];
    for (const { folder } of [a, b]) {
      writeFileSync(join(folder, 'deploy'), '#!/bin/sh\necho deployed\n');
      chmodSync(join(folder, 'deploy'), 0o755);
    }
    const versions = await Promise.all([a, b].map(({ folder, env }) => findProgramVersions(['deploy'], env, folder)));
    expect(versions[0]).toEqual({ deploy: expect.stringMatching(/^sha256 [0-9a-f]{16}$/) });
    expect(versions[1]).toEqual(versions[0]);
    expect(a.calls() + b.calls()).toBe(0);
  });
});

describe('fingerprint of the machine', () => {
  test('is equal for machines that differ in paths, host and user', async () => {
    const { folder, env } = programs({ cargo: 'cargo 1.0' });
    const other = programs({ cargo: 'cargo 1.0' });
    const of = (path: string, home: string) => ({
      PATH: path,
      HOME: home,
      HOSTNAME: home.slice(1),
      CONFIG: `${home}/x`,
      LANG: 'C',
    });
    const one = await fingerprintMachine({ env: of(env.PATH, '/home/a'), programs: ['cargo'], sandbox: 'none', cwd: folder });
    const two = await fingerprintMachine({
      env: of(other.env.PATH, '/users/b'),
      programs: ['cargo'],
      sandbox: 'none',
      cwd: folder,
    });
    expect(two).toEqual(one);
    expect(one.id).toMatch(/^[0-9a-f]{12}$/);
  });

  test('differs with a variable, a program and the image', async () => {
    const { folder, env } = programs({ cargo: 'cargo 1.0' });
    const base = { env: { ...env, LANG: 'C' }, programs: ['cargo'], sandbox: 'none', cwd: folder };
    const ids = [(await fingerprintMachine(base)).id];
    ids.push((await fingerprintMachine({ ...base, env: { ...env, LANG: 'de_DE' } })).id);
    ids.push((await fingerprintMachine({ ...base, programs: [] })).id);
    vi.stubEnv('HYDRA_IMAGE', 'sha256:abc');
    ids.push((await fingerprintMachine(base)).id);
    expect(new Set(ids).size).toBe(4);
  });

  test('drops addresses of services and keeps settings', () => {
    const env = {
      WEB_SERVICE_HOST: '10.0.0.1',
      WEB_PORT_80_TCP: 'tcp://10.0.0.1:80',
      WEB_PORT: 'tcp://10.0.0.1:80',
      TZ: 'UTC',
      HOME: '/',
      DATA: '/data',
    };
    expect(comparableEnvironment(env)).toEqual({ TZ: 'UTC', DATA: '/data' });
  });

  test.each([
    [15.6, 16],
    [16.3, 16],
    [31, 32],
    [3.8, 4],
  ])('puts %s GB into the class of %s GB', (gigabytes, expected) => {
    expect(memoryClass(gigabytes * 1024 ** 3)).toBe(expected);
  });

  test('reads the release of the system', () => {
    expect(describeRelease('PRETTY_NAME="Debian 12"\nVERSION_ID="12"\nID=debian\n')).toBe('debian 12');
    expect(describeRelease('ID=arch\n')).toBe('arch');
  });
});
