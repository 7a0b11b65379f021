// Captures of a run folder that are about another tree or another check than their place says: they were exchanged.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  ATTRIBUTION_CHECK,
  type CheckRun,
  COVERAGE_CHECK,
  checkId,
  isIndependent,
  isTaskCheck,
  parseCheckRun,
  type Run,
  SETUP_CHECK,
} from '../contract/index.ts';
import { BASELINE, captureFolder, type RunFolder, readStoredIfPresent, type Subject, subjectFolder } from '../store/index.ts';

/** Sentences; empty if every capture is where it belongs, as far as the run folder tells. */
export function findExchangedCaptures(folder: RunFolder, run: Run): string[] {
  const subjects: Subject[] = [BASELINE, ...run.candidates.map(({ name }) => ({ kind: 'candidate' as const, name }))];
  return subjects.flatMap((subject) =>
    listFolders(subjectFolder(folder, subject)).flatMap((name) => judge(folder, run, subject, name)),
  );
}

function listFolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function judge(folder: RunFolder, run: Run, subject: Subject, name: string): string[] {
  const home = captureFolder(folder, subject, name);
  const capture = readStoredIfPresent('capture', join(home, 'capture.json'));
  if (capture === null) return [];
  const place = home.slice(folder.path.length + 1);
  const planned = parseCheckRun(name);
  const trees = treesOf(run, subject, planned);
  if (trees !== null && !trees.includes(capture.tree))
    return [`${place} has the capture of another tree: ${capture.tree} instead of ${trees[0]}`];
  return capture.check === checkId(planned) ? [] : [`${place} has the capture of another check: ${capture.check}`];
}

/** The trees that the check runs on; null if the run folder does not tell, as for trees with the tests of somebody else. */
function treesOf({ base, candidates }: Run, subject: Subject, planned: CheckRun): string[] | null {
  const isSetup = planned.check === SETUP_CHECK || (planned.check === 'step' && planned.step === SETUP_CHECK);
  const isOnOtherTree = planned.check === ATTRIBUTION_CHECK || planned.check === COVERAGE_CHECK || isSetup;
  if (isTaskCheck(planned) || isOnOtherTree) return null;
  const own =
    subject.kind === 'baseline' ? base : candidates.find(({ name }) => subject.kind === 'candidate' && name === subject.name);
  if (own === undefined) return null;
  const pinned = 'pinned' in own && planned.tree === 'pinned' ? own.pinned : null;
  const tree = pinned?.tree ?? own.tree;
  // Whether a difference is the candidate's is decided by the same run of the base.
  return isIndependent(planned) ? [tree, base.tree] : [tree];
}
