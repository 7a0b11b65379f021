// Plans one run of the new tests on the base with a comment in each changed file. A test that passes there reads the text of
// files instead of running them, so that every change of the file makes it pass.

import { BASELINE, type CheckRun, COMMENTED_CHECK, type Diff, type PlannedCapture, type TaskTest } from '../contract/index.ts';
import { openTests, runsOfCheck, type TestAuthor, taskTests } from '../judge/index.ts';
import { supportRole } from '../tools/index.ts';
import { type Planning, planned, sourceOf } from './planning.ts';
import type { CommentableFile } from './test-selector.ts';

const MAX_FILES = 100;
const REASON = 'which new tests pass on the base if each changed file has a comment more?';

/** Nothing if no test of these authors could have a vote. */
export async function planComments(planning: Planning, authors: readonly TestAuthor[]): Promise<PlannedCapture[]> {
  const { reading, selector } = planning;
  if (runsOfCheck(reading.baseline, COMMENTED_CHECK).length > 0) return [];
  const written = authors.filter(({ programs }) => programs.length === 0);
  const chosen = inOneTree(written.map((author) => ({ author, tests: openTests(taskTests(reading, author)) })));
  if (chosen.length === 0) return [];
  const { commit, tree } = reading.run.base;
  const commented = await selector.addComments({ commit, tree }, changedFiles(planning));
  const sources = chosen.map((author) => sourceOf(planning, author));
  const laid = commented === null ? null : await selector.layOver(sources, commented);
  const run: CheckRun = { check: COMMENTED_CHECK, tree: 'own', attempt: null };
  return laid === null ? [] : [planned(planning, BASELINE, run, REASON, { ...laid, authors: chosen.map(({ name }) => name) })];
}

interface Written {
  author: TestAuthor;
  tests: readonly TaskTest[];
}

/** Of authors who change the same test file, the one whose tests separate more candidates: a tree has one version of a file. */
function inOneTree(written: readonly Written[]): TestAuthor[] {
  const bySeparating = written
    .filter(({ tests }) => tests.length > 0)
    .map(({ author, tests }) => ({ author, count: tests.filter(separates).length }))
    .sort((a, b) => b.count - a.count || (a.author.name < b.author.name ? -1 : 1));
  const taken = new Set<string>();
  return bySeparating.flatMap(({ author }) => {
    const paths = testPaths(author.diff);
    if (paths.some((path) => taken.has(path))) return [];
    for (const path of paths) taken.add(path);
    return [author];
  });
}

function separates({ author, others }: TaskTest): boolean {
  const outcomes = Object.values(others);
  return outcomes.includes('fail') && (author === 'pass' || outcomes.includes('pass'));
}

/** Rust sources have tests inside. */
function testPaths({ files }: Diff): string[] {
  return files.map(({ path }) => path).filter((path) => supportRole(path) === 'test' || path.endsWith('.rs'));
}

/** The sources of the base that a candidate changes. */
function changedFiles({ reading, absent }: Planning): CommentableFile[] {
  const files = [...reading.candidates, ...absent].flatMap(({ diff }) => diff.files);
  const modes = new Map(
    files
      .filter(({ old_mode, status }) => old_mode.startsWith('100') && ['modified', 'renamed'].includes(status))
      .map(({ path, old_path, old_mode }) => [old_path ?? path, old_mode]),
  );
  return [...modes]
    .filter(([path]) => supportRole(path) !== 'test')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MAX_FILES)
    .map(([path, mode]) => ({ path, isExecutable: mode === '100755' }));
}
