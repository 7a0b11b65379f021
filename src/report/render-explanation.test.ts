import { describe, expect, test } from 'vitest';
import { baseTests, makeCandidate, makeFacts, makePolicy, ranTests } from '../../test/facts-builder.ts';
import { failedGate, sampleRanking, withMetric } from '../../test/sample-scorecard.ts';
import type { Gate, Ranking, Step } from '../contract/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { renderExplanation } from './render-explanation.ts';
import { displayWidth } from './terminal-text.ts';

const WHOLE = { dimension: null, colour: false, verbose: true, facts: null } as const;

function ranking(changes: Partial<Ranking> = {}): Ranking {
  const steps: Step[] = [
    { name: 'executed', expression: 'A_total', inputs: { A_total: 3 }, value: 3 },
    {
      name: 'pass_rate',
      expression: 'if executed == 0 then 0 else A_pass / executed',
      inputs: { A_pass: 2, executed: 3 },
      value: 2 / 3,
    },
    { name: 'score', expression: 'pass_rate * 100', inputs: { pass_rate: 2 / 3 }, value: 200 / 3 },
  ];
  const passed: Gate = { id: 'diff_not_empty', passed: true, threshold: 1, observed: 3, reason: 'the diff changes something' };
  const notJudged: Gate = { id: 'test_drop', passed: null, threshold: null, observed: null, reason: 'switched off' };
  return sampleRanking(
    'codex',
    {
      build: {
        state: 'scored',
        score: 100,
        steps: [{ name: 'score', expression: 'if build_passed then 100 else 0', inputs: { build_passed: true }, value: 100 }],
      },
      tests: { state: 'scored', score: 200 / 3, steps },
      lint: { state: 'error', why: 'the lint check of this candidate could not be measured: it timed out' },
      security: { state: 'unavailable', why: 'npm audit is not installed' },
    },
    {
      mergeable: false,
      gates: [passed, notJudged, failedGate('integrity', '1 integrity error: tests_deleted')],
      findings: [{ id: 'tests_deleted', severity: 'error', message: 'Two are gone.', place: null, how_to_allow: null }],
      ...changes,
    },
  );
}

describe('renderExplanation', () => {
  test('prints every state, every step with its numbers, gates, findings and the sum', () => {
    expect(renderExplanation(ranking(), WHOLE)).toBe(`\
codex: rank 1, total 66.7, not mergeable

build: 100 (weight 30, 40% of the total)
  the build passes -> 100.0
  score = if build_passed then 100 else 0
        = if true then 100 else 0
        = 100

tests: 66.666667 (weight 30, 40% of the total)
  2 of 3 tests pass -> 66.7
  executed = A_total
           = 3
  pass_rate = if executed == 0 then 0 else A_pass / executed
            = if 3 == 0 then 0 else 2 / 3
            = 0.66666667
  score = pass_rate * 100
        = 0.66666667 * 100
        = 66.666667

acceptance: does not apply (weight 20, not counted)
  no such command is configured

cross_tests: does not apply (weight 20, not counted)
  no such command is configured

lint: error, counts as 0 (weight 15, 20% of the total)
  the lint check of this candidate could not be measured: it timed out

diff_scope: does not apply (weight 15, not counted)
  no such command is configured

speed: does not apply (weight 10, not counted)
  no such command is configured

cost: does not apply (weight 0, not counted)
  no such command is configured

security: could not be measured (weight 10, not counted)
  npm audit is not installed

coverage: does not apply (weight 0, not counted)
  no such command is configured

Gates
  pass  diff_not_empty  the diff changes something
  n/a   test_drop       switched off
  FAIL  integrity       1 integrity error: tests_deleted

Findings
  error    tests_deleted
           Two are gone.

Total
  total = (build * 30 + tests * 30 + lint * 15) / (30 + 30 + 15)
        = (100 * 30 + 66.666667 * 30 + 0 * 15) / (30 + 30 + 15)
        = 66.666667
        shown as 66.7
`);
  });

  test('prints the evidence before any score, and no formula, unless it is verbose', () => {
    expect(renderExplanation(ranking(), { ...WHOLE, verbose: false })).toBe(`\
codex: rank 1, total 66.7, not mergeable
FAIL  1 integrity error: tests_deleted

build     100.0  40% of the total
  the build passes -> 100.0
tests      66.7  40% of the total
  2 of 3 tests pass -> 66.7
lint          -  20% of the total
  the lint check of this candidate could not be measured: it timed out
security      -  not counted
  npm audit is not installed
total      66.7
Does not apply: acceptance, cross tests, diff scope, speed, cost, coverage.

error tests deleted
  Two are gone.

\`hydra explain --verbose codex\` shows every formula, gate and finding.
`);
  });

  test('prints the measured facts and the broken tests', () => {
    const candidate = makeCandidate({
      name: 'codex',
      tests: ranTests({ passed: 1, failed: 2, regressed: ['a > b', 'c'], fixed: ['d'] }),
    });
    const facts = makeFacts({ baseline: { tests: baseTests({ passed: 2, failed: 1 }) }, candidates: [candidate] });
    const [scored = ranking()] = scoreFacts(facts, makePolicy()).rankings;
    const text = renderExplanation(scored, { ...WHOLE, verbose: false, facts });
    expect(text).toContain('\nfixes 1 of 1 failing test, breaks 2 of 2 passing tests, ');
    expect(text).toContain('\nBroken tests\n  a > b\n  c\n\n');
  });

  test('prints a single dimension', () => {
    expect(renderExplanation(ranking(), { ...WHOLE, dimension: 'build' })).toBe(`\
codex: rank 1, total 66.7, not mergeable

build: 100 (weight 30, 40% of the total)
  the build passes -> 100.0
  score = if build_passed then 100 else 0
        = if true then 100 else 0
        = 100
`);
  });

  test('prints the coverage of the change, with the lines that no test executes', () => {
    const file = { path: 'src/a.js', changed_lines: 9, executed_lines: 6, missed_lines: [3, 4, 9] };
    const coverage = { changed_lines: 9, executed_lines: 6, files: [file] };
    const text = renderExplanation({ ...ranking(), coverage }, { ...WHOLE, dimension: 'coverage' });
    expect(text.split('\n').slice(-3)).toEqual([
      'Coverage of the change: tests execute 6 of 9 changed lines',
      '  src/a.js: 6 of 9 changed lines; not executed: lines 3-4, 9',
      '',
    ]);
  });

  test('prints whether an independent run confirms the tests', () => {
    const conditions = { is_reordered: false, dependencies: 'base' as const };
    const text = renderExplanation({ ...ranking(), independent: { state: 'confirmed', conditions } }, WHOLE);
    expect(text).toContain(
      "Tests: confirmed by an independent run: another folder, other file times,\n  another user, the base's dependencies\n",
    );
  });

  test('prints which files make the fixed tests pass', () => {
    const attribution = { groups: [{ tests: ['parses 1h 30m'], files: ['src/parse.js'] }] };
    const text = renderExplanation({ ...ranking(), attribution }, { ...WHOLE, dimension: 'tests' });
    expect(text.split('\n').slice(-3)).toEqual([
      'Why the fixed tests pass',
      '  `parses 1h 30m` passes because of the changes in src/parse.js',
      '',
    ]);
  });

  test('prints no total if no dimension counts', () => {
    const text = renderExplanation(sampleRanking('idle', {}), WHOLE);
    expect(text.split('\n')[0]).toBe('idle: rank 1, total -, mergeable');
    expect(text.endsWith('\n\ntotal: none, because no dimension with a weight applies\n')).toBe(true);
  });

  test('escapes hostile text and fits it in 80 columns', () => {
    const evil = `\u001b[2J\u202e${'x'.repeat(3000)}\n`;
    const step: Step = { name: evil, expression: `${evil} + constructor + __proto__`, inputs: {}, value: 1 };
    const hostile = sampleRanking(
      evil,
      { build: { state: 'scored', score: 1, steps: [step] }, tests: { state: 'error', why: evil } },
      { gates: [failedGate(evil, evil)], findings: [] },
    );
    const texts = [true, false].map((verbose) => renderExplanation(hostile, { ...WHOLE, verbose }));
    for (const line of texts.join('').split('\n')) {
      expect(displayWidth(line)).toBeLessThanOrEqual(80);
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });

  test('colors change only the colors', () => {
    const coloured = renderExplanation(ranking(), { ...WHOLE, colour: true });
    expect(coloured).toContain('\u001b[31mFAIL\u001b[0m');
    expect(coloured.replace(/\p{Cc}\[\d+m/gu, '')).toBe(renderExplanation(ranking(), WHOLE));
  });
});

test('shows the value of a metric before its formula', () => {
  const steps: Step[] = [{ name: 'gain', expression: 'base - value', inputs: { base: 200, value: 180 }, value: 20 }];
  const measured = withMetric(sampleRanking('a', {}), 'bundle_size', { state: 'scored', score: 20, steps }, [200, 180]);
  expect(renderExplanation(measured, { ...WHOLE, dimension: 'bundle_size' })).toBe(`\
a: rank 1, total -, mergeable

bundle_size: 20 (weight 0, not counted)
  measured: 180 kB, base 200 kB (-10%)
  gain = base - value
       = 200 - 180
       = 20
`);
});
