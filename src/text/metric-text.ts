// The values of metrics in words, the same on a terminal, in Markdown and on the page.

import type { MeasuredMetric, Ranking } from '../contract/index.ts';
import { isDimensionId } from '../contract/index.ts';

/** "bundle_size: 180 kB, base 200 kB (-10%)", or why there is no value; one text per metric. */
export function metricTexts({ dimensions, metrics = [] }: Ranking): string[] {
  return dimensions.flatMap(({ id, result }) => {
    const measured = metrics.find((metric) => metric.id === id);
    if (measured !== undefined) return [`${id}: ${metricText(measured)}`];
    return !isDimensionId(id) && result.state === 'error' ? [`${id}: ${result.why}`] : [];
  });
}

/** "180 kB, base 200 kB (-10%); median of 175, 180 and 184" */
export function metricText({ base, value, unit, runs }: MeasuredMetric): string {
  const withUnit = (number: number) => (unit === '' ? shown(number) : `${shown(number)} ${unit}`);
  const spread = runs.length < 2 ? '' : `; median of ${runs.slice(0, -1).map(shown).join(', ')} and ${shown(runs.at(-1) ?? 0)}`;
  return `${withUnit(value)}, base ${withUnit(base)}${changeText(base, value)}${spread}`;
}

function changeText(base: number, value: number): string {
  if (value === base) return ' (unchanged)';
  if (base === 0) return '';
  const percent = ((value - base) / Math.abs(base)) * 100;
  return ` (${percent > 0 ? '+' : ''}${shown(Math.abs(percent) < 0.1 ? percent : Number(percent.toFixed(1)))}%)`;
}

/** Whole numbers in full, others with six digits. */
function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}
