import { type CheckRun, parseCheckRun } from '../../contract/index.ts';
import { mixedFile, supportRole } from '../../tools/index.ts';
import type { CandidateEvidence, CaptureFacts } from '../integrity/evidence.ts';
import { type RunFinding, type RunRule, runFinding } from '../integrity/rule.ts';
import { listed } from '../integrity/wording.ts';

export const checkRewritesFiles: RunRule = {
  id: 'check_rewrites_files',
  scope: 'run',
  title: 'A build or a test run rewrites tests, snapshots, settings or dependencies, and does not do so on the base.',
  severity: 'error',
  otherSeverities: {
    info: 'only other files are rewritten, the candidate changed the file itself, or its own version of the tests writes it',
  },
  docs: {
    catches:
      'A check of the candidate modifies or deletes a tracked test, snapshot or setting, or the build creates test files, settings that tools load by their name, or files of dependencies. Not if a check of the base writes the same file.',
    why: 'Tests that are changed after the checkout are not the tests that were reviewed. Tracked files are restored before every check, but a command can rewrite them and use them at once.',
    example: 'The build script of the candidate replaces an expected value in `test/parse.test.js` before the tests run.',
    allow: 'Lower the severity if the task is to generate tests or settings in the build.',
  },
  find(evidence) {
    return evidence.captures.flatMap((capture) => findingsAbout(capture, evidence));
  },
};

function findingsAbout({ check, rewritten = [], created = [] }: CaptureFacts, evidence: CandidateEvidence): RunFinding[] {
  const { baselineCaptures, captures, diff } = evidence;
  const onBase = new Set(baselineCaptures.flatMap((base) => [...(base.rewritten ?? []), ...(base.created ?? [])]));
  const run = parseCheckRun(check);
  const hasPinned = captures.some((capture) => parseCheckRun(capture.check).tree === 'pinned');
  const changed = new Set(diff.files.map(({ path }) => path));
  const stems = new Set(diff.files.map(({ path }) => stemOf(path)));
  const decides = (path: string) => isDeciding(run, hasPinned) && !(run.tree === 'own' && changed.has(path));
  const mine = rewritten.filter((path) => !onBase.has(path));
  const grave = mine.filter((path) => isSupport(path) && decides(path));
  const isOutput = (path: string) => !isLoadedByName(path) && stems.has(stemOf(path));
  const added = created.filter((path) => !onBase.has(path) && !isOutput(path));
  const graveAdded = added.filter((path) => decides(path) && !isHiddenInDependencies(path));
  return [
    ...about('error', `the ${check} check rewrites files that decide checks`, grave),
    ...about('error', `the ${check} check creates files that decide checks`, graveAdded),
    ...about(
      'info',
      `the ${check} check rewrites files`,
      mine.filter((path) => !grave.includes(path)),
    ),
  ];
}

function about(severity: 'error' | 'info', what: string, paths: readonly string[]): RunFinding[] {
  return paths.length === 0 ? [] : [runFinding(severity, `${what}: ${listed(paths)}; on the base it does not`)];
}

/**
 * Linters fix files on request. In its own tree, a candidate's new tests may write anything: its results for tests of the base
 * come from the pinned tree.
 */
function isDeciding({ check, tree }: CheckRun, hasPinned: boolean): boolean {
  return check === 'build' || (check === 'test' && (tree === 'pinned' || !hasPinned));
}

function isSupport(path: string): boolean {
  return supportRole(path) !== null || mixedFile(path) !== null;
}

/** Unlike test files and installed packages, which are often made from a source with the same name. */
function isLoadedByName(path: string): boolean {
  const role = supportRole(path);
  return stemOf(path) === 'conftest' || (role !== 'test' && role !== null);
}

/** Tools generate code into hidden folders between the dependencies. */
function isHiddenInDependencies(path: string): boolean {
  return /^node_modules\/\./.test(path);
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.split('.', 1)[0] ?? name;
}
