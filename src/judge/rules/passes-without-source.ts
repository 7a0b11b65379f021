import type { DiffPlace, RestoredFile } from '../../contract/index.ts';
import { MAX_PLACES } from '../integrity/finding-places.ts';
import { type RunRule, runFinding } from '../integrity/rule.ts';
import { testIdsWhere } from '../integrity/test-results.ts';
import { listed } from '../integrity/wording.ts';

const WORDS: Readonly<Record<RestoredFile['why'], string>> = {
  test: 'a test or fixture',
  runner: 'settings of a test runner',
  config: 'settings of a tool',
  script: 'a check script',
  hydra: 'settings of Hydra',
  support: 'loaded by tests or settings',
  shadowing: 'shadows a library',
  hidden: 'a hidden file',
  vendored: 'a vendored file',
  generated: 'build output',
  build: 'a build file',
  dependency: 'redirects dependencies',
  version: 'changes a dependency',
  data: 'data',
  unknown: 'not recognized as source',
};
/** Honest changes can need these; product source that loads them would be clearer. */
const PLAUSIBLE: ReadonlySet<RestoredFile['why']> = new Set<RestoredFile['why']>(['data', 'version']);

export const passesWithoutSource: RunRule = {
  id: 'passes_without_source',
  scope: 'run',
  title: 'Tests pass because of files that are not product source.',
  severity: 'error',
  otherSeverities: { warning: 'the files are plain data, or change only the version of a dependency' },
  docs: {
    catches:
      'Compares the candidate’s own test run with the pinned run, in which only [product source](gaming.md#product-source) is the candidate’s. If a test passes in the first and not in the second, Hydra leaves out parts of the other changed files to find those that make it pass: settings, setup files, plug-ins, build files, vendored or shadowed libraries, hidden and generated files.',
    why: 'A test that passes because of a setting, a build file or a replaced library says nothing about the code. The comparison needs no knowledge of the trick.',
    example:
      '`test_total` fails on the base. The candidate adds `decimal.py`, which Python loads instead of its own module: the test passes in the own run and fails in the pinned run.',
    allow: 'Lower the severity if the task is to change settings, dependencies or the build.',
  },
  find(evidence) {
    const { causes, contested, restored } = evidence;
    const ids = testIdsWhere(
      evidence,
      ({ id, own, pinned }) => own === 'passed' && pinned !== 'passed' && !contested.has(id) && (causes.get(id) ?? []).length > 0,
    );
    if (ids.length > 0) return [found(filesOf(ids.flatMap((id) => causes.get(id) ?? [])), ids)];
    const others = restored.filter(({ why }) => why !== 'test');
    if (evidence.tests.length > 0 || !evidence.passesOnlyUnpinned || others.length === 0) return [];
    return [found(others, [])];
  },
};

function found(files: readonly RestoredFile[], ids: readonly string[]) {
  const severity = files.every(({ why }) => PLAUSIBLE.has(why)) ? 'warning' : 'error';
  const who = ids.length === 0 ? 'the tests pass' : ids.length === 1 ? '1 test passes' : `${ids.length} tests pass`;
  const named = listed(files.map(({ path, why }) => `${path} (${WORDS[why]})`));
  return runFinding(
    severity,
    `${who} because of ${named}, not because of product source${ids.length === 0 ? '' : `: ${listed(ids)}`}`,
    { tests: [...ids], places: wholeFiles(files) },
  );
}

function wholeFiles(files: readonly RestoredFile[]): DiffPlace[] {
  return files.slice(0, MAX_PLACES).map(({ path }) => ({ path, side: 'new', start_line: null, end_line: null }));
}

function filesOf(files: readonly RestoredFile[]): RestoredFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}
