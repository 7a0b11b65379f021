// Whether the installed runner accepts the option for another order: jest has one since 29.5, Go since 1.17. A run with an
// option that the runner refuses measures nothing, so that one test of the base runs with it first.

import { BASELINE, type CheckRun, type PlannedCapture } from '../contract/index.ts';
import { attemptsOf, completeStatusesOf, firstTestRun, showsTests } from '../judge/index.ts';
import { type Planning, planned, seedOf } from './planning.ts';

/** Tests whose names cannot be written safely cannot be selected. */
const MAX_TRIED = 5;

/** Nothing if the runner has no such option, or the answer is known. */
export async function planOrder(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, selector, standing } = planning;
  const { base, merge_of: mergeOf } = reading.run;
  const isWanted = standing.undecided.size > 0 && mergeOf === null && hasOption(planning);
  if (!isWanted || runsOnBase(planning).length > 0) return [];
  const results = completeStatusesOf(firstTestRun(reading.baseline, { check: 'test', tree: 'own' }));
  const passing = [...results].flatMap(([id, status]) => (status === 'passed' ? [id] : []));
  const seed = seedOf(base.tree, 0);
  for (const id of passing.slice(0, MAX_TRIED)) {
    const command = await selector.tests({ commit: base.commit, tree: base.tree }, [id], seed);
    if (command === null) continue;
    const run: CheckRun = { check: 'test', tree: 'own', attempt: { kind: 'shuffled', round: 1 } };
    return [planned(planning, BASELINE, run, 'does the runner accept the option for another order?', { command })];
  }
  return [];
}

/** Whether runs may ask for another order: without an option for it, or with one that ran tests on the base. */
export function canReorder(planning: Planning): boolean {
  return !hasOption(planning) || runsOnBase(planning).some(showsTests);
}

function hasOption({ selector }: Planning): boolean {
  return selector.shuffled(0) !== null;
}

function runsOnBase({ reading }: Planning) {
  return attemptsOf(reading.baseline, 'own', 'shuffled');
}
