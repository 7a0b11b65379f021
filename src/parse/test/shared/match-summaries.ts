// For runners whose summary a test can imitate: which of the summaries in an output are real,
// told by whether the results listed before a summary bear it out. Needs a list of results, each with its status;
// runners that show only marks, or marks and an outline, go to claimed-runs.ts.
import type { TestStatus } from '../../../contract/index.ts';

/** After so many claims in a row that nothing bears out, no other is tried: each costs a look at all results. */
const MAX_UNPROVED = 100;

export interface Claim {
  /** How many results had been listed when this summary was printed. */
  listedBefore: number;
}

export interface Run<Kind extends Claim> {
  /** Null for results that no summary followed. */
  claim: Kind | null;
  /** The run's own results: a range of all that were listed. */
  from: number;
  to: number;
  /**
   * proved: the results bear the claim out. alone: they do not, but there is no other claim, as with reporters that list
   * little. doubtful: it may be no run at all, or not all of one.
   */
  belief: 'proved' | 'alone' | 'doubtful';
  /** Other claims stand between its results: tests print what looks like results here. */
  hasImitations: boolean;
}

/**
 * `borneOutFrom` answers with the index of the first result that the claim counts, not before `from`,
 * or null when the results do not bear it out.
 */
export function separateRuns<Kind extends Claim>(
  claims: readonly Kind[],
  listed: number,
  borneOutFrom: (claim: Kind, from: number) => number | null,
): Run<Kind>[] {
  const runs: Run<Kind>[] = [];
  let from = 0;
  let unproved: Kind[] = [];
  for (const claim of claims) {
    const start = unproved.length < MAX_UNPROVED ? borneOutFrom(claim, from) : null;
    if (start === null) {
      unproved.push(claim);
      continue;
    }
    // A claim in the middle of these results was printed by a test; one before them may be a run of its own.
    const hasRival = unproved.some(({ listedBefore }) => listedBefore <= start);
    const belief = hasRival ? 'doubtful' : 'proved';
    runs.push({ claim, from: start, to: claim.listedBefore, belief, hasImitations: unproved.length > 0 });
    from = claim.listedBefore;
    unproved = [];
  }
  return [...runs, ...unprovedRuns(unproved, from, listed, runs.length === 0)];
}

function unprovedRuns<Kind extends Claim>(claims: readonly Kind[], start: number, listed: number, isAll: boolean): Run<Kind>[] {
  const belief = isAll && claims.length === 1 ? 'alone' : 'doubtful';
  const runs: Run<Kind>[] = [];
  let from = start;
  // Where so many are doubtful, one says as much as all of them.
  for (const claim of claims.length > MAX_UNPROVED ? claims.slice(-1) : claims) {
    runs.push({ claim, from, to: claim.listedBefore, belief, hasImitations: false });
    from = claim.listedBefore;
  }
  if (from < listed) runs.push({ claim: null, from, to: listed, belief: 'doubtful', hasImitations: false });
  return runs;
}

type Counts = Record<TestStatus, number>;

/**
 * Goes back from the end of the listed statuses until they make up the counts, and answers with where they begin.
 * Null when they do not, or when results are left over in front: those may be a run that broke off. Lines with a dash,
 * which are read as skipped tests, are common in any output and may be left over.
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
