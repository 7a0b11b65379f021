// What code under test could leave behind for Hydra's own git calls and for a later merge.
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRepository, type Files, git, temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const CONFIG = `[workspace]
setup = "sh setup.sh"
[scoring.commands]
test = "sh test.sh"
[scoring.tests]
reruns = 0
`;
const BASE = {
  'hydra.toml': CONFIG,
  'setup.sh': 'mkdir -p deps && echo 1 > deps/one\n',
  'test.sh': 'echo 1..1; grep -q even parity.txt && echo "ok 1 - parity" || { echo "not ok 1 - parity"; exit 1; }\n',
  'parity.txt': 'odd!\n',
  '.gitignore': 'deps\n',
};

async function scored(branches: Record<string, Files>, base: Files = BASE): Promise<string> {
  const folder = createRepository(base, branches);
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  const { exitCode, stderr } = await runHydra(['score', ...Object.keys(branches), '--base', 'main'], folder);
  if (exitCode > 1) throw new Error(stderr);
  return folder;
}

const runOf = (folder: string) => join(folder, '.hydra/runs', readdirSync(join(folder, '.hydra/runs')).sort().at(-1) ?? '');
const merge = (folder: string, ...args: string[]) => runHydra(['merge', '--yes', ...args], folder);

test('a set-up that rewrites the settings of its checkout makes Hydra run nothing', async () => {
  const mark = join(temporaryFolder(), 'mark');
  const plant = `${BASE['setup.sh']}git config filter.x.clean "touch '${mark}'; cat"
mkdir -p .git/info; echo '* filter=x' > .git/info/attributes; printf 'EVEN\\n' > parity.txt; touch -d 2001-01-01 parity.txt; echo planted\n`;
  // Another manifest: the installation of the base is not used.
  const folder = await scored({ plants: { 'parity.txt': 'even\n', 'setup.sh': plant, Pipfile: '' } });
  expect(existsSync(mark)).toBe(false);
  const outputs = readdirSync(join(runOf(folder), 'candidates/plants'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('stdout.log'))
    .map((path) => readFileSync(join(runOf(folder), 'candidates/plants', path), 'utf8'));
  expect(outputs).toContain('planted\n');
  expect(readFileSync(join(runOf(folder), 'candidates/plants/test/stdout.log'), 'utf8')).toContain('ok 1 - parity');
});

describe('the tree that is merged is the tree that was scored', () => {
  test('refuses a run whose files were changed', async () => {
    const folder = await scored({ good: { 'parity.txt': 'even\n' }, bad: { 'parity.txt': 'none\n' } });
    const before = git(folder, 'rev-parse', 'main');
    const file = join(runOf(folder), 'scorecard.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('good', 'best'));
    const refused = await merge(folder, 'bad');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('was changed after it was finished: scorecard.json');
    expect(git(folder, 'rev-parse', 'main')).toBe(before);
    // A note of the user beside the stored files is no obstacle.
    writeFileSync(file, text);
    writeFiles(runOf(folder), { 'note.txt': 'mine\n' });
    expect((await merge(folder, 'good')).exitCode).toBe(0);
  });

  test('although the branch of the candidate and an object were replaced since', async () => {
    const folder = await scored({ good: { 'parity.txt': 'even\n' } });
    const [scoredTree, blob] = ['good^{tree}', 'good:parity.txt'].map((name) => git(folder, 'rev-parse', name).trim());
    git(folder, 'checkout', '--quiet', 'good');
    writeFiles(folder, { 'parity.txt': 'even\nand more\n' });
    git(folder, 'commit', '--quiet', '--all', '--message', 'later');
    git(folder, 'checkout', '--quiet', 'main');
    git(folder, 'replace', blob ?? '', git(folder, 'rev-parse', 'good:parity.txt').trim());
    git(folder, 'replace', git(folder, 'rev-parse', 'good~1').trim(), git(folder, 'rev-parse', 'good').trim());
    const { exitCode, stderr } = await merge(folder);
    expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
    expect(git(folder, '--no-replace-objects', 'rev-parse', 'main^{tree}').trim()).toBe(scoredTree);
    expect(readFileSync(join(folder, 'parity.txt'), 'utf8')).toBe('even\n');
  });
});

describe('the store', () => {
  test('is for the user alone, and is not followed through a link', async () => {
    const folder = await scored({ good: { 'parity.txt': 'even\n' } });
    const modes = ['.hydra', '.hydra/runs', '.hydra/cache'].map((path) => statSync(join(folder, path)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o700]);
    const before = git(folder, 'rev-parse', 'main');
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, join(runOf(folder), 'decisions'));
    const { exitCode, stderr } = await merge(folder);
    expect([exitCode, readdirSync(elsewhere), git(folder, 'rev-parse', 'main')]).toEqual([2, [], before]);
    expect(stderr).toContain('is a link, or belongs to another user');
    expect((await runHydra(['verify'], folder)).stdout).toContain('decisions is a link or a special file');
  });
});
