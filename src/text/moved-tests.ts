// The tests of the base whose result is not the same on the base and on every candidate.
import type { CandidateFacts, Facts } from '../contract/index.ts';

/**
 * passes and fails: as on the base. fixed and broken: the opposite. hidden: fails with this code and no longer runs.
 * edited: passes only because the candidate changed the test. contested: the candidate changed what it expects, openly.
 */
export type MovedResult =
  | 'passes'
  | 'fails'
  | 'fixed'
  | 'broken'
  | 'hidden'
  | 'edited'
  | 'contested'
  | 'gone'
  | 'flaky'
  | 'unknown';

const FAILING: ReadonlySet<MovedResult> = new Set(['fails', 'broken', 'hidden', 'edited', 'contested']);

/** Whether the base's version of the test fails with this code. */
export function isFailing(result: MovedResult): boolean {
  return FAILING.has(result);
}

export interface MovedTest {
  id: string;
  base: 'passes' | 'fails' | 'unknown';
  /** In the order of `facts.candidates`. */
  results: { candidate: string; result: MovedResult }[];
}

type MeasuredTests = Extract<CandidateFacts['tests'], { state: 'measured' }>;

interface Named {
  candidate: CandidateFacts;
  tests: MeasuredTests;
  hidden: ReadonlySet<string>;
  edited: ReadonlySet<string>;
  /** Pass with the base's tests, and no longer run in the candidate's own suite. */
  vanished: ReadonlySet<string>;
}

export function movedTests({ candidates }: Facts): MovedTest[] {
  const named = candidates.flatMap(withNames);
  const fails = new Set(named.flatMap(({ tests, hidden, edited }) => [...tests.fixed, ...hidden, ...edited]));
  // A test that no longer runs in a candidate's own suite and is not dropped passes with the base's tests: it passed before.
  const kept = named.flatMap(({ tests, vanished }) =>
    [...vanished].filter((id) => !tests.dropped.includes(id) && !fails.has(id)),
  );
  const passes = new Set([...named.flatMap(({ tests }) => tests.regressed), ...kept]);
  const lost = named.flatMap(({ tests, vanished }) => [...tests.dropped, ...vanished]);
  const ids = [...new Set([...fails, ...passes, ...lost])];
  return ids.map((id) => {
    const base = passes.has(id) ? 'passes' : fails.has(id) ? 'fails' : 'unknown';
    const results = candidates.map((candidate) => {
      const own = named.find((each) => each.candidate === candidate);
      return { candidate: candidate.name, result: own === undefined ? 'unknown' : resultOf(own, id, base) };
    });
    return { id, base, results };
  });
}

/** Only tests with names can be followed from the base to a candidate. */
function withNames(candidate: CandidateFacts): Named[] {
  const { tests, integrity } = candidate;
  if (tests.state !== 'measured' || tests.compared_by !== 'identity') return [];
  const testsOf = (rule: string) => new Set(integrity.filter(({ id }) => id === rule).flatMap((finding) => finding.tests ?? []));
  return [
    {
      candidate,
      tests,
      hidden: testsOf('failing_tests_hidden'),
      edited: testsOf('passes_only_after_edit'),
      vanished: testsOf('tests_vanished'),
    },
  ];
}

function resultOf({ tests, hidden, edited, vanished }: Named, id: string, base: MovedTest['base']): MovedResult {
  if (hidden.has(id)) return 'hidden';
  if (edited.has(id)) return 'edited';
  if (tests.flaky.includes(id)) return 'flaky';
  if (tests.contested.some((test) => test.id === id)) return 'contested';
  if (tests.fixed.includes(id)) return 'fixed';
  if (tests.dropped.includes(id) || vanished.has(id)) return 'gone';
  if (tests.regressed.includes(id)) return 'broken';
  return base;
}
