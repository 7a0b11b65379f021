// The columns of a table of scores, the same on a terminal, in Markdown and on the page.

import type { DimensionResult, Ranking } from '../contract/index.ts';
import { DIMENSION_IDS, isDimensionId, type ScoreId } from '../contract/index.ts';

export interface ApplyingDimension {
  id: ScoreId;
  /** In percent, for the candidate to which most dimensions apply; null if this one does not apply to it. */
  share: number | null;
}

/** The dimensions that apply to at least one candidate. cross_tests and coverage need not apply to all of them. */
export function applyingDimensions(rankings: readonly Ranking[]): ApplyingDimension[] {
  const applied = rankings.map(({ dimensions }) => dimensions.filter(applies));
  const ids = new Set(applied.flat().map(({ id }) => id));
  const fullest = applied.reduce<DimensionResult[]>((most, each) => (each.length > most.length ? each : most), []);
  const shares = new Map(fullest.map(({ id, effective_weight: share }) => [id, share]));
  const metrics = [...ids].filter((id) => !isDimensionId(id)).sort();
  const inOrder = [...DIMENSION_IDS.filter((id) => ids.has(id)), ...metrics];
  return inOrder.map((id) => ({ id, share: shares.get(id) ?? null }));
}

function applies({ result }: DimensionResult): boolean {
  return result.state === 'scored' || result.state === 'error';
}
