// The first captures of a run: every check once on the base and once per candidate, and if a candidate changed tests
// or settings, the base's tests on its sources.
import { filesWithTests, type RunReading } from '../../compare/index.ts';
import { EXAMPLES_CHECK, type Policy, type ProbeFile, parseCheckRun, type Run } from '../../contract/index.ts';
import {
  commitWithFiles,
  diffTrees,
  leaveOut,
  listFiles,
  type ObjectStore,
  type ResolvedCommit,
  readTreeFile,
  readTreeFiles,
} from '../../git/index.ts';
import { withComment } from '../../languages/index.ts';
import { BASELINE, type Subject } from '../../store/index.ts';
import { asksForReports, packagesIn, runnerOf, scriptsIn, selectFiles, selectTests, shuffleTests } from '../../tools/index.ts';
import { type CheckPlan, firstCapture, planBuilds, planChecks, testCheck } from '../checks.ts';
import { measurableFiles } from '../coverage/coverage-request.ts';
import type { PlannedCapture, SubjectTrees } from '../planned.ts';
import { type ChosenCall, openAsking } from './ask-trees.ts';
import { type IndependentTree, independentTree } from './independent-tree.ts';
import { isTestModule, judgeChangedTests, loadsSources } from './test-modules.ts';
import { layOver, type TestSource, testFilesOf } from './test-sources.ts';

/** Builds commands that run only some tests, on the files of one tree. */
export interface TestSelector {
  /** Whether runs of the test command request a report. */
  asksForReport: boolean;
  /** Null if the command cannot run those tests alone. */
  tests(commit: ResolvedCommit, ids: readonly string[], seed: number | null): Promise<string | null>;
  /** `added` are files that are not in the tree, with their texts. */
  files(commit: ResolvedCommit, paths: readonly string[], added?: ReadonlyMap<string, string>): Promise<string | null>;
  trees(candidate: Run['candidates'][number]): Promise<CandidatePlan>;
  /** The files whose executed lines a run of the test command can report. */
  measurable(paths: readonly string[]): string[];
  /** The test files of the base that the runner can run separately. */
  baseTests(): Promise<{ path: string; text: string }[]>;
  /** The tree of an independent run; `deciding` is the candidate's tree whose results count. */
  independent(base: ResolvedCommit, deciding: ResolvedCommit): Promise<IndependentTree>;
  /** The test command in another order; null if the runner has no switch for that. */
  shuffled(seed: number): string | null;
  /** Whether tests run on build output, which a tree with other sources lacks. */
  needsBuild(sources: readonly string[]): boolean;
  /** `onto` with the version of `from` for some files. */
  leaveOut(onto: ResolvedCommit, from: ResolvedCommit, paths: readonly string[]): Promise<ResolvedCommit>;
  /** The tests of some sources on another tree, in order; null if they have none. */
  layOver(sources: readonly TestSource[], onto: ResolvedCommit): Promise<LaidOver | null>;
  /** The calls to compare: from the examples of the task, and from tests of trusted candidates, of the user and of the base. */
  calls(reading: RunReading, trusted: ReadonlySet<string>): Promise<ChosenCall[]>;
  /** The files and the command that make these calls on a tree; null if that is not possible there. */
  asking(commit: ResolvedCommit, calls: readonly ChosenCall[]): Promise<AskingRun | null>;
  /** `onto` with a comment in each of these files that can have one; null if none can. */
  addComments(onto: ResolvedCommit, files: readonly CommentableFile[]): Promise<ResolvedCommit | null>;
}

export interface CommentableFile {
  path: string;
  isExecutable: boolean;
}

/** A run that makes calls. */
export interface AskingRun extends ProbeFile {
  command: string;
}

/** The tests of some authors on the sources of another, and the command that runs them. */
export type LaidOver = Pick<PlannedCapture, 'command' | 'rebuilds'> & { commit: ResolvedCommit };

export interface CandidatePlan {
  trees: SubjectTrees;
  /** The command for the test files that the candidate changed; null unless its trees are in the mode `selected`. */
  changedCommand: string | null;
}

export async function openSelector(objects: ObjectStore, policy: Policy, base: ResolvedCommit): Promise<TestSelector> {
  const baseTree = base.tree;
  const command = policy.scoring.commands.test ?? '';
  const packageJson = await readTreeFile(objects, baseTree, 'package.json');
  const scripts = scriptsIn(packageJson);
  const runner = runnerOf(command, scripts);
  const selectChanged: TestSelector['files'] = async (commit, files, added) => {
    if (files.length === 0) return null;
    const inTree = added === undefined ? await readTreeFiles(objects, commit.tree, files) : [];
    const texts = new Map([...inTree.map(({ path, text }) => [path, text] as const), ...(added ?? [])]);
    const all = new Set([...(await listFiles(objects, commit.tree)), ...texts.keys()]);
    return selectFiles({ command, scripts, files, hasFile: (path) => all.has(path), read: (path) => texts.get(path) ?? null });
  };
  const baseTests = async () => {
    const paths = runner === null ? [] : filesWithTests(await listFiles(objects, baseTree));
    return readTreeFiles(
      objects,
      baseTree,
      paths.filter((path) => runner !== null && isTestModule(path, runner)),
    );
  };
  const asking = openAsking(objects, base, { command, scripts }, baseTests);
  return {
    asksForReport: asksForReports(command, scripts),
    async tests(commit, ids, seed) {
      const files = new Set(await listFiles(objects, commit.tree));
      return selectTests({ command, scripts, ids, hasFile: (path) => files.has(path), seed });
    },
    files: selectChanged,
    calls: asking.choose,
    async asking(commit, calls) {
      const written = await asking.write(commit, calls);
      if (written === null) return null;
      const added = new Map(written.files.map(({ path, text }) => [path, text]));
      const selected = await selectChanged(commit, [...added.keys()], added);
      return selected === null ? null : { ...written, command: selected };
    },
    measurable: (paths) => measurableFiles(paths, command, scripts, packagesIn(packageJson)),
    baseTests,
    independent: (base, deciding) => independentTree(objects, base, deciding),
    shuffled: (seed) => shuffleTests(command, scripts, seed),
    needsBuild: (sources) =>
      planBuilds(policy, BASELINE, 'own').length > 0 && (runner === null || !loadsSources(runner, sources)),
    leaveOut: (onto, from, paths) => leaveOut(objects, base, onto, from, paths),
    async layOver(sources, onto) {
      const files = sources.flatMap((source) => testFilesOf(source, runner) ?? []);
      if (files.length === 0) return null;
      let commit = onto;
      for (const source of sources) commit = await layOver(objects, commit, source);
      const isSelected = files.every(({ modules }) => modules.length > 0);
      const modules = isSelected ? [...new Set(files.flatMap((each) => each.modules))] : [];
      const isSplit = runner?.buildsAllFirst === true && sources.every(({ check }) => check === EXAMPLES_CHECK);
      const parts = isSplit ? await Promise.all(modules.map((path) => selectChanged(commit, [path]))) : [];
      const test = eachOf(parts) ?? (await selectChanged(commit, modules)) ?? command;
      const needsBuild = files.some((each) => each.needsBuild);
      const builds = needsBuild ? planBuilds(policy, BASELINE, 'own').map((build) => build.command) : [];
      return { commit, command: inOrder([...builds, test]), rebuilds: builds.length > 0 };
    },
    async addComments(onto, files) {
      const texts = await readTreeFiles(
        objects,
        onto.tree,
        files.map(({ path }) => path),
      );
      const modes = new Map(files.map(({ path, isExecutable }) => [path, isExecutable]));
      const commented = texts.flatMap(({ path, text }) => {
        const content = isText(text) ? withComment(path, text) : null;
        const isExecutable = modes.get(path) ?? false;
        return content === null ? [] : [{ path, content: Buffer.from(content), isExecutable }];
      });
      return commented.length === 0 ? null : commitWithFiles(objects, onto, commented);
    },
    async trees({ name, commit, tree, pinned }) {
      const subject: Subject = { kind: 'candidate', name };
      const own = { commit, tree };
      if (pinned === null) return { trees: { subject, own, pinned: null }, changedCommand: null };
      const { mode, files } = judgeChangedTests(await diffTrees(objects, pinned.tree, tree), runner);
      const changedCommand = mode === 'selected' ? await selectChanged(own, files) : null;
      const actual = mode === 'selected' && changedCommand === null ? 'shared' : mode;
      return { trees: { subject, own, pinned: { commit: pinned, mode: actual } }, changedCommand };
    },
  };
}

/** Whether no byte was lost when it was read. */
function isText(text: string): boolean {
  return !text.includes('\ufffd');
}

/** Each one, whatever those before it do; fails if one of them fails. Null without two commands. */
function eachOf(commands: readonly (string | null)[]): string | null {
  const known = commands.flatMap((command) => command ?? []);
  if (known.length < commands.length || known.length < 2) return null;
  return ['failed=0', ...known.map((command) => `(${command}) || failed=1`), 'exit $failed'].join('; ');
}

/** Each one only if those before it succeeded. */
function inOrder(commands: readonly string[]): string {
  return commands.length === 1 ? (commands[0] ?? '') : commands.map((command) => `(${command})`).join(' && ');
}

export function planBaseline(policy: Policy): PlannedCapture[] {
  return planChecks(policy).map((check) => firstCapture(check, BASELINE, 'own', 'baseline'));
}

export function planCandidate(policy: Policy, { trees, changedCommand }: CandidatePlan): PlannedCapture[] {
  const { subject, pinned } = trees;
  const checks = planChecks(policy);
  const own = (check: CheckPlan) => firstCapture(check, subject, 'own', 'first run on the candidate');
  if (pinned === null) return checks.map(own);
  const put = (check: CheckPlan) =>
    firstCapture(check, subject, 'pinned', "the candidate changed tests or settings; the base's decide what regressed");
  if (pinned.mode === 'separate') {
    const decisive = checks.filter(({ kind }) => kind === 'build' || kind === 'test');
    return [...decisive.map(put), ...checks.map(own)];
  }
  // The base's tests run before any code of the candidate's own tests has run in the checkout.
  return checks.flatMap((check) => {
    if (check.kind !== 'test') return [own(check)];
    return [put(check), changedCommand === null ? own(check) : changedFiles(own(check), changedCommand)];
  });
}

/** The acceptance tests on one tree, with its first captures. */
export async function planAcceptance(
  selector: TestSelector,
  policy: Policy,
  source: TestSource | null,
  { subject, own, pinned }: SubjectTrees,
): Promise<PlannedCapture[]> {
  const test = testCheck(policy);
  const laid = source === null || test === null ? null : await selector.layOver([source], pinned?.commit ?? own);
  if (source === null || test === null || laid === null) return [];
  const check = { ...test, id: source.check };
  const tree = pinned === null ? 'own' : 'pinned';
  return [{ ...firstCapture(check, subject, tree, 'the acceptance tests'), ...laid }];
}

function changedFiles(whole: PlannedCapture, command: string): PlannedCapture {
  const run = parseCheckRun(`changed1-${whole.run.check}`);
  return { ...whole, run, command, reason: "the candidate's own version of the test files that it changed" };
}
