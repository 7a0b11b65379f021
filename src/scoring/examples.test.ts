// Examples in the task's text: how they are scored, how they decide, and the gate.
import { describe, expect, test } from 'vitest';
import {
  authored,
  baseTests,
  changed,
  finding,
  linted,
  makeCandidate,
  makeFacts,
  makePolicy,
  ranTests,
  taskExamples,
  taskTest,
} from '../../test/facts-builder.ts';
import type { Policy, Scorecard, TaskTest } from '../contract/index.ts';
import { crossTestRows } from './cross-tests.ts';
import { scoreFacts } from './score-facts.ts';

type FactsParts = NonNullable<Parameters<typeof makeFacts>[0]>;
type Parts = Parameters<typeof makeCandidate>[0];

function policyWith(examples: Policy['task']['examples']): Policy {
  const policy = makePolicy();
  return { ...policy, task: { ...policy.task, examples } };
}

function factsOf(evidence: FactsParts, changes: Record<string, Parts> = {}) {
  const candidates = ['a', 'b', 'c'].map((name) => makeCandidate({ name, ...changes[name] }));
  return makeFacts({ candidates, ...evidence });
}

function scored(evidence: FactsParts, changes: Record<string, Parts> = {}, policy: Policy = makePolicy()): Scorecard {
  return scoreFacts(factsOf(evidence, changes), policy);
}

const order = ({ rankings }: Scorecard) => rankings.map(({ agent }) => agent);
const cheats = { integrity: [finding('early_exit', 'error')] };

describe('the standing of an example', () => {
  const cases: [string, Partial<TaskTest>, TaskTest['others'], string][] = [
    ['one candidate passes it', {}, { a: 'pass', b: 'fail', c: 'fail' }, 'scored'],
    ['the base cannot load it and one candidate passes it', { base: 'cannot_load' }, { a: 'pass', b: 'fail' }, 'scored'],
    ['it passes everywhere', { base: 'pass' }, { a: 'pass', b: 'pass', c: 'pass' }, 'passes_on_base'],
    ['it passes on the base and one candidate fails it', { base: 'pass' }, { a: 'fail', b: 'pass', c: 'pass' }, 'scored'],
    ['only the base passes it', { base: 'pass' }, { a: 'fail', b: 'fail', c: 'fail' }, 'passes_nowhere'],
    ['it fails everywhere', {}, { a: 'fail', b: 'fail', c: 'cannot_load' }, 'passes_nowhere'],
    ['it ran with no candidate', {}, {}, 'loads_nowhere'],
    ['it is flaky on the base', { base: 'flaky' }, { a: 'pass', b: 'fail' }, 'unstable'],
  ];
  test.each(cases)('if %s', (_, changes, others, standing) => {
    const facts = factsOf({ authors: [taskExamples(taskTest('e', others, changes))] });
    expect(crossTestRows(facts, makePolicy()).map((row) => [row.author, row.kind, row.standing])).toEqual([
      ['task', 'task', standing],
    ]);
  });

  test('ignores candidates with an integrity error', () => {
    const authors = [taskExamples(taskTest('e', { a: 'fail', b: 'fail', c: 'pass' }))];
    const [row] = crossTestRows(factsOf({ authors }, { c: cheats }), makePolicy());
    expect(row?.standing).toBe('passes_nowhere');
  });

  test('counts without cross-tests, and not if the policy turns examples off', () => {
    const authors = [
      taskExamples(taskTest('e', { a: 'pass', b: 'fail', c: 'fail' })),
      authored('a', [taskTest('t', { b: 'pass', c: 'pass' })]),
    ];
    const kinds = (card: Scorecard) => card.cross_tests?.map(({ kind }) => kind);
    expect(kinds(scored({ authors }, {}, makePolicy({ cross_tests: { enabled: false } })))).toEqual(['task']);
    expect(kinds(scored({ authors }, {}, policyWith('off')))).toEqual(['candidate']);
    expect(kinds(scored({ authors }, {}, policyWith('count')))).toEqual(['candidate', 'task']);
  });
});

describe('the verdict', () => {
  const three = (b: TaskTest['others'][string][]) =>
    taskExamples(...b.map((outcome, index) => taskTest(`e${index}`, { a: 'pass', b: outcome, c: 'fail' })));

  test('says how many examples the leader and the next candidate pass', () => {
    const card = scored({ authors: [three(['pass', 'fail', 'fail'])] });
    expect(card.verdict).toEqual({
      class: 'decided_by_tests',
      leaders: ['a'],
      reason: 'passes 3 of 3 examples of the task, b passes 1',
      next: null,
    });
    expect([card.winner, order(card)]).toEqual(['a', ['a', 'b', 'c']]);
  });

  test('examples win against the tests of candidates that contradict them, and against quality', () => {
    const authors = [
      three(['fail', 'pass', 'pass']),
      authored('b', [taskTest('x', { a: 'fail', c: 'pass' }), taskTest('y', { a: 'fail', c: 'pass' })]),
      authored('c', [taskTest('z', { a: 'fail', b: 'pass' })]),
    ];
    const worse = {
      files: [changed('src/main.ts', { lines: 900 })],
      lint: linted({ warnings: 3, added: ['warning', 'warning', 'warning'] }),
    };
    const card = scored({ authors }, { a: worse });
    expect([order(card)[0], card.verdict.reason]).toEqual(['a', 'passes 3 of 3 examples of the task, b passes 2']);
  });

  test('an example that a candidate cannot run orders and does not decide', () => {
    const authors = [taskExamples(taskTest('e', { a: 'cannot_load', b: 'pass', c: 'cannot_load' }))];
    const card = scored({ authors });
    expect([order(card), card.verdict.class, card.verdict.leaders]).toEqual([['b', 'a', 'c'], 'level', ['b', 'a', 'c']]);
  });

  test('an example that fails on the base shows something about the task', () => {
    const baseline = { tests: baseTests({ passed: 10, failed: 2 }) };
    const both = ranTests({ passed: 10, failed: 2 });
    const tests = { a: { tests: both }, b: { tests: both }, c: { tests: both } };
    const covered = { coverage: { changed_lines: 3, executed_lines: 0, files: [] } };
    const authors = [taskExamples(taskTest('e', { a: 'pass', b: 'pass', c: 'pass' }))];
    expect(scored({ baseline }, tests).verdict.class).toBe('unproven');
    expect(scored({ baseline, authors }, tests).verdict).toMatchObject({ class: 'level', leaders: ['a', 'b', 'c'] });
    expect(scored({}, { a: covered, b: covered, c: covered }).verdict.class).toBe('unproven');
    expect(scored({ authors }, { a: covered, b: covered, c: covered }).verdict.class).toBe('level');
  });

  test('examples count as one author in cross-tests', () => {
    const authors = [three(['pass', 'fail', 'fail']), authored('b', [taskTest('x', { a: 'pass', c: 'fail' })])];
    const card = scored({ authors });
    expect(card.rankings.map(({ agent, breakdown }) => [agent, breakdown.cross_tests])).toEqual([
      ['a', 100],
      ['b', 66.7],
      ['c', 0],
    ]);
    const steps = card.rankings[1]?.dimensions.flatMap(({ id, result }) =>
      id === 'cross_tests' && result.state === 'scored' ? result.steps.map(({ name }) => name) : [],
    );
    expect(steps).toEqual(['share_1 (tests of b)', 'share_2 (examples of the task)', 'score']);
  });
});

describe('the gate', () => {
  const authors = [
    taskExamples(
      taskTest('e1', { a: 'pass', b: 'fail', c: 'pass' }),
      taskTest('e2', { a: 'pass', b: 'pass', c: 'pass' }),
      taskTest('e3', { a: 'fail', b: 'fail', c: 'fail' }),
    ),
  ];
  const gateOf = (card: Scorecard, name: string) =>
    card.rankings.find(({ agent }) => agent === name)?.gates.find(({ id }) => id === 'examples');

  test('refuses a candidate that fails an example which another one passes', () => {
    const card = scored({ authors }, {}, policyWith('gate'));
    expect(gateOf(card, 'b')).toEqual({
      id: 'examples',
      passed: false,
      threshold: 0,
      observed: 1,
      reason: 'fails 1 of 2 examples of the task (e1)',
    });
    expect(gateOf(card, 'a')).toMatchObject({ passed: true, reason: 'passes all 2 examples of the task' });
    expect(card.rankings.map(({ agent, mergeable }) => [agent, mergeable])).toEqual([
      ['a', true],
      ['c', true],
      ['b', false],
    ]);
  });

  test('is not evaluated without an example that counts, and missing unless it is asked for', () => {
    expect(gateOf(scored({}, {}, policyWith('gate')), 'a')).toMatchObject({ passed: null });
    expect(gateOf(scored({ authors }), 'b')).toBeUndefined();
  });
});
