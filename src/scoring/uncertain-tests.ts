// The facts with the opposite results of flaky tests.
import type { CandidateFacts, CandidateTests, Facts, UncertainTest } from '../contract/index.ts';

type MeasuredTests = Extract<CandidateTests, { state: 'measured' }>;

export function countUncertain(facts: Facts): number {
  return facts.candidates.reduce((sum, { tests }) => sum + uncertainOf(tests).length, 0);
}

export function uncertainOf(tests: CandidateTests): readonly UncertainTest[] {
  return tests.state === 'measured' ? (tests.uncertain ?? []) : [];
}

/** All flaky tests of one candidate fail, and those of all others pass. */
export function assumeFlakesAgainst(name: string, facts: Facts): Facts {
  const candidates = facts.candidates.map((candidate): CandidateFacts => {
    const { tests } = candidate;
    if (tests.state !== 'measured' || uncertainOf(tests).length === 0) return candidate;
    return { ...candidate, tests: uncertainOf(tests).reduce(candidate.name === name ? failing : passing, tests) };
  });
  return { ...facts, candidates };
}

function failing(tests: MeasuredTests, { id, counted_as }: UncertainTest): MeasuredTests {
  if (counted_as === 'failed') return tests;
  if (counted_as === 'nothing') return { ...tests, failed: tests.failed + 1, added: [...tests.added, id] };
  return { ...tests, passed: tests.passed - 1, failed: tests.failed + 1, regressed: [...tests.regressed, id] };
}

function passing(tests: MeasuredTests, { id, counted_as }: UncertainTest): MeasuredTests {
  if (counted_as === 'passed') return tests;
  if (counted_as === 'nothing') return { ...tests, passed: tests.passed + 1, added: [...tests.added, id] };
  return { ...tests, passed: tests.passed + 1, failed: tests.failed - 1, fixed: [...tests.fixed, id] };
}
