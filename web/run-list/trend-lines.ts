// The points of the trend chart: the totals by candidate name in each finished run, oldest run first.
import type { RunEntry } from '../../src/contract/index.ts';

export interface Line {
  name: string;
  /** `at` is the index of the run. */
  points: { at: number; total: number }[];
}

/** More lines would be hard to tell apart. */
const MAX_LINES = 6;
const MAX_RUNS = 50;
/** The scale starts at a multiple of this, so that small differences are visible. */
const SCALE_STEP = 20;

export function trendLines(entries: readonly RunEntry[]): { lines: Line[]; runs: number; lowest: number } {
  const counted = entries
    .filter(({ state, merge_of: mergeOf }) => state === 'finished' && mergeOf === null)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(-MAX_RUNS);
  const lines = new Map<string, Line>();
  for (const [at, { candidates }] of counted.entries()) {
    for (const { name, total } of candidates) {
      if (total === null) continue;
      const line = lines.get(name) ?? { name, points: [] };
      line.points.push({ at, total });
      lines.set(name, line);
    }
  }
  const longestFirst = [...lines.values()].sort((a, b) => b.points.length - a.points.length || (a.name < b.name ? -1 : 1));
  const shown = longestFirst.slice(0, MAX_LINES);
  const least = Math.min(80, ...shown.flatMap(({ points }) => points.map(({ total }) => total)));
  return { lines: shown, runs: counted.length, lowest: Math.floor(least / SCALE_STEP) * SCALE_STEP };
}
