// The common input of all planners of further captures.

import {
  type CheckPlan,
  type CheckRun,
  type PlannedCapture,
  type Policy,
  type ResolvedCommit,
  type Subject,
  TASK_AUTHOR,
  TEST_AUTHOR,
} from '../contract/index.ts';
import type { CandidateCaptures, RunReading, TestAuthor } from '../judge/index.ts';
import type { TestSelector } from './test-selector.ts';
import type { TestSource } from './test-sources.ts';

/** The preliminary result of the captures so far; computed by scoring. */
export interface Standing {
  /** The current winner; null for none. */
  leader: string | null;
  /** Candidates that are mergeable, or would be if the tests they lost turned out to be flaky. */
  undecided: ReadonlySet<string>;
  /** Candidates that are mergeable, or need a decision on contested tests. */
  contenders: ReadonlySet<string>;
  /** The leader and the candidates that are level with it. */
  leaders: ReadonlySet<string>;
  /** Candidates whose tests can be trusted: no integrity error. */
  trusted: ReadonlySet<string>;
  /** Candidates that no test separates, whose answers to further calls are compared. */
  asked: ReadonlySet<string>;
}

/** A candidate that another machine measures: only its tests matter here. */
export type AbsentAuthor = Pick<CandidateCaptures, 'entry' | 'diff' | 'patch'>;

export interface Planning {
  reading: RunReading;
  policy: Policy;
  selector: TestSelector;
  standing: Standing;
  absent: readonly AbsentAuthor[];
  test: CheckPlan;
  /** Lets signals and the progress run; rejects if the run is interrupted. */
  pause(): Promise<void>;
}

export function planned(
  { test }: Planning,
  subject: Subject,
  run: CheckRun,
  reason: string,
  {
    command = test.command,
    canaries = [],
    varied = [],
    probes = null,
    commit = null,
    coverage = null,
    independent = null,
    leftOut = null,
    authors = null,
  }: Partial<
    Omit<PlannedCapture, 'subject' | 'run' | 'kind' | 'timeoutSeconds' | 'alone' | 'asksForReport' | 'usesCache' | 'reason'>
  > = {},
): PlannedCapture {
  const { kind, timeoutSeconds, alone } = test;
  const asksForReport = run.attempt?.kind !== 'plain';
  const how = {
    canaries,
    varied,
    probes,
    commit,
    asksForReport,
    coverage,
    independent,
    leftOut,
    authors,
    usesCache: true,
  };
  return { subject, run, kind, command, timeoutSeconds, alone, ...how, reason };
}

/** The same tree has the same orders everywhere. */
export function seedOf(tree: string, round: number): number {
  return (Number.parseInt(tree.slice(0, 6), 16) % 60_000) + round;
}

export function subjectOf({ entry }: CandidateCaptures): Subject {
  return { kind: 'candidate', name: entry.name };
}

export function ownCommit({ entry: { commit, tree } }: CandidateCaptures): ResolvedCommit {
  return { commit, tree };
}

export function decidingCommit(candidate: CandidateCaptures): ResolvedCommit {
  return candidate.entry.pinned ?? ownCommit(candidate);
}

export function sourceOf({ reading, absent }: Planning, author: TestAuthor): TestSource {
  const { candidate, kind, check, diff, programs } = author;
  const { base, test_sources: sources = [] } = reading.run;
  const name = NAMES[kind];
  const elsewhere = absent.find(({ entry }) => kind === 'candidate' && entry.name === author.name)?.entry;
  const given = kind === 'task' && programs.length > 0 ? base : sources.find((source) => source.name === name);
  const stored = elsewhere ?? (candidate === null ? given : ownCommit(candidate));
  if (stored === undefined) throw new Error(`the run has no tests of ${name}`);
  return {
    ...{ check, diff, base: { commit: base.commit, tree: base.tree } },
    author: { commit: stored.commit, tree: stored.tree },
    takes: kind === 'acceptance' || kind === 'task' ? 'all' : 'tests',
    programs,
  };
}

/** Sources without a candidate, by the kind of their author. */
const NAMES: Record<TestAuthor['kind'], string | null> = {
  candidate: null,
  acceptance: 'acceptance',
  test_author: TEST_AUTHOR,
  task: TASK_AUTHOR,
};
