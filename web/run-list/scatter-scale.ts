// The geometry of the plot of cost against score: a logarithmic axis, a linear one, and the Pareto line.
import type { AttemptEntry } from '../../src/contract/index.ts';

export interface Point {
  attempt: AttemptEntry;
  usd: number;
  total: number;
}

/** More dots would cover each other; the newest are kept. */
const MAX_POINTS = 300;
/** A logarithmic axis has no zero: a free attempt is at its left end. */
const MIN_USD = 0.001;

/** The attempts with a known cost and score, newest first. */
export function scatterPoints(attempts: readonly AttemptEntry[]): Point[] {
  return attempts
    .flatMap((attempt) => {
      const { cost_usd: usd, total } = attempt;
      return usd === null || total === null ? [] : [{ attempt, usd: Math.max(usd, MIN_USD), total }];
    })
    .slice(0, MAX_POINTS);
}

/** The mergeable attempts that no other one beats in both cost and score, cheapest first. */
export function paretoLine(points: readonly Point[]): Point[] {
  const line: Point[] = [];
  const mergeable = points.filter(({ attempt }) => attempt.result !== 'out');
  for (const point of mergeable.sort((a, b) => a.usd - b.usd || b.total - a.total))
    if (point.total > (line.at(-1)?.total ?? -1)) line.push(point);
  return line;
}

export interface Scale {
  ticks: number[];
  /** From 0 to 1. */
  at(value: number): number;
}

/** Ticks at 1, 2 and 5 of each power of ten; only at 1 if there would be more than MAX_TICKS. */
export function logScale(values: readonly number[]): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const steps = [1, 2, 5];
  const all: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1)
    for (const step of steps) all.push(Number((step * 10 ** power).toPrecision(1)));
  const first = all.findLastIndex((tick) => tick <= low);
  const last = all.findIndex((tick) => tick >= high);
  const spanned = all.slice(Math.max(0, first), Math.max(last, first + 1) + 1);
  const [start = low, end = high] = [spanned[0], spanned.at(-1)];
  const ticks = spanned.length <= MAX_TICKS ? spanned : spanned.filter((tick) => Number.isInteger(round(Math.log10(tick))));
  return { ticks, at: (value) => (Math.log10(value) - Math.log10(start)) / (Math.log10(end) - Math.log10(start)) };
}

const MAX_TICKS = 6;

function round(value: number): number {
  return Number(value.toFixed(9));
}

const SCORE_STEP = 10;

/** From the ten below the least score to 100. */
export function scoreScale(values: readonly number[]): Scale {
  const least = Math.floor(Math.min(90, ...values) / SCORE_STEP) * SCORE_STEP;
  const step = 100 - least > 50 ? 2 * SCORE_STEP : SCORE_STEP;
  const ticks: number[] = [];
  for (let tick = 100; tick >= least; tick -= step) ticks.unshift(tick);
  return { ticks, at: (value) => (value - least) / (100 - least) };
}
