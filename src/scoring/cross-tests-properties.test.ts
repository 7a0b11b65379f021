// Properties of tests about the task that hold for every run.
import { describe, expect, test } from 'vitest';
import { arbitraryCrossTests, arbitraryFacts, arbitraryPolicy, closeRuns, withoutEvidence } from '../../test/arbitrary-facts.ts';
import fc from '../../test/seeded-properties.ts';
import {
  type AuthoredTests,
  type CrossTests,
  canonicalJson,
  DIMENSION_IDS,
  type DimensionId,
  type Facts,
  type Policy,
  type Ranking,
  type Scorecard,
  type TaskTest,
  type TestOutcome,
} from '../contract/index.ts';
import { scoreOf } from './dimension.ts';
import { scoreFacts } from './score-facts.ts';

/** Runs with at least two candidates and cross-tests. */
const runs = fc
  .oneof(closeRuns, arbitraryFacts({ minCandidates: 2 }))
  .chain((facts) => arbitraryCrossTests(namesOf(facts)).map((cross_tests) => ({ ...facts, cross_tests })));
type Run = Facts & { cross_tests: CrossTests };

const ABOUT_THE_TASK: readonly string[] = ['acceptance', 'cross_tests', 'coverage'];

function namesOf({ candidates }: Facts): string[] {
  return candidates.map(({ name }) => name);
}

function withAuthors(facts: Run, change: (authored: AuthoredTests) => AuthoredTests): Run {
  return { ...facts, cross_tests: { ...facts.cross_tests, authors: facts.cross_tests.authors.map(change) } };
}

/** Everything that is a number or derived from one, without the texts. */
function numbersOf({ rankings }: Scorecard): Record<string, unknown> {
  const numbers = ({ mergeable, total_unrounded, breakdown, dimensions, gates }: Ranking) => ({
    ...{ mergeable, total_unrounded, breakdown },
    shares: dimensions.map(({ effective_weight }) => effective_weight),
    scores: dimensions.map(({ result }) => scoreOf(result)),
    gates: gates.map(({ id, passed, observed }) => ({ id, passed, observed })),
  });
  return Object.fromEntries(rankings.map((ranking) => [ranking.agent, numbers(ranking)]));
}

const crossScore = (facts: Facts, policy: Policy, name: string) =>
  scoreFacts(facts, policy).rankings.find(({ agent }) => agent === name)?.breakdown.cross_tests ?? null;

const resultOf = (facts: Facts, policy: Policy, name: string, id: DimensionId) =>
  scoreFacts(facts, policy)
    .rankings.find(({ agent }) => agent === name)
    ?.dimensions.find((dimension) => dimension.id === id)?.result;

test('scores about the task are from 0 to 100, and every dimension gets one', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(runs, arbitraryPolicy, (facts, policy) => {
      const dimensions = scoreFacts(facts, policy).rankings.flatMap((ranking) => ranking.dimensions);
      for (const { id, result } of dimensions.filter((each) => ABOUT_THE_TASK.includes(each.id))) {
        const score = result.state === 'scored' ? result.score : 0;
        expect(Math.min(Math.max(score, 0), 100)).toBe(score);
        seen.add(`${id} ${result.state}${score % 100 === 0 ? '' : ' between'}`);
      }
    }),
  );
  // Without such a score the property would prove nothing.
  const states = ['not_applicable', 'scored', 'scored between', 'unavailable'];
  const possible = ABOUT_THE_TASK.flatMap((id) => states.map((state) => `${id} ${state}`));
  const expected = [...possible.filter((each) => each !== 'coverage unavailable'), 'coverage error'];
  expect([...seen].sort()).toEqual(expected.sort());
});

test('the tests of an author, repeated under new ids, change no score and no order', () => {
  fc.assert(
    fc.property(runs, arbitraryPolicy, fc.nat(), fc.integer({ min: 2, max: 30 }), (facts, policy, choice, times) => {
      const { authors } = facts.cross_tests;
      fc.pre(authors.length > 0);
      const repeated = authors[choice % authors.length];
      const more = withAuthors(facts, (authored) =>
        authored === repeated ? { ...authored, tests: repeat(authored, times) } : authored,
      );
      const [before, after] = [scoreFacts(facts, policy), scoreFacts(more, policy)];
      expect(numbersOf(after)).toEqual(numbersOf(before));
      expect(after.rankings.map(({ agent }) => agent)).toEqual(before.rankings.map(({ agent }) => agent));
      expect([after.verdict.class, after.verdict.leaders]).toEqual([before.verdict.class, before.verdict.leaders]);
      expect([after.winner, after.firmness.verdict]).toEqual([before.winner, before.firmness.verdict]);
    }),
  );
});

function repeat({ tests }: AuthoredTests, times: number): TaskTest[] {
  return tests.flatMap((each) => Array.from({ length: times }, (_, index) => ({ ...each, id: `${each.id} ${index}` })));
}

test("adding tests never lowers the author's own score in cross-tests, and changes no other score", () => {
  const withMore = runs.chain((facts) =>
    fc.record({ facts: fc.constant(facts), more: arbitraryCrossTests(namesOf(facts)), choice: fc.nat() }),
  );
  fc.assert(
    fc.property(withMore, arbitraryPolicy, ({ facts, more, choice }, policy) => {
      const names = namesOf(facts);
      const name = names[choice % names.length] ?? '';
      const added = (more.authors.find(({ tests }) => tests.length > 0)?.tests ?? []).map((each) => ({
        ...{ ...each, id: `more ${each.id}`, author: 'pass' as const },
        others: Object.fromEntries(Object.entries(each.others).filter(([other]) => other !== name)),
      }));
      const isOwn = ({ author, kind }: AuthoredTests) => kind === 'candidate' && author === name;
      const entry: AuthoredTests = { author: name, kind: 'candidate', tests: [], incomplete: null };
      const { authors } = facts.cross_tests;
      const own: Run = {
        ...facts,
        cross_tests: { ...facts.cross_tests, authors: authors.some(isOwn) ? authors : [...authors, entry] },
      };
      const larger = withAuthors(own, (each) => (isOwn(each) ? { ...each, tests: [...each.tests, ...added] } : each));
      const [before, after] = [scoreFacts(facts, policy), scoreFacts(larger, policy)];
      const ownScore = ({ rankings }: Scorecard) => rankings.find(({ agent }) => agent === name)?.breakdown.cross_tests ?? 0;
      expect(ownScore(after)).toBeGreaterThanOrEqual(ownScore(before));
      const others = ({ rankings }: Scorecard) =>
        Object.fromEntries(rankings.map(({ agent, breakdown: { cross_tests: _, ...rest } }) => [agent, rest]));
      expect(others(after)).toEqual(others(before));
    }),
  );
});

/** The same policy with a weight for cross-tests. */
function voting({ scoring, ...rest }: Policy): Policy {
  const { weights, cross_tests: crossTests } = scoring;
  return {
    ...rest,
    scoring: { ...scoring, weights: { ...weights, cross_tests: 20 }, cross_tests: { ...crossTests, enabled: true } },
  };
}

/** The scored tests that a candidate passes, and its results of the base's tests. */
function passedBy(facts: Run, { cross_tests: rows = [] }: Scorecard, name: string) {
  const tests = facts.candidates.find((candidate) => candidate.name === name)?.tests;
  if (tests?.state !== 'measured' || tests.compared_by !== 'identity' || tests.contested.length > 0) return null;
  const scored = rows.filter(({ standing }) => standing === 'scored');
  const acceptance = facts.acceptance?.tests.map(({ others }, index) => (others[name] === 'pass' ? `acceptance ${index}` : ''));
  const passed = scored.map(({ outcomes }, index) => (outcomes[name] === 'pass' ? `new ${index}` : ''));
  const all = [...passed, ...(acceptance ?? []), ...tests.fixed.map((id) => `fixed ${id}`)].filter((test) => test !== '');
  return { passed: new Set(all), lost: new Set(tests.regressed) };
}

test('a candidate that passes every test of another one, and one more, is never listed below it', () => {
  let compared = 0;
  fc.assert(
    fc.property(runs, arbitraryPolicy, (facts, policy) => {
      const card = scoreFacts(facts, voting(policy));
      const listed = card.rankings.filter(({ mergeable, breakdown }) => mergeable && breakdown.build !== 0);
      listed.forEach((above, index) => {
        for (const below of listed.slice(index + 1)) {
          const [first, second] = [above, below].map(({ agent }) => passedBy(facts, card, agent));
          if (!first || !second || above.breakdown.build !== below.breakdown.build) continue;
          const isSuperset =
            [...first.passed].every((test) => second.passed.has(test)) && [...second.lost].every((test) => first.lost.has(test));
          const isLarger = second.passed.size > first.passed.size || second.lost.size < first.lost.size;
          compared += 1;
          expect(isSuperset && isLarger, `${below.agent} passes more than ${above.agent}`).toBe(false);
        }
      });
    }),
  );
  expect(compared).toBeGreaterThan(50);
});

test('the same source with tests about the task is never listed below the same source without them', () => {
  let compared = 0;
  fc.assert(
    fc.property(runs, arbitraryPolicy, fc.nat(), fc.nat({ max: 30 }), fc.boolean(), (facts, policy, choice, added, isLinted) => {
      const chosen = facts.candidates[choice % facts.candidates.length];
      if (chosen?.tests.state !== 'measured' || chosen.tests.compared_by !== 'identity') return;
      const plain = { ...chosen, tests: chosen.tests, integrity: [] };
      const path = 'test/added.test.ts';
      const file = { old_path: null, status: 'added', class: 'source', is_test: true, added: 900, removed: 0 } as const;
      const lint =
        isLinted && plain.lint.state === 'measured' && plain.lint.compared_by === 'identity'
          ? {
              ...plain.lint,
              errors: plain.lint.errors + 1,
              added: [...plain.lint.added, { path, line: 1, rule: 'r', severity: 'error' as const, message: 'm' }],
            }
          : plain.lint;
      const ids = Array.from({ length: added }, (_, index) => `added ${index}`);
      const tested = {
        ...plain,
        lint,
        name: 'tested',
        tests: { ...plain.tests, passed: plain.tests.passed + added, added: [...plain.tests.added, ...ids] },
        diff: { files: [...plain.diff.files, { ...file, path, added_normalized: 900, removed_normalized: 0 }] },
      };
      const copied = (test: TaskTest): TaskTest => {
        const outcome = test.others[plain.name];
        return outcome === undefined ? test : { ...test, others: { ...test.others, tested: outcome } };
      };
      const { authors } = facts.cross_tests;
      const own: TaskTest = { id: 'added', path, base: 'fail', author: 'pass', others: { [plain.name]: 'pass' }, failures: {} };
      const all: AuthoredTests[] = [
        ...authors
          .filter(({ author, kind }) => kind !== 'candidate' || author !== plain.name)
          .map((authored) => ({ ...authored, tests: authored.tests.map(copied) })),
        { author: 'tested', kind: 'candidate', tests: [own], incomplete: null },
      ];
      const { acceptance, ...rest } = facts;
      const run: Facts = {
        ...rest,
        ...(acceptance && { acceptance: { ...acceptance, tests: acceptance.tests.map(copied) } }),
        candidates: [...facts.candidates.map((each) => (each === chosen ? plain : each)), tested],
        cross_tests: { authors: all, equal_trees: [] },
        near_equal: [[plain.name, 'tested']],
        equal_sources: [[plain.name, 'tested']],
      };
      const { rankings } = scoreFacts(run, voting(policy));
      const places = rankings.filter(({ mergeable }) => mergeable).map(({ agent }) => agent);
      if (!places.includes(plain.name) || !places.includes('tested')) return;
      compared += 1;
      expect(places.indexOf('tested')).toBeLessThan(places.indexOf(plain.name));
    }),
  );
  expect(compared).toBeGreaterThan(10);
});

test('the order of authors, tests, candidates and equal trees does not matter', () => {
  const shuffled = <Item>(items: readonly Item[]) => fc.shuffledSubarray([...items], { minLength: items.length });
  const reordered = runs.chain((facts) =>
    fc
      .record({
        candidates: shuffled(facts.candidates),
        authors: shuffled(facts.cross_tests.authors).chain((authors) =>
          fc.tuple(...authors.map((each) => shuffled(each.tests).map((tests) => ({ ...each, tests })))),
        ),
        equal_trees: shuffled(facts.cross_tests.equal_trees).chain((groups) =>
          fc.tuple(...groups.map((group) => shuffled(group))),
        ),
      })
      .map(({ candidates, ...cross_tests }) => ({ facts, other: { ...facts, candidates, cross_tests } })),
  );
  fc.assert(
    fc.property(reordered, arbitraryPolicy, ({ facts, other }, policy) => {
      expect(canonicalJson(scoreFacts(other, policy))).toBe(canonicalJson(scoreFacts(facts, policy)));
    }),
  );
});

describe('renamed candidates', () => {
  function renamed(facts: Run, to: (name: string) => string): Run {
    const { authors, equal_trees } = facts.cross_tests;
    const keys = <Value>(record: Record<string, Value>) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [to(name), value]));
    const tests = (list: readonly TaskTest[]) => list.map((each) => ({ ...each, others: keys(each.others) }));
    return {
      ...facts,
      candidates: facts.candidates.map((candidate) => ({ ...candidate, name: to(candidate.name) })),
      ...(facts.acceptance && { acceptance: { ...facts.acceptance, tests: tests(facts.acceptance.tests) } }),
      cross_tests: {
        authors: authors.map((each) => ({ ...each, author: to(each.author), tests: tests(each.tests) })),
        equal_trees: equal_trees.map((group) => group.map(to)),
      },
    };
  }

  test('get the same numbers, whatever their order', () => {
    fc.assert(
      fc.property(runs, arbitraryPolicy, fc.infiniteStream(fc.nat(9999)), (facts, policy, stream) => {
        const names = new Map<string, string>();
        const to = (name: string) => {
          const known = names.get(name) ?? `${stream.next().value}-${names.size}`;
          names.set(name, known);
          return known;
        };
        const other = scoreFacts(renamed(facts, to), policy);
        const before = Object.entries(numbersOf(scoreFacts(facts, policy))).map(([name, numbers]) => [to(name), numbers]);
        expect(numbersOf(other)).toEqual(Object.fromEntries(before));
      }),
    );
  });

  test('in the same order get the same result', () => {
    fc.assert(
      fc.property(runs, arbitraryPolicy, (facts, policy) => {
        const to = (name: string) => `${name}-x`;
        const [before, after] = [scoreFacts(facts, policy), scoreFacts(renamed(facts, to), policy)];
        expect(after.rankings.map(({ agent, rank }) => [agent, rank])).toEqual(
          before.rankings.map(({ agent, rank }) => [to(agent), rank]),
        );
        expect([after.verdict.class, after.verdict.leaders]).toEqual([before.verdict.class, before.verdict.leaders.map(to)]);
        const winner = before.winner === undefined || before.winner === null ? before.winner : to(before.winner);
        expect(after.winner).toBe(winner);
        expect([after.firmness.verdict, after.firmness.reasons.length]).toEqual([
          before.firmness.verdict,
          before.firmness.reasons.length,
        ]);
        expect(after.cross_tests?.map(({ author, id, standing }) => [author, id, standing])).toEqual(
          before.cross_tests?.map(({ author, id, standing }) => [to(author), id, standing]),
        );
      }),
    );
  });
});

test('equal trees have equal results in cross-tests', () => {
  fc.assert(
    fc.property(runs, arbitraryPolicy, (facts, policy) => {
      for (const [first = '', ...others] of facts.cross_tests.equal_trees) {
        for (const other of others) {
          expect(crossScore(facts, policy, other)).toBe(crossScore(facts, policy, first));
        }
      }
    }),
  );
});

/** The run with one candidate's outcome of one test changed; null if there is no such outcome. */
function withOutcome(facts: Run, choice: number, from: TestOutcome, to: TestOutcome): { run: Run; name: string } | null {
  // Without equal trees one outcome belongs to one candidate.
  const alone: Run = { ...facts, cross_tests: { ...facts.cross_tests, equal_trees: [] } };
  const cells = alone.cross_tests.authors.flatMap(({ tests }) =>
    tests.flatMap((each) =>
      Object.entries(each.others).flatMap(([name, outcome]) => (outcome === from ? [{ changed: each, name }] : [])),
    ),
  );
  const cell = cells[choice % Math.max(1, cells.length)];
  if (cell === undefined) return null;
  const change = (each: TaskTest) => (each === cell.changed ? { ...each, others: { ...each.others, [cell.name]: to } } : each);
  return { run: withAuthors(alone, (authored) => ({ ...authored, tests: authored.tests.map(change) })), name: cell.name };
}

test.each<[string, TestOutcome, TestOutcome]>([
  ['passing a test instead of failing it', 'fail', 'pass'],
  ['a test that cannot load instead of failing', 'fail', 'cannot_load'],
  ['a flaky test instead of a failing one', 'fail', 'flaky'],
])('%s never lowers the score', (_, from, to) => {
  fc.assert(
    fc.property(runs, arbitraryPolicy, fc.nat(), (facts, policy, choice) => {
      const changed = withOutcome(facts, choice, from, to);
      fc.pre(changed !== null);
      if (changed === null) return;
      const alone = { ...facts, cross_tests: { ...facts.cross_tests, equal_trees: [] } };
      const before = crossScore(alone, policy, changed.name);
      const after = crossScore(changed.run, policy, changed.name);
      if (before !== null && after !== null) expect(after).toBeGreaterThanOrEqual(before);
      // A pass counts if a failure did.
      if (to === 'pass' && before !== null) expect(after).not.toBeNull();
    }),
  );
});

test.each(['cannot_load', 'flaky'] as const)('%s counts as much as no result', (outcome) => {
  fc.assert(
    fc.property(runs, arbitraryPolicy, (facts, policy) => {
      const others = (record: TaskTest['others'], keep: boolean) =>
        Object.fromEntries(Object.entries(record).filter(([, each]) => keep || each !== outcome));
      const alone: Run = { ...facts, cross_tests: { ...facts.cross_tests, equal_trees: [] } };
      const without = withAuthors(alone, (authored) => ({
        ...authored,
        tests: authored.tests.map((each) => ({ ...each, others: others(each.others, false) })),
      }));
      expect(numbersOf(scoreFacts(without, policy))).toEqual(numbersOf(scoreFacts(alone, policy)));
      expect(scoreFacts(without, policy).verdict).toEqual(scoreFacts(alone, policy).verdict);
    }),
  );
});

describe('without evidence about the task', () => {
  const founding = ({ scoring, ...policy }: Policy): Policy => ({
    ...policy,
    scoring: {
      ...scoring,
      weights: { ...scoring.weights, acceptance: 0, cross_tests: 0, coverage: 0 },
      cross_tests: { ...scoring.cross_tests, enabled: false },
    },
  });

  test('the totals are those of the founding preset', () => {
    const totalOf = ({ dimensions }: Ranking) => {
      const counted = dimensions.filter(({ result }) => result.state === 'scored' || result.state === 'error');
      const points = counted.reduce(
        (sum, { result, weight }) => sum + (result.state === 'scored' ? result.score : 0) * weight,
        0,
      );
      const weights = counted.reduce((sum, { weight }) => sum + weight, 0);
      return weights === 0 ? null : Math.min(points / weights, 100);
    };
    fc.assert(
      fc.property(runs, arbitraryPolicy, (facts, policy) => {
        for (const ranking of scoreFacts(withoutEvidence(facts), policy).rankings) {
          const dimensions = ranking.dimensions.filter(({ id }) => !ABOUT_THE_TASK.includes(id));
          expect(ranking.total_unrounded).toBe(totalOf({ ...ranking, dimensions }));
        }
      }),
    );
  });

  test('the result is that of the founding weights', () => {
    fc.assert(
      fc.property(runs, arbitraryPolicy, (facts, policy) => {
        const bare = withoutEvidence(facts);
        const [own, other] = [scoreFacts(bare, policy), scoreFacts(bare, founding(policy))];
        const answer = ({ policy_hash: _, rankings: __, ...card }: Scorecard) => card;
        expect(answer(own)).toEqual(answer(other));
        expect(numbersOf(own)).toEqual(numbersOf(other));
        expect('cross_tests' in own).toBe(false);
      }),
    );
  });

  // Without coverage, because a change that no test executes is a finding whatever the weights.
  test('the founding weights exclude cross-tests from the whole result', () => {
    fc.assert(
      fc.property(runs, arbitraryPolicy, (facts, drawn) => {
        const policy = founding(drawn);
        const { acceptance, cross_tests: crossTests } = facts;
        const bare: Facts = { ...withoutEvidence(facts), ...(acceptance && { acceptance }) };
        expect(scoreFacts({ ...bare, ...(crossTests && { cross_tests: crossTests }) }, policy)).toEqual(scoreFacts(bare, policy));
      }),
    );
  });
});

test('every founding dimension but speed has the same score as without evidence about the task', () => {
  // Mergeable candidates set the pace of speed and cost, and acceptance tests are a gate.
  const ids = DIMENSION_IDS.filter((id) => ![...ABOUT_THE_TASK, 'speed', 'cost'].includes(id));
  fc.assert(
    fc.property(runs, arbitraryPolicy, (facts, policy) => {
      for (const name of namesOf(facts)) {
        for (const id of ids) {
          expect(resultOf(facts, policy, name, id)).toEqual(resultOf(withoutEvidence(facts), policy, name, id));
        }
      }
    }),
    { numRuns: 20 },
  );
});
