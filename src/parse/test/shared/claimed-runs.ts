// For runners without a header. A run is what leads up to a line of totals, and code under test can print
// such a line too; then the real totals, further down, are those of the results before both.
// For marks and outlines, which a run must weigh itself; results that are listed one by one go to separate-runs.ts.

export interface ClaimedRun<Self> {
  /** Whether results before the totals add up to them. */
  readonly isBorneOut: boolean;
  /** Whether so few results stand before the totals that they cannot be the runner's. */
  readonly lacksResults: boolean;
  /** Set here when the totals can neither be believed nor put aside. */
  problem: string | null;
  /** This run with the results of an earlier one, whose totals were not real. */
  joinedTo(earlier: Self): Self;
}

const MAX_JOINED_RUNS = 8;

/** Several runs in one log, or one run whose tests print totals of their own. */
export function believedRuns<Run extends ClaimedRun<Run>>(runs: readonly Run[]): Run[] {
  const believed: Run[] = [];
  for (const run of runs) {
    const { joined, count } = joinWithEarlier(run, believed);
    believed.splice(believed.length - count, count, joined);
  }
  if (believed.length === 1) return believed;
  for (const run of believed) if (!run.isBorneOut) run.problem = 'the results before these totals do not add up to them';
  return believed;
}

function joinWithEarlier<Run extends ClaimedRun<Run>>(run: Run, earlier: readonly Run[]): { joined: Run; count: number } {
  let joined = run;
  for (let count = 0; count <= Math.min(earlier.length, MAX_JOINED_RUNS); count += 1) {
    const next = earlier.at(-1 - count);
    if (joined.isBorneOut && next?.lacksResults !== true) return { joined, count };
    if (next !== undefined) joined = joined.joinedTo(next);
  }
  return { joined: run, count: 0 };
}
