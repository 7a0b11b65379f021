import { describe, expect, test } from 'vitest';
import { createRepository, type Files, git, temporaryFolder } from '../../test/temporary-repository.ts';
import { diagnose } from './diagnose.ts';

/** The diagnostics of the set-up and the checks. */
async function diagnostics(files: Files): Promise<string[]> {
  const results = await diagnose(createRepository(files));
  return results
    .filter(({ subject }) => subject === 'set-up' || subject === 'hydra.toml' || subject.startsWith('check '))
    .map(({ state, subject, text, next }) => [state, subject, text, ...(next === null ? [] : [next])].join(' | '));
}

const CHECKS = '[scoring.commands]\ntest = "sh test.sh"\nlint = "no-such-linter ."\n';
const OF_CHECKS = [
  'ok | check test | sh test.sh',
  'note | check lint | no-such-linter . (no-such-linter is not on the PATH) | Install no-such-linter, or change the command.',
];

describe('reports what a run would install and run', () => {
  test.each<[string, Files, string[]]>([
    [
      'no lockfile',
      { 'hydra.toml': CHECKS },
      ['ok | set-up | no lockfile and no dependencies in package.json: nothing is installed', ...OF_CHECKS],
    ],
    ['a lockfile', { 'hydra.toml': CHECKS, 'package-lock.json': '{}' }, ['ok | set-up | npm ci', ...OF_CHECKS]],
    [
      'a command of its own',
      { 'hydra.toml': `${CHECKS}[workspace]\nsetup = "no-such-installer"\n` },
      [
        'note | set-up | no-such-installer (no-such-installer is not on the PATH) | Install no-such-installer, or change the command.',
        ...OF_CHECKS,
      ],
    ],
    [
      'no set-up',
      { 'hydra.toml': `${CHECKS}[workspace]\nsetup = false\n`, 'package-lock.json': '{}' },
      ['ok | set-up | disabled: nothing is installed', ...OF_CHECKS],
    ],
    ['no settings', { 'a.txt': '' }, ['fault | hydra.toml | no check is configured | Run `hydra init`.']],
    [
      'settings that are wrong',
      { 'hydra.toml': 'x = 1\n' },
      [
        'fault | hydra.toml | Unknown key `x`. | Keys allowed at the top level: `task`, `scoring`, `workspace`, `sandbox`, `merge`, `race`, `agents`, `prices`.',
      ],
    ],
  ])('%s', async (_title, files, expected) => {
    expect(await diagnostics(files)).toEqual(expected);
  });
});

test('a folder outside git and a repository without a commit are not ready', async () => {
  const folder = temporaryFolder();
  const faults = async () => (await diagnose(folder)).filter(({ state }) => state === 'fault').map(({ next }) => next);
  expect(await faults()).toEqual(['Change to the repository of the candidates (`cd`).']);
  git(folder, 'init', '--quiet');
  expect(await faults()).toEqual(['Commit something to compare with.', 'Run `hydra init`.']);
});
