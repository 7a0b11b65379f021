import { describe, expect, test } from 'vitest';
import {
  baseTests,
  changed,
  makeCandidate,
  makeFacts,
  makePolicy,
  type PolicyParts,
  ranTests,
} from '../../test/facts-builder.ts';
import type { CandidateFacts, ChangeCoverage, Facts, TaskTest } from '../contract/index.ts';
import { scoreFacts } from './score-facts.ts';

const covered = (executed: number, changedLines = 10): ChangeCoverage => ({
  changed_lines: changedLines,
  executed_lines: executed,
  files: [{ path: 'src/main.ts', changed_lines: changedLines, executed_lines: executed }],
});

type Parts = Parameters<typeof makeCandidate>[0];

function score(parts: readonly Parts[], more: Partial<Facts> = {}, policy: PolicyParts = {}) {
  const facts = { ...makeFacts({ candidates: parts.map((each) => makeCandidate({ agent: null, ...each })) }), ...more };
  const { verdict, rankings, winner } = scoreFacts(facts, makePolicy(policy));
  const findings = rankings.flatMap(({ agent, findings: own }) => own.map(({ id, severity }) => `${agent} ${id} ${severity}`));
  return { verdict, findings, order: rankings.map(({ agent }) => agent), winner };
}

describe('a single leader', () => {
  test('is unproven if no test executes its change', () => {
    const { verdict, findings, winner } = score([{ name: 'a', coverage: covered(0) }]);
    expect(verdict).toEqual({
      class: 'unproven',
      leaders: [],
      reason: 'no test that ran executes the changed lines of a',
      next: 'Score again with a test of the change: `hydra score --acceptance PATH`.',
    });
    expect(findings).toEqual(['a change_not_tested warning']);
    expect(winner).toBeUndefined();
  });

  test('is unproven if it changes no line that a test can execute', () => {
    const { verdict, findings } = score([{ name: 'a', coverage: covered(0, 0) }]);
    expect(verdict).toMatchObject({ class: 'unproven', reason: 'a changes no line that a test can execute' });
    expect(findings).toEqual([]);
    const tests = ranTests({ passed: 10, fixed: ['x'] });
    expect(score([{ name: 'a', coverage: covered(0, 0), tests }])).toMatchObject({ findings: [], winner: 'a' });
  });

  test('is not unproven with one executed line or unknown coverage', () => {
    for (const coverage of [covered(1), { ...covered(1), only_task_tests: true as const }]) {
      expect(score([{ name: 'a', coverage }])).toMatchObject({ findings: [], winner: 'a' });
    }
    expect(score([{ name: 'a' }])).toMatchObject({ findings: [], winner: 'a' });
  });

  test('with refused candidates that broke tests wins only if a test executes its change', () => {
    const refused = { name: 'b', tests: ranTests({ passed: 9, failed: 1, regressed: ['z'] }), coverage: covered(5) };
    expect(score([{ name: 'a', coverage: covered(0) }, refused]).verdict.class).toBe('unproven');
    expect(score([{ name: 'a', coverage: covered(5) }, refused]).verdict.class).toBe('decided_by_tests');
  });
});

describe('a test that fails on the base and passes with the candidate executes the change', () => {
  const row = (changes: Partial<TaskTest>): TaskTest => ({
    ...{ id: 't', path: null, base: 'fail', author: null, others: {}, failures: {} },
    ...changes,
  });
  const authored = (author: string, test: TaskTest): Partial<Facts> => ({
    cross_tests: { authors: [{ author, kind: 'candidate', tests: [test], incomplete: null }], equal_trees: [] },
  });
  const untested = [{ name: 'a', coverage: covered(0) }];

  test.each<[string, Partial<Facts>, Parts[]]>([
    ['a test of the base', {}, [{ name: 'a', coverage: covered(0), tests: ranTests({ passed: 10, fixed: ['x'] }) }]],
    ['a new test of its own', authored('a', row({ author: 'pass' })), untested],
    ['a new test of another', authored('b', row({ author: 'pass', others: { a: 'pass' } })), untested],
    ['a test that cannot load on the base', authored('a', row({ base: 'cannot_load', author: 'pass' })), untested],
    ['an acceptance test', { acceptance: { tests: [row({ others: { a: 'pass' } })], incomplete: null } }, untested],
  ])('%s', (_, more, parts) => {
    const baseline = { ...makeFacts().baseline, tests: baseTests({ passed: 9, failed: 1 }) };
    expect(score(parts, { baseline, ...more })).toMatchObject({ findings: [], winner: 'a' });
  });

  test.each<[string, Partial<Facts>]>([
    ['it passes on the base', authored('a', row({ base: 'pass', author: 'pass' }))],
    ['it is flaky on the base', authored('a', row({ base: 'flaky', author: 'pass' }))],
    ['it fails with the candidate', authored('b', row({ author: 'pass', others: { a: 'fail' } }))],
  ])('is unproven if %s', (_, more) => {
    expect(score(untested, more).verdict.class).toBe('unproven');
  });
});

describe('level candidates', () => {
  const level = (name: string, coverage?: ChangeCoverage): Parts => ({
    name,
    files: [changed('src/main.ts', { lines: 10 })],
    coverage,
  });

  test('are unproven if no test executes any of their changes', () => {
    const { verdict, findings } = score([level('a', covered(0)), level('b', covered(0))]);
    expect(verdict).toMatchObject({ class: 'unproven', reason: 'no test that ran executes the changed lines of a and b' });
    expect(findings).toEqual(['a change_not_tested warning', 'b change_not_tested warning']);
  });

  test('do not win because tests execute the change of only one', () => {
    const { verdict, order } = score([level('a', covered(0)), level('b', covered(4))]);
    expect(order).toEqual(['a', 'b']);
    expect(verdict).toMatchObject({
      class: 'level',
      leaders: ['a', 'b'],
      reason: 'equal on everything that was measured; listed by name; no test executes the changed lines of a',
    });
  });

  test('are unproven if one is not tested and the other has no line to execute', () => {
    const { verdict } = score([level('a', covered(0)), level('b', covered(0, 0))]);
    expect(verdict).toEqual({
      class: 'unproven',
      leaders: [],
      reason: 'no test that ran executes the changed lines of a; b changes no line that a test can execute',
      next: 'Score again with a test of the change: `hydra score --acceptance PATH`.',
    });
  });

  test('are unproven if no test about the task ran and nothing was measured', () => {
    const { verdict } = score([level('a'), level('b')]);
    expect(verdict).toMatchObject({
      class: 'unproven',
      leaders: [],
      reason: 'no test about the task ran, and whether tests execute the changes of a and b was not measured',
      next: 'Score again with a test of the change: `hydra score --acceptance PATH`.',
    });
    const fixes = { tests: ranTests({ passed: 10, fixed: ['f'] }) };
    expect(
      score([
        { ...level('a'), ...fixes },
        { ...level('b'), ...fixes },
      ]).verdict.class,
    ).toBe('level');
  });

  test('keep their order if one was not measured', () => {
    const { verdict, order, findings } = score([level('a', covered(0)), level('b')]);
    expect(order).toEqual(['a', 'b']);
    expect(findings).toEqual(['a change_not_tested info']);
    expect(verdict).toMatchObject({
      class: 'level',
      leaders: ['a', 'b'],
      reason: 'equal on everything that was measured; listed by name; no test executes the changed lines of a',
    });
  });
});

test('is not unproven if the policy disables the finding', () => {
  const parts: Parts[] = [{ name: 'a', coverage: covered(0) }];
  const off: PolicyParts = { integrity: { severity: { change_not_tested: 'off' } } };
  expect(score(parts, {}, off)).toMatchObject({ findings: [], winner: 'a' });
  expect(score(parts, {}, { integrity: { enabled: false } })).toMatchObject({ findings: [], winner: 'a' });
});

test('the finding counts the lines and names the files', () => {
  const facts = makeFacts({
    candidates: [makeCandidate({ name: 'a', coverage: covered(0, 1) } satisfies Partial<CandidateFacts>)],
  });
  expect(scoreFacts(facts, makePolicy()).rankings[0]?.findings).toEqual([
    {
      id: 'change_not_tested',
      severity: 'warning',
      message: 'no test executes any of 1 changed line: src/main.ts',
      place: null,
      how_to_allow: 'set change_not_tested = "info" under [scoring.integrity.severity]',
    },
  ]);
});
