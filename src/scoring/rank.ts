// The order of candidates. It is a total order, so the input order never decides.
import type { DimensionId, Policy } from '../contract/index.ts';
import type { ResultsById } from './composite.ts';
import { scoreOf } from './dimension.ts';

export interface Contender {
  name: string;
  mergeable: boolean;
  /** Its agent did not finish: it crashed, reached a limit, or reported a failure. */
  isFailedAttempt: boolean;
  /** Not mergeable only because contested tests need a decision. */
  needsReview: boolean;
  /** Integrity findings of severity error. */
  errors: number;
  /** Unrounded; null when no dimension with a weight applies. */
  total: number | null;
  results: ResultsById;
  churn: number;
  /** Integrity warnings that show where the candidate may game the checks. */
  warnings: number;
  /** Lint findings removed minus lint findings added. */
  lintResolved: number;
}

/** For equal totals: correctness first. cross_tests does not apply to every candidate, so it cannot order them. */
const TIE_BREAKERS: readonly DimensionId[] = ['acceptance', 'tests', 'build', 'lint', 'diff_scope'];

export function rankContenders<Entry extends Contender>(contenders: readonly Entry[], policy: Policy): Entry[] {
  const mergeableFirst = policy.scoring.ranking.mergeable_first;
  return [...contenders].sort((a, b) => {
    if (a.isFailedAttempt !== b.isFailedAttempt) return a.isFailedAttempt ? 1 : -1;
    if (mergeableFirst && groupOf(a) !== groupOf(b)) return groupOf(a) - groupOf(b);
    return higherFirst(a.total, b.total) || breakTie(a, b);
  });
}

/** The mergeable candidates that may win, in their order: failed attempts only if no finished one is mergeable. */
export function contendersAmong<Entry extends Contender>(ranked: readonly Entry[]): Entry[] {
  const mergeable = ranked.filter((candidate) => candidate.mergeable);
  const finished = mergeable.filter((candidate) => !candidate.isFailedAttempt);
  return finished.length > 0 ? finished : mergeable;
}

/** Mergeable, needs review, not mergeable, not mergeable with an integrity error. */
function groupOf({ mergeable, needsReview, errors }: Contender): number {
  if (mergeable) return 0;
  if (needsReview) return 1;
  return errors === 0 ? 2 : 3;
}

/** The tie-breaks for equal totals; independent of the weights. */
export function breakTie(a: Contender, b: Contender): number {
  for (const id of TIE_BREAKERS) {
    const order = higherFirst(scoreOf(a.results[id]), scoreOf(b.results[id]));
    if (order !== 0) return order;
  }
  // Scores end at 100: improvements beyond that count before the size of the diff.
  const order = a.warnings - b.warnings || b.lintResolved - a.lintResolved || a.churn - b.churn;
  if (order !== 0) return order;
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

function higherFirst(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return b - a;
}
