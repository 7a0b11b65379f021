// The rows of the test matrix, grouped by the author of the tests.
import {
  ACCEPTANCE_CHECK,
  type Acceptance,
  AUTHORED_CHECK,
  type CrossTestRow,
  crossCheck,
  EXAMPLES_CHECK,
  type TestOutcome,
} from '../../src/contract/index.ts';
import { authorText, hasVote } from '../../src/text/index.ts';

export type MatrixRow = Pick<CrossTestRow, 'id' | 'path' | 'base' | 'outcomes' | 'failures'> & {
  /** False for a test that only its author passes. */
  isScored: boolean;
};

export interface MatrixGroup {
  title: string;
  /** The check that ran the tests; it names their logs. */
  check: string;
  rows: readonly MatrixRow[];
}

/** Acceptance tests first, then the tests with a vote of each author. */
export function matrixGroups(rows: readonly CrossTestRow[], acceptance: Acceptance | undefined): MatrixGroup[] {
  const groups = new Map<string, MatrixGroup & { rows: MatrixRow[] }>();
  const groupOf = (title: string, check: string) => {
    const group = groups.get(check) ?? { title, check, rows: [] };
    groups.set(check, group);
    return group;
  };
  for (const { id, path, base, others, failures } of acceptance?.tests ?? [])
    groupOf('Acceptance tests', ACCEPTANCE_CHECK).rows.push({ id, path, base, outcomes: others, failures, isScored: true });
  for (const row of rows.filter(hasVote)) {
    const { id, path, base, outcomes, failures, standing } = row;
    groupOf(`Tests of ${authorText(row)}`, checkOf(row)).rows.push({
      ...{ id, path, base, outcomes, failures },
      isScored: standing === 'scored',
    });
  }
  return [...groups.values()];
}

/** The check that ran the test on the base and on all candidates but its author. */
export function checkOf({ kind, author }: CrossTestRow): string {
  if (kind === 'task') return EXAMPLES_CHECK;
  return kind === 'test_author' ? AUTHORED_CHECK : crossCheck(author);
}

export const OUTCOME_LABELS: Record<TestOutcome, string> = {
  pass: 'pass',
  fail: 'fail',
  cannot_load: 'cannot run',
  flaky: 'flaky',
};
