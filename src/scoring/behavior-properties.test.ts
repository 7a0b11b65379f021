// Properties of examples and answers that hold for every run.
import { expect, test } from 'vitest';
import {
  authored,
  baseTests,
  changed,
  finding,
  linted,
  makeCandidate,
  makeFacts,
  makePolicy,
  probe,
  ranTests,
  taskExamples,
  taskTest,
} from '../../test/facts-builder.ts';
import fc from '../../test/seeded-properties.ts';
import {
  type CandidateFacts,
  canonicalJson,
  type Facts,
  type Policy,
  parseStored,
  type Scorecard,
  type TaskTest,
  TEST_OUTCOMES,
  type TestOutcome,
} from '../contract/index.ts';
import { scoreFacts } from './score-facts.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

interface Part {
  fixes: boolean;
  warnings: number;
  lines: number;
  isSuspect: boolean;
  cheats: boolean;
}

const part: fc.Arbitrary<Part> = fc.record({
  fixes: fc.constantFrom(true, true, true, false),
  warnings: fc.constantFrom(0, 0, 0, 2),
  lines: fc.constantFrom(10, 20, 900),
  isSuspect: fc.constantFrom(false, false, false, true),
  cheats: fc.constantFrom(false, false, false, false, true),
});

function toCandidate(name: string, { fixes, warnings, lines, isSuspect, cheats }: Part, areFailing: boolean): CandidateFacts {
  const fixed = ranTests({ passed: 11, fixed: ['t'] });
  const failing = fixes ? fixed : ranTests({ passed: 10, failed: 1 });
  return makeCandidate({
    name,
    tests: areFailing ? failing : ranTests({ passed: 10 }),
    lint: linted({ warnings, added: Array.from({ length: warnings }, () => 'warning' as const) }),
    files: [changed('src/main.ts', { lines })],
    integrity: [
      ...(isSuspect ? [finding('test_weakened', 'warning', 'test/a.ts')] : []),
      ...(cheats ? [finding('early_exit', 'error')] : []),
    ],
  });
}

const clean: Part = { fixes: true, warnings: 0, lines: 10, isSuspect: false, cheats: false };
const parts = fc.oneof(
  fc.array(part, { minLength: 2, maxLength: 5 }),
  fc.array(fc.constant(clean), { minLength: 4, maxLength: 6 }),
);

const candidates = fc.record({ parts, areFailing: fc.constantFrom(true, false, false) }).map(({ parts: drawn, areFailing }) => ({
  areFailing,
  list: drawn.map((each, index) => toCandidate(NAMES[index] ?? '', each, areFailing)),
}));

const outcome = fc.constantFrom<TestOutcome | null>('pass', 'pass', 'fail', 'fail', ...TEST_OUTCOMES, null);
/** Most candidates give the answers of their style. */
const styles = fc.constantFrom('x', 'y', 'y', 'y', 'z');
const noise = fc.constantFrom(...Array.from({ length: 40 }, () => 'style' as const), 'x' as const, 'y' as const, 'none' as const);

function arbitraryRun(list: readonly CandidateFacts[], areFailing: boolean): fc.Arbitrary<Facts> {
  const names = list.map(({ name }) => name);
  const outcomes = fc
    .tuple(...names.map(() => outcome))
    .map((drawn) => Object.fromEntries(names.flatMap((name, index) => (drawn[index] == null ? [] : [[name, drawn[index]]]))));
  const tests = (prefix: string, maxLength: number) =>
    fc
      .array(
        fc.record({
          base: fc.constantFrom<TestOutcome>('fail', 'fail', 'pass', 'cannot_load'),
          others: outcomes,
          hasMessages: fc.boolean(),
        }),
        {
          maxLength,
        },
      )
      .map((drawn) =>
        drawn.map(({ base, others, hasMessages }, index) => {
          const failing = Object.entries(others).flatMap(([name, own]) => (own === 'fail' ? [[name, '1 is not 2']] : []));
          return taskTest(`${prefix}${index}`, others, { base, failures: hasMessages ? Object.fromEntries(failing) : {} });
        }),
      );
  const probes = fc
    .record({
      style: fc.tuple(...names.map(() => styles)),
      calls: fc.array(
        fc.record({
          base: fc.constantFrom('x', 'x', 'x', null),
          noise: fc.tuple(...names.map(() => noise)),
          right: fc.constantFrom<string[] | undefined>(...Array.from({ length: 12 }, () => undefined), [], ['y'], ['x', 'y']),
        }),
        { maxLength: 8 },
      ),
    })
    .map(({ style, calls }) =>
      calls.map(({ base, noise: drawn, right }, index) => {
        const answers = names.flatMap((name, at): [string, string][] => {
          const change = drawn[at] ?? 'style';
          if (change === 'none') return [];
          return [[name, change === 'style' ? (style[at] ?? 'x') : change]];
        });
        return probe(`f(${index})`, base, Object.fromEntries(answers), right === undefined ? {} : { right });
      }),
    );
  return fc
    .record({
      examples: fc.oneof(fc.constant<TaskTest[]>([]), tests('example ', 3)),
      author: fc.constantFrom(...names),
      written: fc.oneof(fc.constant<TaskTest[]>([]), fc.constant<TaskTest[]>([]), tests('new ', 2)),
      probes,
      sources: fc.oneof(fc.constant<string[]>([]), fc.constant<string[]>([]), fc.subarray(names)),
      near: fc.oneof(fc.constant<string[]>([]), fc.constant<string[]>([]), fc.subarray(names)),
    })
    .map(({ examples, author, written, sources, near, probes: known }) => {
      const own = written.map((each) => {
        const { [author]: _, ...others } = each.others;
        return { ...each, others };
      });
      return makeFacts({
        baseline: { tests: baseTests({ passed: 10, failed: areFailing ? 1 : 0 }) },
        candidates: [...list],
        authors: [taskExamples(...examples), authored(author, own)],
        probes: known,
        ...(sources.length > 1 && { equalSources: [sources] }),
        ...(near.length > 1 && { nearEqual: [near] }),
      });
    });
}

const runs = candidates.chain(({ list, areFailing }) => arbitraryRun(list, areFailing));

const policies: fc.Arbitrary<Policy> = fc
  .record({ examples: fc.constantFrom('count' as const, 'gate' as const, 'off' as const), accepts: fc.boolean() })
  .map(({ examples, accepts }) => {
    const policy = makePolicy();
    return { ...policy, task: { ...policy.task, examples }, scoring: { ...policy.scoring, accept_likely: accepts } };
  });

/** The examples that count and that a candidate passes. */
function examplesOf({ cross_tests: rows = [] }: Scorecard, name: string): Set<string> {
  const scored = rows.filter(({ kind, standing }) => kind === 'task' && standing === 'scored');
  return new Set(scored.flatMap(({ id, outcomes }) => (outcomes[name] === 'pass' ? [id] : [])));
}

function rightAnswers({ answers }: Facts, name: string): number {
  return (answers?.probes ?? []).filter(({ right = [], answers: own }) => right.includes(own[name] ?? '')).length;
}

test('the order of candidates and groups does not matter, and a replay gives the same bytes', () => {
  const shuffled = runs.chain((facts) =>
    fc.record({
      facts: fc.constant(facts),
      list: fc.shuffledSubarray(facts.candidates, { minLength: facts.candidates.length }),
      sources: fc.shuffledSubarray(facts.equal_sources?.[0] ?? [], { minLength: facts.equal_sources?.[0]?.length ?? 0 }),
    }),
  );
  const classes = new Set<string>();
  fc.assert(
    fc.property(shuffled, policies, ({ facts, list, sources }, policy) => {
      const card = scoreFacts(facts, policy);
      const text = canonicalJson(card);
      expect(parseStored('scorecard', text, 'scorecard.json')).toEqual(card);
      const other = { ...facts, candidates: list, ...(sources.length > 0 && { equal_sources: [sources] }) };
      expect(canonicalJson(scoreFacts(JSON.parse(canonicalJson(other)), policy))).toBe(text);
      classes.add(card.verdict.class);
    }),
  );
  expect([...classes].sort()).toEqual(['decided_by_quality', 'decided_by_tests', 'level', 'likely', 'none', 'unproven']);
});

test('a candidate that passes more examples of the task is never listed below another that passes the same of the base', () => {
  let compared = 0;
  fc.assert(
    fc.property(runs, policies, (facts, policy) => {
      const card = scoreFacts(facts, policy);
      const suspects = new Set(
        card.rankings.flatMap(({ agent, findings }) =>
          findings.some(({ id, severity }) => id === 'no_effect' && severity === 'warning') ? [agent] : [],
        ),
      );
      const listed = card.rankings.filter(({ agent, mergeable }) => mergeable && !suspects.has(agent)).map(({ agent }) => agent);
      const fixedBy = (name: string) => facts.candidates.find((each) => each.name === name)?.tests;
      listed.forEach((above, index) => {
        for (const below of listed.slice(index + 1)) {
          if (canonicalJson(fixedBy(above)) !== canonicalJson(fixedBy(below))) continue;
          if (rightAnswers(facts, above) > rightAnswers(facts, below)) continue;
          compared += 1;
          expect(examplesOf(card, below).size, `${below} below ${above}`).toBeLessThanOrEqual(examplesOf(card, above).size);
        }
      });
    }),
  );
  expect(compared).toBeGreaterThan(50);
});

test('a candidate with an integrity error changes no agreement, no solution and no question of the others', () => {
  const withCheat = candidates.chain(({ list, areFailing }) => {
    const cheat = makeCandidate({
      name: 'cheat',
      tests: list[0]?.tests ?? ranTests({ passed: 10 }),
      integrity: [finding('early_exit', 'error')],
    });
    return arbitraryRun([...list.filter(({ name }) => name !== 'e'), cheat], areFailing);
  });
  let seen = 0;
  fc.assert(
    fc.property(withCheat, policies, (facts, policy) => {
      const ungrouped: Facts = { ...facts, equal_sources: [], near_equal: [] };
      const withAll = scoreFacts(ungrouped, policy);
      const others = { ...ungrouped, candidates: ungrouped.candidates.filter(({ name }) => name !== 'cheat') };
      const without = scoreFacts(withoutOutcomes(others, 'cheat'), policy);
      expect(withAll.solutions).toEqual(without.solutions);
      expect(withAll.questions?.map(({ id }) => id)).toEqual(without.questions?.map(({ id }) => id));
      seen += withAll.solutions?.some(({ agreement }) => agreement !== null) ? 1 : 0;
    }),
  );
  expect(seen).toBeGreaterThan(20);
});

/** Without the results of a candidate that is not in the run. */
function withoutOutcomes(facts: Facts, name: string): Facts {
  const without = <Value>(record: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
  const { cross_tests: crossTests, answers } = facts;
  const authors = (crossTests?.authors ?? [])
    .filter(({ author }) => author !== name)
    .map((each) => ({ ...each, tests: each.tests.map((written) => ({ ...written, others: without(written.others) })) }));
  return {
    ...facts,
    cross_tests: { authors, equal_trees: [] },
    ...(answers && {
      answers: { ...answers, probes: answers.probes.map((each) => ({ ...each, answers: without(each.answers) })) },
    }),
  };
}

test('a likely result has one candidate or one solution as leaders, and a winner only if the policy accepts it', () => {
  let seen = 0;
  fc.assert(
    fc.property(runs, policies, (facts, policy) => {
      const { verdict, winner, solutions = [], rankings } = scoreFacts(facts, policy);
      if (verdict.class !== 'likely') return;
      seen += 1;
      const isSolution = solutions.some(({ candidates: own }) => verdict.leaders.every((name) => own.includes(name)));
      expect(isSolution || verdict.leaders.length === 1).toBe(true);
      expect(winner).toBe(policy.scoring.accept_likely ? verdict.leaders[0] : undefined);
      expect(rankings[0]?.agent).toBe(verdict.leaders[0]);
    }),
    { numRuns: 400 },
  );
  expect(seen).toBeGreaterThan(5);
});

test('a change without an effect is neither first nor a leader where the task asks for other behavior', () => {
  let seen = 0;
  fc.assert(
    fc.property(runs, policies, (facts, policy) => {
      const { verdict, rankings } = scoreFacts(facts, policy);
      const idle = rankings.filter(({ findings }) =>
        findings.some(({ id, severity }) => id === 'no_effect' && severity === 'warning'),
      );
      const names = idle.map(({ agent }) => agent);
      expect(verdict.leaders.filter((name) => names.includes(name))).toEqual([]);
      const mergeable = rankings.filter((each) => each.mergeable).map(({ agent }) => agent);
      if (names.length === 0 || mergeable.every((name) => names.includes(name))) return;
      seen += 1;
      expect(names).not.toContain(mergeable[0]);
    }),
    { numRuns: 400 },
  );
  expect(seen).toBeGreaterThan(5);
});

test('each question has at least two answers, and none was decided before', () => {
  let seen = 0;
  fc.assert(
    fc.property(runs, policies, (facts, policy) => {
      const { questions = [] } = scoreFacts(facts, policy);
      expect(questions.length).toBeLessThanOrEqual(5);
      expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
      for (const { id, answers } of questions) {
        seen += 1;
        expect(answers.length).toBeGreaterThan(1);
        expect(facts.answers?.probes.find((each) => each.id === id)?.right).toBeUndefined();
      }
    }),
  );
  expect(seen).toBeGreaterThan(20);
});

test('an answer of the user never puts a candidate that gives it below one that does not', () => {
  let compared = 0;
  fc.assert(
    fc.property(runs, policies, (facts, policy) => {
      const { rankings } = scoreFacts(facts, policy);
      const idle = (name: string) =>
        rankings.some(
          ({ agent, findings }) =>
            agent === name && findings.some(({ id, severity }) => id === 'no_effect' && severity === 'warning'),
        );
      const grouped = new Set((facts.equal_sources ?? []).flat());
      const listed = rankings
        .filter(({ agent, mergeable }) => mergeable && !idle(agent) && !grouped.has(agent))
        .map(({ agent }) => agent);
      const testsOf = (name: string) => canonicalJson(facts.candidates.find((each) => each.name === name)?.tests);
      listed.forEach((above, index) => {
        for (const below of listed.slice(index + 1)) {
          if (testsOf(above) !== testsOf(below)) continue;
          compared += 1;
          expect(rightAnswers(facts, below)).toBeLessThanOrEqual(rightAnswers(facts, above));
        }
      });
    }),
  );
  expect(compared).toBeGreaterThan(50);
});
