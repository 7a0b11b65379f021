// Room report: one line for each candidate that did not win, saying why.
import type { DimensionResult, Ranking, Scorecard } from '../contract/index.ts';
import { pointsText } from './number-text.ts';
import { painter } from './paint.ts';
import { cutEnd, cutMiddle, LINE_WIDTH, padEnd, visibleText, widestOf } from './terminal-text.ts';

const LONGEST_NAME = 24;
const DEFICITS_SHOWN = 3;

/** Empty when nobody lost. */
export function renderReasons(scorecard: Scorecard, { colour }: { colour: boolean }): string {
  const winner = scorecard.rankings.find(({ agent }) => agent === scorecard.winner);
  const losers = scorecard.rankings.filter((ranking) => ranking !== winner);
  if (losers.length === 0) return '';
  const names = losers.map(({ agent }) => cutMiddle(visibleText(agent), LONGEST_NAME));
  const nameWidth = widestOf(names);
  const lines = losers.map((loser, index) => {
    const reason = winner !== undefined && loser.mergeable ? whyBehind(loser, winner) : whyNotMergeable(loser);
    return cutEnd(`  ${padEnd(names[index] ?? '', nameWidth)}  ${reason}`, LINE_WIDTH);
  });
  const heading = winner === undefined ? 'Why none' : 'Why not the others';
  return `${[painter(colour)('strong', heading), ...lines].join('\n')}\n`;
}

function whyNotMergeable({ gates }: Ranking): string {
  const reasons = gates.filter(({ passed }) => passed === false).map(({ reason }) => visibleText(reason));
  return reasons.length === 0 ? 'not mergeable' : reasons.join('; ');
}

/** The dimensions in which most of the points were lost, each as it moved the total. */
function whyBehind(loser: Ranking, winner: Ranking): string {
  const points = (winner.total_unrounded ?? 0) - (loser.total_unrounded ?? 0);
  if (points === 0) return 'level with the winner, and behind by the order for ties';
  const deficits = winner.dimensions
    .map((dimension, index) => ({ id: dimension.id, lost: pointsOf(dimension) - pointsOf(loser.dimensions[index]) }))
    .filter(({ lost }) => lost >= 0.05)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, DEFICITS_SHOWN)
    .map(({ id, lost }) => `${id} -${lost.toFixed(1)}`);
  const where = deficits.length === 0 ? '' : `: ${deficits.join(', ')}`;
  return `${pointsText(points)} behind${where}`;
}

/** What a dimension adds to the total. Every candidate of a run has the same dimensions in the same order. */
function pointsOf(dimension: DimensionResult | undefined): number {
  return dimension?.result.state === 'scored' ? dimension.result.score * (dimension.effective_weight / 100) : 0;
}
