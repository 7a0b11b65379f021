// The score of a dimension in words, line by line: what was measured, and the points for it.
import type { DimensionResult, DimensionState } from '../contract/index.ts';
import { type ScoreLine, scoreInWords, usdText } from '../text/index.ts';
import { visibleText, wrapText } from './terminal-text.ts';

/** Empty if the dimension has no score, or no form in words. */
export function renderScoreLines({ id, result }: Pick<DimensionResult, 'id' | 'result'>): string[] {
  if (result.state !== 'scored') return [];
  const lines = scoreInWords(id, result.steps) ?? relativeLines(result);
  return lines.flatMap((line) => wrapText('  ', `${visibleText(line.text)} -> ${pointsOf(line)}`, 4));
}

/** Speed and cost: the candidate's own value, and the best one. */
function relativeLines({ score, steps }: Extract<DimensionState, { state: 'scored' }>): ScoreLine[] {
  const { agent_duration: duration, fastest, agent_cost: cost, cheapest } = steps.at(-1)?.inputs ?? {};
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  if (typeof duration === 'number' && typeof fastest === 'number')
    return [{ kind: 'start', text: `${seconds(duration)}, the fastest one ${seconds(fastest)}`, points: score }];
  if (typeof cost === 'number' && typeof cheapest === 'number')
    return [{ kind: 'start', text: `${usdText(cost)}, the cheapest one ${usdText(cheapest)}`, points: score }];
  return [];
}

function pointsOf({ kind, points }: ScoreLine): string {
  return kind === 'change' && points > 0 ? `+${points.toFixed(1)}` : points.toFixed(1);
}
