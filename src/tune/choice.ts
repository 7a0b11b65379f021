// Turns the record of a decided run into a choice between its mergeable candidates.
import {
  type Decision,
  DIMENSION_IDS,
  type DimensionId,
  isMergeDecision,
  type LeftOutReason,
  type MergeDecision,
  type Ranking,
  type Scorecard,
  type Weights,
} from '../contract/index.ts';
import { scoreOf } from '../scoring/index.ts';

/** A finished run and what was decided about it. */
export interface RunRecord {
  runId: string;
  scorecard: Scorecard;
  scorecardSha256: string;
  decisions: readonly Decision[];
}

export interface Choice {
  runId: string;
  at: string;
  /** The mergeable candidates, and what each scored in `dimensions`. */
  candidates: readonly string[];
  scores: readonly (readonly number[])[];
  /** The dimensions with a weight that were measured for all of them. */
  dimensions: readonly DimensionId[];
  /** Indexes into `candidates`. */
  merged: number;
  first: number;
  isBlind: boolean;
}

/** Null for a run that was not decided. Of several merges of one run the last one counts. */
export function toChoice(record: RunRecord, weights: Weights): Choice | LeftOutReason | null {
  const decision = record.decisions.filter(isMergeDecision).at(-1);
  if (decision === undefined) return null;
  const mergeable = record.scorecard.rankings.filter((ranking) => ranking.mergeable);
  const reason = whyLeftOut(record, decision, mergeable);
  return reason ?? describeChoice(record, decision, mergeable, weights);
}

function whyLeftOut(
  { scorecard, scorecardSha256 }: RunRecord,
  { forced, picked, shown, candidate }: MergeDecision,
  mergeable: readonly Ranking[],
): LeftOutReason | null {
  if (forced !== null) return 'forced';
  if (picked.length > 0) return 'parts';
  if (shown.scorecard_sha256 !== scorecardSha256) return 'rescored';
  if (scorecard.verdict.class === 'level' && areEqual(scorecard)) return 'level';
  if (mergeable.length < 2) return 'one_mergeable';
  return mergeable.some(({ agent }) => agent === candidate) ? null : 'unreadable';
}

/** Level candidates can differ in what decides nothing, such as cost: then the merge shows a preference. */
function areEqual({ verdict: { leaders }, rankings }: Scorecard): boolean {
  const [first, ...others] = rankings.filter(({ agent }) => leaders.includes(agent));
  return others.every((other) =>
    DIMENSION_IDS.every((id) => first !== undefined && measuredScore(other, id) === measuredScore(first, id)),
  );
}

function describeChoice(
  { runId }: RunRecord,
  { candidate, shown, at }: MergeDecision,
  mergeable: readonly Ranking[],
  weights: Weights,
): Choice | LeftOutReason {
  const dimensions = DIMENSION_IDS.filter(
    (id) => weights[id] > 0 && mergeable.every((ranking) => measuredScore(ranking, id) !== null),
  );
  const scores = mergeable.map((ranking) => dimensions.map((id) => measuredScore(ranking, id) ?? 0));
  const isEqual = scores.every((own) => own.every((score, index) => score === scores[0]?.[index]));
  if (isEqual) return 'no_difference';
  const candidates = mergeable.map(({ agent }) => agent);
  const first = shown.order.find((name) => candidates.includes(name)) ?? candidate;
  return {
    ...{ runId, at, candidates, scores, dimensions },
    merged: candidates.indexOf(candidate),
    first: candidates.indexOf(first),
    isBlind: shown.blind,
  };
}

/** Null if the dimension does not apply; a failed measurement counts as 0, as in the total. */
function measuredScore({ dimensions }: Ranking, wanted: DimensionId): number | null {
  const found = dimensions.find(({ id }) => id === wanted);
  return found === undefined ? null : scoreOf(found.result);
}
