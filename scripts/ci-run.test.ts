// `.ci/run` on a machine that has only the programs in its `bin` folder. apt-get, id and npm are stand-ins.
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TemporaryProject } from './temporary-project.ts';

const TOOLS = ['bash', 'dirname', 'mktemp', 'rm', 'cat'];
const UPDATE = 'apt-get update -qq';
const INSTALL = 'apt-get install -qq -y --no-install-recommends -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3';
const TEST = 'npm test --no-update-notifier';
/** Programs of all packages but Chromium. */
const OTHERS = ['git', 'bwrap', 'redis-server', 'pg_ctlcluster'];

function machine(installed: readonly string[], { uid = 0, aptGet = '' } = {}): TemporaryProject {
  const project = new TemporaryProject();
  project.copy('.ci/run');
  const note = (name: string) => `echo "${name} $*" >> "${join(project.root, 'calls')}"`;
  const script = (name: string, body: string) => project.write(`bin/${name}`, `#!/bin/bash\n${body}\n`, 0o755);
  script('apt-get', `${note('apt-get')}\n${aptGet}`);
  script('id', `echo ${uid}`);
  script('npm', `${note('npm')}\necho '3 passed, 0 failed'`);
  for (const name of installed) script(name, 'exit 0');
  symlinkSync(process.execPath, join(project.root, 'bin/node'));
  for (const tool of TOOLS) symlinkSync(`/bin/${tool}`, join(project.root, 'bin', tool));
  return project;
}

function runCi(project: TemporaryProject): Promise<{ calls: string[]; stdout: string; stderr: string }> {
  const env = { PATH: join(project.root, 'bin') };
  return new Promise((resolve) => {
    execFile('/bin/bash', [join(project.root, '.ci/run')], { cwd: '/', env }, (_error, stdout, stderr) => {
      resolve({ calls: readFileSync(join(project.root, 'calls'), 'utf8').trimEnd().split('\n'), stdout, stderr });
    });
  });
}

describe.skipIf(process.platform !== 'linux')('.ci/run', () => {
  test('installs git, Chromium, bubblewrap, Redis and PostgreSQL as root, quietly, and ends with the totals', async () => {
    const project = machine([], { aptGet: 'echo "Reading package lists..."' });
    expect(await runCi(project)).toEqual({
      calls: [UPDATE, `${INSTALL} git chromium fonts-dejavu-core fonts-liberation bubblewrap redis-server postgresql`, TEST],
      stdout: '3 passed, 0 failed\n',
      stderr: '',
    });
  });

  test('installs nothing that is there', async () => {
    expect((await runCi(machine(['google-chrome', ...OTHERS]))).calls).toEqual([TEST]);
    expect((await runCi(machine(['google-chrome', 'git', 'bwrap', 'redis-server', 'initdb']))).calls).toEqual([TEST]);
    expect((await runCi(machine(OTHERS))).calls).toEqual([
      UPDATE,
      `${INSTALL} chromium fonts-dejavu-core fonts-liberation`,
      TEST,
    ]);
  });

  test('installs nothing without root', async () => {
    expect((await runCi(machine([], { uid: 1000 }))).calls).toEqual([TEST]);
  });

  test('installs with an old package index when the update fails', async () => {
    const project = machine(OTHERS, { aptGet: '[ "$1" = install ] || { echo "E: no network"; exit 100; }' });
    expect(await runCi(project)).toMatchObject({
      calls: [UPDATE, `${INSTALL} chromium fonts-dejavu-core fonts-liberation`, TEST],
      stderr: '',
    });
  });

  test('shows why the installation failed, and runs the tests', async () => {
    const project = machine(OTHERS, {
      aptGet: '[ "$1" = update ] || { echo "E: Unable to locate package"; exit 100; }',
    });
    expect(await runCi(project)).toEqual({
      calls: [UPDATE, `${INSTALL} chromium fonts-dejavu-core fonts-liberation`, TEST],
      stdout: '3 passed, 0 failed\n',
      stderr: 'E: Unable to locate package\n',
    });
  });
});
