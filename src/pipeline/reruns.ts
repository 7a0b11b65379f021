// Room pipeline: the further test runs of a run. Tests in doubt run again on both sides, by themselves where the runner can
// select them and with the whole command otherwise; new tests run again in other orders. Every one of them is a capture.

import { captureRun } from '../capture/capture.ts';
import { PINNED_PREFIX, type RerunKind, rerunPrefix } from '../capture/names.ts';
import { selectTests } from '../capture/select-tests.ts';
import type { CapturedTree, CaptureStage } from '../capture/stage.ts';
import type { MaybeReading } from '../compare/index.ts';
import type { Facts, Run, TestStatus, TestSummary } from '../contract/index.ts';
import { listFiles, readTreeFile } from '../git/index.ts';
import { BASELINE, type RunFolder } from '../store/index.ts';
import { readTests } from './2-parse.ts';
import { factsOfRun } from './3-compare.ts';

/** With the trees of the first captures. */
type FirstStage = Omit<CaptureStage, 'firstIndex'>;

/** Hands back what all captures of the run, first and further ones, come to. */
export async function captureReruns(stage: FirstStage, run: Run): Promise<Facts> {
  const { reruns } = run.policy.scoring.tests;
  // A resumed run may have some of them already; what is to be done follows from the first captures alone.
  const facts = factsOfRun(stage.run, run, 0);
  const { tests } = facts.baseline;
  if (reruns === 0 || tests.state !== 'measured' || tests.precision !== 'exact') return facts;
  let firstIndex = stage.trees.length;
  const capture = async (trees: readonly CapturedTree[]) => {
    // Hydra's own failing tests have had their run.
    const plain = trees.map((tree) => ({ ...tree, canaries: [] }));
    if (trees.length > 0) await captureRun({ ...stage, trees: plain, firstIndex });
    firstIndex += trees.length;
  };
  const doubt = findDoubt(stage, run, facts);
  const selector = await openSelector(stage, run);
  const selected = await selectDoubtful(doubt, selector);
  const shuffled = await selectNew(stage, facts, selector);
  await capture([...inRounds('selected', 1, reruns, selected ?? []), ...shuffled]);
  const whole = selected === null ? doubt.trees.filter(isLoser) : unsettled(stage.run, doubt, selected, reruns);
  const again = whole.map(({ tree }) => tree);
  await capture(inRounds('again', 1, reruns, again));
  if (again.length > 0) await capture(inRounds('again', reruns + 1, reruns * 3, baseOnceMore(stage, run)));
  return firstIndex === stage.trees.length ? facts : factsOfRun(stage.run, run);
}

/** A tree whose tests decide, with how each test went there in the first run. */
interface DoubtedTree {
  tree: CapturedTree;
  first: ReadonlyMap<string, TestStatus>;
  /** Tests of the base that do not pass here. */
  lost: readonly string[];
}

/** The base stands for what everybody may have lost. */
function isLoser({ tree, lost }: DoubtedTree): boolean {
  return tree.subject.kind === 'baseline' || lost.length > 0;
}

interface Doubt {
  /** Tests that fail on the base, or that a candidate lost. */
  tests: readonly string[];
  /** The base first; empty when nothing is in doubt. */
  trees: readonly DoubtedTree[];
}

function findDoubt({ trees, run: folder }: FirstStage, run: Run, facts: Facts): Doubt {
  const lost = lostTests(facts);
  const base = statuses(readTests(folder, BASELINE));
  const failed = [...base].filter(([, status]) => status === 'failed').map(([id]) => id);
  const tests = [...new Set([...failed, ...[...lost.values()].flat()])].sort();
  const deciding = trees.filter(({ subject, prefix }) => {
    const isPinned = run.candidates.some(
      ({ name, pinned }) => subject.kind === 'candidate' && name === subject.name && pinned !== null,
    );
    return (prefix === PINNED_PREFIX) === isPinned;
  });
  if (tests.length === 0) return { tests, trees: [] };
  const doubted = deciding.map((tree) => ({
    tree,
    first: statuses(readTests(folder, tree.subject, tree.prefix)),
    lost: tree.subject.kind === 'baseline' ? [] : (lost.get(tree.subject.name) ?? []),
  }));
  return { tests, trees: doubted };
}

function lostTests({ candidates }: Facts): Map<string, string[]> {
  return new Map(candidates.map(({ name, tests }) => [name, tests.state === 'measured' ? tests.regressed : []]));
}

function statuses(reading: MaybeReading<TestSummary>): Map<string, TestStatus> {
  const isNamed = reading.state === 'read' && reading.reading.summary.precision === 'exact';
  return new Map(isNamed ? reading.reading.summary.tests.map(({ id, status }) => [id, status]) : []);
}

/** Null where the command cannot be made to run those tests alone. */
type Selector = (tree: CapturedTree, ids: readonly string[], seed: number | null) => Promise<string | null>;

async function openSelector({ objects, policy }: FirstStage, run: Run): Promise<Selector> {
  const command = policy.scoring.commands.test ?? '';
  const scripts = scriptsOf(await readTreeFile(objects, run.base.tree, 'package.json'));
  return async ({ commit }, ids, seed) => {
    const files = new Set(await listFiles(objects, commit.tree));
    return selectTests({ command, scripts, ids, hasFile: (path) => files.has(path), seed });
  };
}

function scriptsOf(packageJson: string | null): Record<string, string> {
  try {
    const { scripts } = JSON.parse(packageJson ?? '{}') as { scripts?: unknown };
    const entries = Object.entries(typeof scripts === 'object' && scripts !== null ? scripts : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

/** Null when some of the tests in doubt cannot be run by themselves. A test that did not run cannot be run again. */
async function selectDoubtful({ tests, trees }: Doubt, select: Selector): Promise<CapturedTree[] | null> {
  const selected: CapturedTree[] = [];
  for (const { tree, first } of trees) {
    const ids = tests.filter((id) => hasRun(first.get(id)));
    const testCommand = ids.length === 0 ? '' : await select(tree, ids, null);
    if (testCommand === null) return null;
    if (testCommand !== '') selected.push({ ...tree, testCommand });
  }
  return selected;
}

function hasRun(status: TestStatus | undefined): boolean {
  return status === 'passed' || status === 'failed';
}

/** Round by round, so that all trees meet the same conditions. */
function inRounds(kind: RerunKind, from: number, to: number, trees: readonly CapturedTree[]): CapturedTree[] {
  const rounds = Array.from({ length: to - from + 1 }, (_unused, index) => from + index);
  return rounds.flatMap((round) => trees.map((tree) => ({ ...tree, prefix: rerunPrefix(kind, round, tree.prefix) })));
}

/**
 * What selected runs leave open goes to the whole command: a test that did not run, or that went otherwise than among all
 * the others. When that is so on the base, it is open for all who lost a test; on a candidate, for it and the base.
 */
function unsettled(folder: RunFolder, doubt: Doubt, selected: readonly CapturedTree[], reruns: number): DoubtedTree[] {
  const isSettled = ({ tree, first, lost }: DoubtedTree) => {
    const wanted = doubt.tests.filter((id) => hasRun(first.get(id)));
    if (lost.some((id) => !hasRun(first.get(id)))) return false;
    if (!selected.some(({ subject }) => subject === tree.subject)) return true;
    return inRounds('selected', 1, reruns, [tree]).every(({ subject, prefix }) => {
      const then = statuses(readTests(folder, subject, prefix));
      return wanted.every((id) => then.get(id) === first.get(id));
    });
  };
  const [base, ...candidates] = doubt.trees;
  if (base === undefined) return [];
  const open = candidates.filter((candidate) => !isSettled(candidate));
  if (!isSettled(base)) return doubt.trees.filter((tree) => isLoser(tree) || open.includes(tree));
  return open.length === 0 ? [] : [base, ...open];
}

/** A test that is mixed only on a candidate may be flaky on the base too, and have been lucky there: it gets more chances. */
function baseOnceMore({ trees, run: folder }: FirstStage, run: Run): CapturedTree[] {
  const { candidates } = factsOfRun(folder, run, run.policy.scoring.tests.reruns);
  const isDoubted = candidates.some(({ integrity }) => integrity.some(({ id }) => id === 'flaky_on_candidate'));
  return isDoubted ? trees.filter(({ subject }) => subject.kind === 'baseline') : [];
}

/** Tests that only a candidate has, in orders that its tree decides, where they can be selected. */
async function selectNew({ trees, policy }: FirstStage, facts: Facts, select: Selector): Promise<CapturedTree[]> {
  const { reruns } = policy.scoring.tests;
  const shuffled: CapturedTree[] = [];
  for (let round = 1; round <= reruns; round += 1) {
    for (const { name, tests } of facts.candidates) {
      const tree = trees.find(({ subject, prefix }) => subject.kind === 'candidate' && subject.name === name && prefix === '');
      if (tree === undefined || tests.state !== 'measured' || tests.added.length === 0) continue;
      const testCommand = await select(tree, tests.added, seedOf(tree.commit.tree, round));
      if (testCommand !== null) shuffled.push({ ...tree, prefix: rerunPrefix('shuffled', round, ''), testCommand });
    }
  }
  return shuffled;
}

/** The same tree has the same orders everywhere. */
function seedOf(tree: string, round: number): number {
  return (Number.parseInt(tree.slice(0, 6), 16) % 60_000) + round;
}
