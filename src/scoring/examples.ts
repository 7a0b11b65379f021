// The examples in the task's text that separate or could separate candidates. The user wrote them, so they precede every test of a
// candidate.
import type { CrossTestRow } from '../contract/index.ts';

/** Those that count. */
export function scoredExamples(rows: readonly CrossTestRow[]): CrossTestRow[] {
  return rows.filter(({ kind, standing }) => kind === 'task' && standing === 'scored');
}

export function countPassed(candidate: string, examples: readonly CrossTestRow[]): number {
  return examples.filter((row) => passes(candidate, row)).length;
}

export function passes(candidate: string, { outcomes }: Pick<CrossTestRow, 'outcomes'>): boolean {
  return Object.hasOwn(outcomes, candidate) && outcomes[candidate] === 'pass';
}
