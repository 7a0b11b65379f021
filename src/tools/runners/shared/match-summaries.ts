// For runners without a header: a run is the results up to a summary. A test can print a summary too (a decoy), so the
// results before a summary decide whether it is real. `matchSummaries` compares summaries with a list of results;
// `acceptRuns` is for runs that show only marks or an outline and compare these with their totals themselves.
import type { TestStatus } from '../../../contract/index.ts';

/** Further unconfirmed summaries in a row are not compared with the results: each comparison takes time. */
const MAX_UNCONFIRMED = 100;

export interface Summary {
  /** How many results were listed before the summary. */
  listedBefore: number;
}

export interface MatchedRun<Kind extends Summary> {
  /** Null for results without a summary after them. */
  summary: Kind | null;
  /** The range of the run's results in the list. */
  from: number;
  to: number;
  /**
   * confirmed: the results match the summary. only: they do not, but there is no other summary, as with reporters that list
   * few results. ambiguous: it may be a decoy, or a part of a run.
   */
  confidence: 'confirmed' | 'only' | 'ambiguous';
  /** There are other summaries between its results, so tests print what looks like results. */
  hasDecoys: boolean;
}

/**
 * `confirmedFrom` returns the index of the first result that the summary counts, at or after `from`; null when the results do
 * not match the summary.
 */
export function matchSummaries<Kind extends Summary>(
  summaries: readonly Kind[],
  listed: number,
  confirmedFrom: (summary: Kind, from: number) => number | null,
): MatchedRun<Kind>[] {
  const runs: MatchedRun<Kind>[] = [];
  let from = 0;
  let unconfirmed: Kind[] = [];
  for (const summary of summaries) {
    const start = unconfirmed.length < MAX_UNCONFIRMED ? confirmedFrom(summary, from) : null;
    if (start === null) {
      unconfirmed.push(summary);
      continue;
    }
    // A summary between these results is a decoy; one before them may be a run of its own.
    const isAmbiguous = unconfirmed.some(({ listedBefore }) => listedBefore <= start);
    const confidence = isAmbiguous ? 'ambiguous' : 'confirmed';
    runs.push({ summary, from: start, to: summary.listedBefore, confidence, hasDecoys: unconfirmed.length > 0 });
    from = summary.listedBefore;
    unconfirmed = [];
  }
  return [...runs, ...unconfirmedRuns(unconfirmed, from, listed, runs.length === 0)];
}

function unconfirmedRuns<Kind extends Summary>(
  summaries: readonly Kind[],
  start: number,
  listed: number,
  isAll: boolean,
): MatchedRun<Kind>[] {
  const confidence = isAll && summaries.length === 1 ? 'only' : 'ambiguous';
  const runs: MatchedRun<Kind>[] = [];
  let from = start;
  // One of so many ambiguous runs makes the result inconsistent already.
  for (const summary of summaries.length > MAX_UNCONFIRMED ? summaries.slice(-1) : summaries) {
    runs.push({ summary, from, to: summary.listedBefore, confidence, hasDecoys: false });
    from = summary.listedBefore;
  }
  if (from < listed) runs.push({ summary: null, from, to: listed, confidence: 'ambiguous', hasDecoys: false });
  return runs;
}

type Counts = Record<TestStatus, number>;

/**
 * Goes back from the end of the listed results until they have these counts, and returns the index of the first of them.
 * Null when they never do, or when results remain before them: those may be a truncated run. Skipped results may remain:
 * lines with a dash, which are read as skipped tests, are common in any output.
 */
export function countBack(listed: readonly { status: TestStatus }[], from: number, to: number, counts: Counts): number | null {
  const left = { ...counts };
  const isDone = () => left.passed === 0 && left.failed === 0 && left.skipped === 0;
  let start = to;
  while (start > from && !isDone()) {
    start -= 1;
    const status = listed[start]?.status ?? 'failed';
    left[status] -= 1;
    if (left[status] < 0) return null;
  }
  let first = from;
  while (first < start && listed[first]?.status === 'skipped') first += 1;
  return isDone() && first === start ? start : null;
}

export interface CandidateRun<Self> {
  /** The results before the totals match them. */
  readonly isConfirmed: boolean;
  /** So few results precede the totals that they cannot be the runner's. */
  readonly hasTooFewResults: boolean;
  /** Set by `acceptRuns` when the totals can be neither confirmed nor dropped. */
  problem: string | null;
  /** This run with the results of an earlier one, whose totals are a decoy. */
  joinedTo(earlier: Self): Self;
}

const MAX_JOINED_RUNS = 8;

/** Joins runs that were split by decoys, and records a problem for each of several runs that is not confirmed. */
export function acceptRuns<Run extends CandidateRun<Run>>(runs: readonly Run[]): Run[] {
  const accepted: Run[] = [];
  for (const run of runs) {
    const { joined, count } = joinWithEarlier(run, accepted);
    accepted.splice(accepted.length - count, count, joined);
  }
  if (accepted.length === 1) return accepted;
  for (const run of accepted) if (!run.isConfirmed) run.problem = 'the results before these totals do not add up to them';
  return accepted;
}

function joinWithEarlier<Run extends CandidateRun<Run>>(run: Run, earlier: readonly Run[]): { joined: Run; count: number } {
  let joined = run;
  for (let count = 0; count <= Math.min(earlier.length, MAX_JOINED_RUNS); count += 1) {
    const next = earlier.at(-1 - count);
    if (joined.isConfirmed && next?.hasTooFewResults !== true) return { joined, count };
    if (next !== undefined) joined = joined.joinedTo(next);
  }
  return { joined: run, count: 0 };
}
