// What planning needs from the trees of a run; the pipeline implements it with git.
import type { ChosenProbe, SourceCall } from '../answers/index.ts';
import type { IndependentConditions, PlannedCapture, ProbeFile, ResolvedCommit, Run, SubjectTrees } from '../contract/index.ts';
import type { RunReading } from '../judge/index.ts';
import type { TestSource } from './test-sources.ts';

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
  /** The programs of a source on another tree. */
  layPrograms(source: TestSource, onto: ResolvedCommit): Promise<LaidOver>;
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
export type LaidOver = Pick<PlannedCapture, 'command'> & { commit: ResolvedCommit };

export interface CandidatePlan {
  trees: SubjectTrees;
  /** The command for the test files that the candidate changed; null unless its trees are in the mode `selected`. */
  changedCommand: string | null;
}

/** A call with what it needs in the file that makes it. */
export interface NeededCall extends SourceCall {
  imports: string;
  /** The file that has these imports; relative ones begin at its folder. Null for the file of the run. */
  importsPath: string | null;
  setup: string;
}

export type ChosenCall = ChosenProbe<NeededCall>;

export interface IndependentTree {
  commit: ResolvedCommit;
  /** own: it changes what is installed, so that the base's dependencies may lack something. */
  dependencies: Exclude<IndependentConditions['dependencies'], 'none'>;
}
