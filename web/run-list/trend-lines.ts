// The points of the trend: finished runs in the order of time, and in each the totals by candidate name.
import type { RunEntry } from '../../src/contract/index.ts';

export interface Line {
  name: string;
  /** `at` is the number of the run, from 0. */
  points: { at: number; total: number }[];
}

/** More lines could not be told apart. */
const MAX_LINES = 6;
const MAX_RUNS = 50;
/** Differences are seen better without the empty part of the scale. */
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
