// Whether anything was shown about the task. Candidates that pass what the base passes may all have done nothing.
import type { Facts, Verdict } from '../contract/index.ts';
import { counted, joinNames } from '../text/index.ts';
import { hasNoEffect } from './effect-findings.ts';
import { countAnswered, type KnownAnswers } from './known-answers.ts';
import type { Behavior } from './likeliest.ts';
import type { ScoredCandidate } from './scored-candidate.ts';
import { CHANGE_NOT_TESTED, changesNoExecutableLine, isExecutionKnown, passesTestOfChange } from './untested-change.ts';

export const SCORE_WITH_TEST = 'Score again with a test of the change: `hydra score --acceptance PATH`.';

/** Uses the policy: a user who disables the finding has other evidence. */
export function isKnownUntested({ findings }: ScoredCandidate): boolean {
  return findings.some(({ id }) => id === CHANGE_NOT_TESTED);
}

/** They pass every test, as the base does: no test executes their change. Null if one may do so. */
export function whyUntested(leaders: readonly ScoredCandidate[], facts: Facts): Verdict | null {
  const untested = leaders.filter(isKnownUntested);
  const without = leaders.filter((leader) => !untested.includes(leader) && changesNoExecutableLine(facts, leader.facts));
  if (untested.length + without.length < leaders.length) return null;
  const names = (list: readonly ScoredCandidate[]) => joinNames(list.map(({ name }) => name));
  const parts = [
    ...(untested.length === 0 ? [] : [`no test that ran executes the changed lines of ${names(untested)}`]),
    ...(without.length === 0
      ? []
      : [`${names(without)} ${without.length === 1 ? 'changes' : 'change'} no line that a test can execute`]),
  ];
  return { class: 'unproven', leaders: [], reason: parts.join('; '), next: SCORE_WITH_TEST };
}

/** The task asks for other behavior than that of the base, and none of them shows any. */
export function whyNothingChanges(leaders: readonly ScoredCandidate[], answers: KnownAnswers): Verdict | null {
  if (!leaders.every(hasNoEffect)) return null;
  const names = leaders.map(({ name }) => name);
  const inputs = counted(countAnswered(names, answers), 'input');
  const reason = `${joinNames(names)} ${names.length === 1 ? 'gives' : 'give'} the answers of the base to ${inputs}, and the task asks for other behavior`;
  return { class: 'unproven', leaders: [], reason, next: SCORE_WITH_TEST };
}

/** Failing tests of the base are what the task is about, until another test is. Null if a leader passes one of either. */
export function whyNothingIsShown(leaders: readonly ScoredCandidate[], facts: Facts): Verdict | null {
  const { tests } = facts.baseline;
  const failing = tests.state === 'measured' ? tests.failed : 0;
  if (failing === 0 || leaders.some((leader) => passesTestOfChange(facts, leader.facts))) return null;
  const what = failing === 1 ? 'the test that fails' : `any of the ${failing} tests that fail`;
  const reason = `no mergeable candidate passes ${what} on the base, and no other test is about the task`;
  return { class: 'unproven', leaders: [], reason, next: SCORE_WITH_TEST };
}

/**
 * Several leaders that only pass what the base passes. Where the runner's coverage is not measured, nothing says that a test
 * executes a change of theirs. A failing test of the base is `whyNothingIsShown`'s.
 */
export function whyNothingIsKnown(leaders: readonly ScoredCandidate[], { differing }: Behavior, facts: Facts): Verdict | null {
  const { tests } = facts.baseline;
  if (tests.state !== 'measured' || leaders.length < 2 || differing.length > 0) return null;
  if (leaders.some((leader) => isExecutionKnown(facts, leader.facts))) return null;
  const names = joinNames(leaders.map(({ name }) => name));
  const reason = `no test about the task ran, and whether tests execute the changes of ${names} was not measured`;
  return { class: 'unproven', leaders: [], reason, next: SCORE_WITH_TEST };
}
