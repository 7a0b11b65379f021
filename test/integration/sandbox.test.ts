// What code under test can reach. A candidate's set-up, build and tests try everything a red team tried; its rivals, the
// base, the run folder, the caches and the user's files stay as they are.
import { execFile, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { probeSandbox } from '../../src/exec/index.ts';
import { createRepository, git, stateOf, temporaryFolder } from '../temporary-repository.ts';
import { type Ending, ensureProgram, MAIN } from './run-hydra.ts';

const probed = await probeSandbox();

beforeAll(ensureProgram);

interface User {
  home: string;
  temporary: string;
}

function createUser(): User {
  const [home, temporary] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(home, '.ssh'));
  writeFileSync(join(home, '.ssh/id_rsa'), 'PRIVATE KEY');
  writeFileSync(join(home, '.bashrc'), '# mine\n');
  writeFileSync(join(home, '.npmrc'), 'fund=false\n//registry.example.org/:_authToken=npm-secret\n');
  mkdirSync(join(home, '.npm'));
  writeFileSync(join(home, '.npm/cached'), 'original');
  return { home, temporary };
}

function hydra(user: User, folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ending> {
  const own = { PATH: process.env.PATH ?? '', HOME: user.home, TMPDIR: user.temporary, ...env };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], { cwd: folder, env: own, maxBuffer: 1e9 }, (_e, stdout, stderr) =>
      resolve({ stdout, stderr, exitCode: child.exitCode ?? -1 }),
    );
  });
}

const SETTINGS = `[scoring.commands]
build = "node build.js"
test = "node --test"
[scoring.cross_tests]
enabled = false
`;
const TEST = `const { test } = require('node:test');
const assert = require('node:assert');
const { add } = require('./code.js');
test('adds', () => assert.equal(add(1, 2), 3));
test('keeps', () => assert.equal(add(0, 0), 0));
`;
const BASE = {
  'hydra.toml': SETTINGS,
  'build.js': '',
  'code.test.js': TEST,
  'code.js': 'exports.add = (a, b) => a;\n',
};
const RIGHT = 'exports.add = (a, b) => a + b;\n';

/** Tries to read, write, kill and call what it should not reach, and prints what worked. */
const INTRUDER = `${RIGHT}
const fs = require('node:fs');
const { join } = require('node:path');
const os = require('node:os');
const { execFileSync } = require('node:child_process');
const did = [];
const attempt = (what, action) => { try { if (action() !== false) did.push(what); } catch {} };
const home = os.homedir();
attempt('read a private key', () => fs.readFileSync(join(home, '.ssh/id_rsa')));
attempt('read a token', () => /secret/.test(fs.readFileSync(join(home, '.npmrc'), 'utf8')));
fs.writeFileSync(join(home, '.bashrc'), 'evil');
attempt('wrote a cache', () => { fs.writeFileSync(join(home, '.npm/cached'), 'poisoned'); return false; });
attempt('saw other processes', () => fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length > 40);
attempt('read a variable of an ancestor', () => fs.readdirSync('/proc').some((name) => /^\\d+$/.test(name)
  && fs.readFileSync('/proc/' + name + '/environ', 'latin1').includes('top-secret-value')));
attempt('saw other checkouts', () => {
  const area = join(__dirname, '../..');
  return fs.readdirSync(area).some((name) => /^[wo]\\d/.test(name) && join(area, name) !== join(__dirname, '..'));
});
attempt('wrote to the repository', () => {
  const store = fs.readFileSync('.git/objects/info/alternates', 'utf8').trim();
  const objects = fs.readFileSync(join(store, 'info/alternates'), 'utf8').trim();
  fs.mkdirSync(join(objects, '../hooks'), { recursive: true });
  fs.writeFileSync(join(objects, '../hooks/post-checkout'), '#!/bin/sh');
  return false;
});
attempt('wrote to the object store', () => {
  fs.writeFileSync(join(fs.readFileSync('.git/objects/info/alternates', 'utf8').trim(), 'evil'), '');
});
attempt('called a server of the machine', () => {
  execFileSync(process.execPath, ['-e', "fetch('http://127.0.0.1:" + process.env.SERVER_PORT + "/').then(() => process.exit(0), () => process.exit(1))"]);
});
attempt('wrote to a system folder', () => fs.writeFileSync('/etc/evil', ''));
attempt('wrote a common temporary file', () => { fs.writeFileSync('/tmp/evil-' + process.env.SERVER_PORT, ''); return false; });
process.stderr.write('REACHED ' + JSON.stringify(did) + '\\n');
`;

describe.skipIf(probed.sandbox === null)(probed.sandbox === null ? `no sandbox: ${probed.reason}` : 'in the sandbox', () => {
  test('code under test reaches nothing but its own checkout', async () => {
    const user = createUser();
    const calls: string[] = [];
    const server = createServer((request, response) => {
      calls.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = String((server.address() as AddressInfo).port);
    const folder = createRepository(BASE, {
      honest: { 'code.js': RIGHT },
      intruder: { 'code.js': INTRUDER, 'build.js': "require('./code.js');\n" },
    });
    const before = stateOf(folder).replace(/\?\? \.hydra[^"\\]*\\n/g, '');
    const args = ['score', '--json', '--jobs', '2', '--base', 'main', 'honest', 'intruder'];
    const { stdout, stderr } = await hydra(user, folder, args, { SERVER_PORT: port, MY_PASSWORD: 'top-secret-value' });
    server.close();
    const card = JSON.parse(stdout) as Scorecard;
    expect({ sandbox: card.sandbox, stderr: /No sandbox/.test(stderr) }).toEqual({
      sandbox: { kind: probed.sandbox?.kind, reason: null, needs_network: [] },
      stderr: false,
    });
    const run = join(folder, '.hydra/runs', card.run_id);
    for (const check of ['build', 'test']) {
      const text = ['stdout.log', 'stderr.log'].map((name) =>
        readFileSync(join(run, 'candidates/intruder', check, name), 'utf8'),
      );
      expect(text.join('\n')).toContain('REACHED []');
    }
    expect(calls).toEqual([]);
    expect(existsSync(join(folder, '.git/hooks/post-checkout'))).toBe(false);
    expect(readFileSync(join(user.home, '.bashrc'), 'utf8')).toBe('# mine\n');
    expect(readFileSync(join(user.home, '.npm/cached'), 'utf8')).toBe('original');
    expect(existsSync(`/tmp/evil-${port}`)).toBe(false);
    expect(stateOf(folder).replace(/\?\? \.hydra[^"\\]*\\n/g, '')).toBe(before);
    expect(card.rankings.find(({ agent }) => agent === 'honest')).toMatchObject({ mergeable: true, breakdown: { tests: 100 } });
    expect((await hydra(user, folder, ['verify'])).exitCode).toBe(0);
  });

  test('scripts of a candidate do not decide what the others depend on', async () => {
    const user = createUser();
    const setup = 'mkdir -p node_modules/dep && sh install.sh > node_modules/dep/index.js';
    const settings = `${SETTINGS}[workspace]\nsetup = "${setup}"\n`;
    const good = "echo 'module.exports = (a, b) => a + b;'\n";
    const folder = createRepository(
      {
        ...BASE,
        'hydra.toml': settings.replace('build = "node build.js"\n', ''),
        '.gitignore': 'node_modules\n',
        'package.json': '{"name":"p","dependencies":{"dep":"1"}}\n',
        'install.sh': good,
        'code.js': 'exports.add = (a, b) => a;\n',
      },
      {
        // First by name and in the argument list.
        a: { 'install.sh': "echo 'module.exports = () => 0;'\n", 'code.js': "exports.add = require('dep');\n" },
        honest: { 'code.js': "exports.add = require('dep');\n" },
      },
    );
    for (const args of [['a'], ['a', 'honest']]) {
      const { stdout } = await hydra(user, folder, ['score', '--json', '--base', 'main', ...args]);
      const card = JSON.parse(stdout) as Scorecard;
      const tests = Object.fromEntries(card.rankings.map(({ agent, breakdown }) => [agent, breakdown.tests]));
      if (args.includes('honest')) expect(tests.honest).toBe(100);
    }
  });

  test('names the tests of the base that need the network, and the setting', async () => {
    const user = createUser();
    const server = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const asking = `${TEST}test('asks a service', async () => { await fetch('${address}'); });\n`;
    const base = { ...BASE, 'code.test.js': asking, 'code.js': RIGHT };
    const folder = createRepository(base, { a: { 'code.js': `${RIGHT}exports.more = 1;\n` } });
    const { stdout } = await hydra(user, folder, ['score', '--json', '--base', 'main', 'a']);
    const need = { check: 'test', tests: ['code.test.js > asks a service'], count: 1 };
    expect((JSON.parse(stdout) as Scorecard).sandbox?.needs_network).toEqual([need]);
    const shown = await hydra(user, folder, ['show']);
    expect(shown.stdout.replace(/\s+/g, ' ')).toContain(
      '1 test of the base fail only without the network (code.test.js > asks a service). Set test = "on" under [sandbox.network]',
    );

    git(folder, 'checkout', '--quiet', 'main');
    writeFileSync(join(folder, 'hydra.toml'), `${SETTINGS}[sandbox.network]\ntest = "on"\n`);
    git(folder, 'commit', '--quiet', '-am', 'network');
    git(folder, 'checkout', '--quiet', '-B', 'a');
    writeFileSync(join(folder, 'code.js'), `${RIGHT}exports.more = 1;\n`);
    git(folder, 'commit', '--quiet', '-am', 'a');
    git(folder, 'checkout', '--quiet', 'main');
    const again = await hydra(user, folder, ['score', '--json', '--base', 'main', 'a']);
    server.close();
    const card = JSON.parse(again.stdout) as Scorecard;
    expect({ needs: card.sandbox?.needs_network, tests: card.rankings[0]?.breakdown.tests }).toEqual({ needs: [], tests: 100 });
  });
});

test('a run that requires a sandbox fails without one; a run with mode = "auto" says that there is none', async () => {
  const user = createUser();
  const folder = createRepository(
    { ...BASE, 'hydra.toml': `${SETTINGS}[sandbox]\nmode = "require"\n` },
    { a: { 'code.js': RIGHT } },
  );
  // Programs without bubblewrap.
  const programs = temporaryFolder();
  const { symlinkSync } = await import('node:fs');
  for (const place of ['/usr/bin', '/bin']) {
    for (const name of readdirSync(place)) {
      if (name !== 'bwrap' && !existsSync(join(programs, name))) symlinkSync(join(place, name), join(programs, name));
    }
  }
  const refused = await hydra(user, folder, ['score', '--base', 'main', 'a'], { PATH: programs });
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('Checks cannot run in a sandbox here: the program bwrap is not installed.');
  writeFileSync(join(folder, 'hydra.toml'), SETTINGS);
  const { stdout, stderr } = await hydra(user, folder, ['score', '--json', '--base', 'main', '--config', 'hydra.toml', 'a'], {
    PATH: programs,
  });
  const [first = ''] = stderr.split('\n');
  expect(first).toContain('No sandbox: checks run with all your rights (the program bwrap is not installed)');
  expect((JSON.parse(stdout) as Scorecard).sandbox).toEqual({
    kind: 'none',
    reason: 'the program bwrap is not installed',
    needs_network: [],
  });
});

/** Runs Hydra with the open descriptor 200 of its parent. */
function hydraWithDescriptor(user: User, folder: string, args: readonly string[], file: string, env = {}): Promise<string> {
  const descriptor = openSync(file, 'r+');
  const stdio = Array.from({ length: 201 }, (_, at) =>
    at === 200 ? descriptor : at === 2 ? ('pipe' as const) : ('ignore' as const),
  );
  const own = { PATH: process.env.PATH ?? '', HOME: user.home, TMPDIR: user.temporary, ...env };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: own, stdio });
    closeSync(descriptor);
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    child.once('close', () => resolve(stderr));
  });
}

/** Writes to every descriptor that it did not open. */
const WRITER = `const fs = require('node:fs');
for (const name of fs.readdirSync('/proc/self/fd')) {
  try { if (Number(name) > 2 && fs.fstatSync(Number(name)).isFile()) fs.writeSync(Number(name), 'written'); } catch {}
}
`;

test.each(['auto', 'off'])('no command gets a descriptor that Hydra inherited, with mode = "%s"', async (mode) => {
  const user = createUser();
  const file = join(temporaryFolder(), 'outside');
  writeFileSync(file, 'original');
  const settings = `${SETTINGS}[workspace]\nsetup = "node build.js"\n[sandbox]\nmode = "${mode}"\n`;
  const folder = createRepository(
    { ...BASE, 'hydra.toml': settings, 'build.js': WRITER, 'code.test.js': `${WRITER}${TEST}` },
    { a: { 'code.js': RIGHT } },
  );
  await hydraWithDescriptor(user, folder, ['score', '--base', 'main', 'a'], file);
  const { stdout } = await hydra(user, folder, ['show', '--json']);
  expect((JSON.parse(stdout) as Scorecard).rankings[0]).toMatchObject({ agent: 'a', breakdown: { build: 100, tests: 100 } });
  expect(readFileSync(file, 'utf8')).toBe('original');
});

const NO_BUBBLEWRAP = probed.sandbox?.kind !== 'bubblewrap';
test.skipIf(NO_BUBBLEWRAP).each([
  { what: 'writable settings of the kernel', leftOut: '--remount-ro /proc', says: 'can write to /proc/sys', isForRoot: true },
  { what: 'an open descriptor', leftOut: '--args 200', says: 'descriptor 200 of Hydra reaches', isForRoot: false },
])('a sandbox with $what is none', async ({ leftOut, says, isForRoot }) => {
  if (isForRoot && process.getuid?.() !== 0) return;
  const user = createUser();
  const programs = temporaryFolder();
  const [option = '', value = ''] = leftOut.split(' ');
  const filter = `#!/bin/bash
for each; do
  if [ "$held" = yes ]; then held=; [ "$each" = ${value} ] && continue; kept+=(${option}); fi
  if [ "$each" = ${option} ]; then held=yes; else kept+=("$each"); fi
done
exec ${locate('bwrap')} "\${kept[@]}"
`;
  writeFileSync(join(programs, 'bwrap'), filter, { mode: 0o755 });
  const file = join(temporaryFolder(), 'outside');
  writeFileSync(file, '');
  const folder = createRepository(
    { ...BASE, 'hydra.toml': `${SETTINGS}[sandbox]\nmode = "require"\n` },
    { a: { 'code.js': RIGHT } },
  );
  const env = { PATH: `${programs}:${process.env.PATH ?? ''}` };
  const stderr = await hydraWithDescriptor(user, folder, ['score', '--base', 'main', 'a'], file, env);
  expect(stderr.replace(/\s+/g, ' ')).toContain(says);
});

function locate(program: string): string {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? program;
}
