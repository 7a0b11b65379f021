import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bareEnvironment, makeBarePath, missingPrograms } from './bare-path.mjs';

test('the bare PATH has Node, npm, git and a shell, and none of the optional programs', () => {
  makeBarePath();
  const env = bareEnvironment();
  for (const name of ['node', 'npm', 'git', 'sh']) {
    const { status, stderr } = spawnSync(join(env.PATH, name), name === 'sh' ? ['-c', 'true'] : ['--version'], { env });
    expect([name, status, stderr.toString()]).toEqual([name, 0, '']);
  }
  const script = "import('./scripts/bare-path.mjs').then(({ missingPrograms }) => console.log(missingPrograms().join()))";
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: join(import.meta.dirname, '..'), env, encoding: 'utf8' });
  expect(stdout).toBe('bwrap,python3,go,cargo,ruby,rspec,php,phpunit,java,mvn,gradle,cmake,make\n');
  expect(stdout.trim().split(',')).toEqual(expect.arrayContaining(missingPrograms()));
});

test('links made inside of the bare PATH lead to the same programs', () => {
  makeBarePath();
  const { PATH } = bareEnvironment();
  const before = readlinkSync(join(PATH, 'git'));
  const kept = process.env.PATH;
  try {
    process.env.PATH = PATH;
    makeBarePath();
  } finally {
    process.env.PATH = kept;
  }
  expect(readlinkSync(join(PATH, 'git'))).toBe(before);
});
