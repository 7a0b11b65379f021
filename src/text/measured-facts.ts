// What was measured about a candidate, in numbers that need no formula. The same on a terminal and on the page.
import type { CandidateFacts, Facts, Ranking } from '../contract/index.ts';
import { brokenShare, type Share } from './broken-tests.ts';

export interface MeasuredFacts {
  /** Tests that fail on the base and pass now; null if tests have no names. */
  fixed: Share | null;
  /** Tests that pass on the base and do not pass now, as the scorecard counts them. */
  broken: Share | null;
  /** New lint findings. */
  lint: number | null;
  files: number;
  /** Added and removed lines. */
  lines: number;
  durationMs: number | null;
  costUsd: number | null;
}

export function measuredFacts(
  { baseline }: Facts,
  candidate: CandidateFacts,
  ranking: Pick<Ranking, 'dimensions'>,
): MeasuredFacts {
  const { tests, lint, agent, diff } = candidate;
  const before = baseline.tests;
  const named = tests.state === 'measured' && tests.compared_by === 'identity' && before.state === 'measured';
  const counted = diff.files.filter((file) => file.class === 'source');
  return {
    fixed: named ? { count: tests.fixed.length, of: before.failed } : null,
    broken: brokenShare(ranking),
    lint: lint.state === 'measured' && baseline.lint.state === 'measured' ? newFindings(baseline.lint, lint) : null,
    files: counted.length,
    lines: counted.reduce((sum, { added, removed }) => sum + added + removed, 0),
    durationMs: agent?.duration_ms ?? null,
    costUsd: agent?.cost_usd ?? null,
  };
}

type Measured<State> = Extract<State, { state: 'measured' }>;

/** Without the findings themselves, only the numbers can be compared. */
function newFindings(base: Measured<Facts['baseline']['lint']>, own: Measured<CandidateFacts['lint']>): number {
  if (own.compared_by === 'identity') return own.added.length;
  return Math.max(0, own.errors - base.errors) + Math.max(0, own.warnings - base.warnings);
}
