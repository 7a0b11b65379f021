// Small handwritten scorecards for tests of the output, independent of the formulas.
import {
  DIMENSION_IDS,
  type DimensionId,
  type DimensionState,
  type Gate,
  type Ranking,
  type Scorecard,
  type Verdict,
} from '../src/contract/index.ts';

/** A missing member does not apply. */
export type SampleScores = Partial<Record<DimensionId, number | DimensionState>>;

const WEIGHTS: Record<DimensionId, number> = {
  build: 30,
  tests: 30,
  acceptance: 20,
  cross_tests: 20,
  lint: 15,
  diff_scope: 15,
  speed: 10,
  cost: 0,
  security: 10,
  coverage: 0,
};

export function sampleRanking(agent: string, scores: SampleScores, changes: Partial<Ranking> = {}): Ranking {
  const states = DIMENSION_IDS.map((id) => [id, stateOf(scores[id])] as const);
  const counted = states.filter(([, { state }]) => state === 'scored' || state === 'error').map(([id]) => id);
  const activeWeights = counted.reduce((sum, id) => sum + WEIGHTS[id], 0);
  const points = states.reduce((sum, [id, result]) => sum + (shownOf(result) ?? 0) * WEIGHTS[id], 0);
  const total = activeWeights === 0 ? null : points / activeWeights;
  return {
    rank: 1,
    agent,
    mergeable: true,
    needs_review: false,
    total,
    total_unrounded: total,
    breakdown: Object.fromEntries(states.map(([id, result]) => [id, shownOf(result)])) as Ranking['breakdown'],
    dimensions: states.map(([id, result]) => ({
      id,
      weight: WEIGHTS[id],
      effective_weight: counted.includes(id) && activeWeights > 0 ? (WEIGHTS[id] / activeWeights) * 100 : 0,
      result,
    })),
    gates: [],
    findings: [],
    ...changes,
  };
}

function stateOf(score: number | DimensionState | undefined): DimensionState {
  if (score === undefined) return { state: 'not_applicable', why: 'no such command is configured' };
  return typeof score === 'number' ? { state: 'scored', score, steps: [] } : score;
}

function shownOf(result: DimensionState): number | null {
  if (result.state === 'scored') return result.score;
  return result.state === 'error' ? 0 : null;
}

export function failedGate(id: string, reason: string): Gate {
  return { id, passed: false, threshold: null, observed: null, reason };
}

/** Ranks follow the order given; the first mergeable ranking wins. */
export function sampleScorecard(rankings: readonly Ranking[], changes: Partial<Scorecard> = {}): Scorecard {
  const [winner, runnerUp] = rankings.filter(({ mergeable }) => mergeable);
  return {
    schema_version: 1,
    run_id: 'sample',
    engine_version: '0.0.0',
    scoring_version: 1,
    policy_hash: '0',
    winner: winner?.agent ?? null,
    verdict: sampleVerdict(winner, runnerUp),
    margin: winner && runnerUp ? (winner.total_unrounded ?? 0) - (runnerUp.total_unrounded ?? 0) : null,
    sensitivity: winner ? { weight_change_percent: 20, settings: 243, winner_stays: 231, share: 231 / 243 } : null,
    firmness: { verdict: winner ? 'firm' : 'no_winner', reasons: [] },
    degraded: [],
    sandbox: { kind: 'bubblewrap', reason: null, needs_network: [] },
    rankings: rankings.map((ranking, index) => ({ ...ranking, rank: ranking.mergeable ? index + 1 : null })),
    ...changes,
  };
}

function sampleVerdict(winner: Ranking | undefined, runnerUp: Ranking | undefined): Verdict {
  if (winner === undefined) return { class: 'none', leaders: [], reason: 'nothing can be merged', next: null };
  const reason = runnerUp === undefined ? 'the only candidate that can be merged' : `better than ${runnerUp.agent}`;
  return { class: 'decided_by_quality', leaders: [winner.agent], reason, next: null };
}

/** Adds a metric without a weight; `values` are those of the base and of the candidate, in kB. */
export function withMetric(
  ranking: Ranking,
  id: string,
  score: number | DimensionState,
  values: readonly [number, number] | null = null,
): Ranking {
  const result = stateOf(score);
  const [base = 0, value = 0] = values ?? [];
  return {
    ...ranking,
    breakdown: { ...ranking.breakdown, [id]: shownOf(result) },
    dimensions: [...ranking.dimensions, { id, weight: 0, effective_weight: 0, result }],
    ...(values === null ? {} : { metrics: [...(ranking.metrics ?? []), { id, unit: 'kB', base, value, runs: [value] }] }),
  };
}
