// The part of a merge decision that says what the user had seen: the order of the candidates and their scores.
import {
  type Decision,
  DIMENSION_IDS,
  isPickDecision,
  type MergeDecision,
  type Ranking,
  type Scorecard,
  type ShownScores,
  sha256Hex,
} from '../contract/index.ts';

export function describeShown(
  { rank, total, mergeable, agent }: Ranking,
  { rankings, winner }: Scorecard,
  scorecardBytes: string,
  decisions: readonly Decision[],
): MergeDecision['shown'] {
  const hash = sha256Hex(scorecardBytes);
  const seen = { rank, of: rankings.length, total, winner: winner ?? null, mergeable, scorecard_sha256: hash };
  // Names and scores are shown after the pick, so that merging another candidate is no blind choice.
  const pick = decisions.filter(isPickDecision).find(({ candidate, shown }) => {
    return candidate === agent && shown.scorecard_sha256 === hash;
  });
  if (pick !== undefined) return { ...seen, order: pick.shown.order, scores: [], blind: true };
  return { ...seen, order: rankings.map((ranking) => ranking.agent), scores: rankings.map(shownScores), blind: false };
}

function shownScores({ agent, total, breakdown }: Ranking): ShownScores {
  const scores = DIMENSION_IDS.flatMap((id) => (breakdown[id] === null ? [] : [[id, breakdown[id]] as const]));
  return { candidate: agent, total, dimensions: Object.fromEntries(scores) };
}
