// The order in which the checks of a tree are listed.
import { CHECK_IDS, checkId, isTaskCheck, parseCheckRun } from '../../src/contract/index.ts';

const OTHER_CHECKS = CHECK_IDS.length;
const TASK_CHECKS = OTHER_CHECKS + 1;
const REPEATED = 100;
const PER_ROUND = 10;

/** Configured checks first, then the tests about the task, then repeated executions. */
export function orderOfCheck(name: string): number {
  const run = parseCheckRun(name);
  const known = (CHECK_IDS as readonly string[]).indexOf(checkId(run));
  const order = isTaskCheck(run) ? TASK_CHECKS : known === -1 ? OTHER_CHECKS : known;
  const isFirst = run.tree === 'own' && run.attempt === null;
  return (isFirst ? 0 : REPEATED + (run.attempt?.round ?? 0) * PER_ROUND) + order;
}
