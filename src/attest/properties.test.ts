import { describe, expect, test } from 'vitest';
import {
  audited,
  baseSecurity,
  baseTests,
  built,
  countedTests,
  finding,
  makeCandidate,
  makeFacts,
  makePolicy,
  notConfigured,
  type PolicyParts,
  ranTests,
} from '../../test/facts-builder.ts';
import type { Facts, Ranking, Scorecard } from '../contract/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { verifiedProperties } from './properties.ts';

/** Of the first candidate. */
function propertiesOf(
  facts: Facts,
  parts: PolicyParts = {},
  changes: { ranking?: Partial<Ranking>; card?: Partial<Scorecard> } = {},
): string[] {
  const scorecard = scoreFacts(facts, makePolicy(parts));
  const [candidate] = facts.candidates;
  const ranking = scorecard.rankings.find(({ agent }) => agent === candidate?.name);
  if (candidate === undefined || ranking === undefined) throw new Error('there is no candidate');
  return verifiedProperties({ ranking: { ...ranking, ...changes.ranking }, candidate, facts }, { ...scorecard, ...changes.card });
}

const factsWith = (candidate: Parameters<typeof makeCandidate>[0], baseline: Partial<Facts['baseline']> = {}) =>
  makeFacts({ baseline, candidates: [makeCandidate(candidate)] });

test('every gate has a property, so that a new gate is not left out', () => {
  const { rankings } = scoreFacts(makeFacts(), makePolicy());
  const ids = rankings[0]?.gates.map(({ id }) => id) ?? [];
  const gate = (id: string) => ({ id, passed: true, threshold: null, observed: null, reason: '' });
  const facts = factsWith({ security: audited() }, { security: baseSecurity() });
  const without = ids.filter((id) => {
    const some = propertiesOf(facts, {}, { ranking: { gates: [gate(id)] } });
    return some.length === propertiesOf(facts, {}, { ranking: { gates: [] } }).length;
  });
  expect(without).toEqual([]);
});

test('a gate that failed, was not evaluated or is unknown has no property', () => {
  const facts = factsWith({ build: built(false), integrity: [finding('tests_deleted', 'error')] });
  const properties = propertiesOf(facts, { gates: { require_build_pass: true } });
  for (const name of ['HYDRA_BUILD_PASSES', 'HYDRA_NO_INTEGRITY_ERRORS', 'HYDRA_MERGEABLE', 'HYDRA_ACCEPTANCE_TESTS_PASS'])
    expect(properties).not.toContain(name);
  const odd = ['toString', 'later'].map((id) => ({ id, passed: true, threshold: null, observed: null, reason: '' }));
  expect(propertiesOf(makeFacts(), {}, { ranking: { gates: odd } })).toEqual([
    'HYDRA_CHECKS_SANDBOXED',
    'HYDRA_DECIDED_BY_QUALITY',
    'HYDRA_MERGEABLE',
  ]);
});

describe('HYDRA_BASE_TESTS_PASS', () => {
  const limit: PolicyParts = { gates: { max_test_regression_percent: 50 } };
  const names = ['HYDRA_BASE_TESTS_PASS', 'HYDRA_TEST_REGRESSION_WITHIN_LIMIT'];
  const named = (facts: Facts, parts: PolicyParts = {}) => propertiesOf(facts, parts).filter((name) => names.includes(name));

  test('holds if every test that passes on the base passes', () => {
    expect(named(makeFacts())).toEqual(names);
  });

  test('does not hold for a regression within the limit', () => {
    expect(named(factsWith({ tests: ranTests({ passed: 9, failed: 1, regressed: 1 }) }), limit)).toEqual([names[1]]);
  });

  test('does not hold if only counts are known', () => {
    expect(named(factsWith({ tests: countedTests({ passed: 10 }) }))).toEqual([names[1]]);
  });

  test('does not hold if no test passes on the base', () => {
    const facts = factsWith({ tests: ranTests({ passed: 1, fixed: 1 }) }, { tests: baseTests({ passed: 0, failed: 1 }) });
    expect(named(facts)).toEqual([names[1]]);
  });

  test('does not hold if a changed test was accepted', () => {
    const tests = ranTests({
      ...{ passed: 9, failed: 1, regressed: ['a'], contested: { a: 'test/a.test.ts' }, own: 'passed', accepted: ['a'] },
    });
    const properties = propertiesOf(factsWith({ tests }));
    expect(properties).toContain('HYDRA_CONTESTED_TESTS_SETTLED');
    expect(properties).not.toContain('HYDRA_BASE_TESTS_PASS');
  });
});

test('a build of the required targets alone is not a passing build', () => {
  const build = { ...built(false, { app: true, docs: false }), command_passed: true } as Facts['candidates'][number]['build'];
  const parts: PolicyParts = { build: { mode: 'gradient', required: ['app'], targets: { app: 'make app', docs: 'make docs' } } };
  const properties = propertiesOf(factsWith({ build }), parts);
  expect(properties.filter((name) => /BUILD/.test(name))).toEqual(['HYDRA_BUILD_MEASURED', 'HYDRA_REQUIRED_TARGETS_BUILD']);
});

test('advisories are named only if a security check ran, and by whether the candidate adds any', () => {
  const named = (facts: Facts) => propertiesOf(facts).filter((name) => /ADVISORIES/.test(name));
  const added = (...severities: Parameters<typeof audited>) =>
    factsWith({ security: audited(...severities) }, { security: baseSecurity() });
  expect(named(added())).toEqual(['HYDRA_NEW_ADVISORIES_WITHIN_LIMIT', 'HYDRA_NO_NEW_ADVISORIES']);
  expect(named(added(['low']))).toEqual(['HYDRA_NEW_ADVISORIES_WITHIN_LIMIT']);
  expect(named(added(['high']))).toEqual([]);
  expect(named(factsWith({ security: notConfigured }))).toEqual([]);
});

test('names a sandbox and an independent run only if there was one', () => {
  const conditions = { is_reordered: false, dependencies: 'none' } as const;
  const sandbox = (kind: 'bubblewrap' | 'none') => ({ kind, reason: null, needs_network: [] });
  const extra = (changes: Parameters<typeof propertiesOf>[2]) =>
    propertiesOf(makeFacts(), {}, changes).filter((name) => /SANDBOXED|INDEPENDENT/.test(name));
  expect(extra({ card: { sandbox: sandbox('none') } })).toEqual([]);
  expect(extra({ card: { sandbox: sandbox('none') }, ranking: { independent: { state: 'differs', conditions } } })).toEqual([]);
  expect(
    extra({ card: { sandbox: sandbox('bubblewrap') }, ranking: { independent: { state: 'confirmed', conditions } } }),
  ).toEqual([...['HYDRA_CHECKS_SANDBOXED', 'HYDRA_INDEPENDENT_RUN_CONFIRMED']]);
});
