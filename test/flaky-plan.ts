// Six tests whose results change from run to run, and how Hydra counts each. With real runners and with scripted ones.
import { expect } from 'vitest';
import type { CandidateFacts } from '../src/contract/index.ts';

/** The results of each test, by tree: p passed, f failed; the last letter applies to all further runs. */
export type Plan = Record<string, { base: string; candidate: string }>;

export const MIXED_PLAN: Plan = {
  one: { base: 'p', candidate: 'f' },
  two: { base: 'pf', candidate: 'f' },
  // Its own run and the pinned one fail, all others pass.
  three: { base: 'p', candidate: 'ffp' },
  four: { base: 'f', candidate: 'p' },
  fine: { base: '', candidate: 'p' },
  shaky: { base: '', candidate: 'pf' },
};

interface PlannedRunner {
  id(name: string): string;
  /** A part of the command that runs only the lost tests. */
  selected: string;
  /** The run of the candidate's own version of the test file that it changed. */
  own: string;
  /** Whether Hydra requests a report. */
  asksForReport: boolean;
}

interface Measured {
  tests: CandidateFacts['tests'];
  findings: string[] | undefined;
  onBase: string[];
  onCandidate: string[];
  commandOf(home: string): string;
}

/** One rerun is configured. */
export function expectMixedResults(runner: PlannedRunner, measured: Measured): void {
  const { tests, findings, onBase, onCandidate, commandOf } = measured;
  expect(tests).toMatchObject({
    regressed: [runner.id('one')],
    fixed: [runner.id('four')],
    added: [runner.id('fine')],
    flaky: [runner.id('shaky'), runner.id('two')],
    uncertain: [
      { id: runner.id('shaky'), counted_as: 'nothing' },
      { id: runner.id('three'), counted_as: 'passed' },
    ],
    passed: 3,
    failed: 1,
  });
  expect(findings).toEqual([
    `flaky_on_candidate: 1 test passes only now and then with this candidate, and always on the base: ${runner.id('three')}`,
    `flaky_new_tests: 1 new test passes only now and then, or only in one order: ${runner.id('shaky')}`,
  ]);
  // A test that is flaky on the candidate alone may have passed on the base by chance: it runs five more times there.
  // The run without a request for a report already repeats the failing test.
  const [plain, rounds] = runner.asksForReport ? [['plain1-test'], [1, 2, 3, 4, 5, 6]] : [[], [1, 2, 3, 4, 5, 6, 7]];
  const selected = rounds.map((round) => `selected${round}-test`);
  expect(onBase).toEqual(['again1-test', ...plain, ...selected, 'test']);
  expect(onCandidate).toEqual(
    ['pinned-again1-test', 'pinned-selected1-test', 'pinned-selected2-test', 'pinned-test', 'shuffled1-test', runner.own].sort(),
  );
  expect(commandOf('candidates/candidate/pinned-selected1-test')).toContain(runner.selected);
}
