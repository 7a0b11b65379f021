import { expect, test } from 'vitest';
import { assess, makeCandidate, makeFacts } from '../../../test/facts-builder.ts';
import type { ChangeCoverage } from '../../contract/index.ts';
import { coverage } from './coverage.ts';

const covered = (executed_lines: number, changed_lines: number): ChangeCoverage => ({ executed_lines, changed_lines, files: [] });
const UNKNOWN = { state: 'not_applicable', why: 'not known which changed lines tests execute' };
const FAILED = 'its tests do not run to the end';

/** A text is the reason why the coverage of a candidate is unknown. */
function resultOf(...known: (ChangeCoverage | string | undefined)[]) {
  const factsOf = (each: ChangeCoverage | string) => (typeof each === 'string' ? { coverage_unknown: each } : { coverage: each });
  const candidates = known.map((each, index) =>
    makeCandidate({ name: `c${index}`, coverage: undefined, ...(each && factsOf(each)) }),
  );
  const facts = makeFacts({ candidates });
  return candidates.map(({ name }) => assess(coverage, facts, undefined, name));
}

test('scores the share of the changed lines that tests execute', () => {
  expect(resultOf(covered(8, 10))).toEqual([
    {
      state: 'scored',
      score: 80,
      steps: [
        {
          name: 'score',
          expression: 'executed_lines / changed_lines * 100',
          inputs: { executed_lines: 8, changed_lines: 10 },
          value: 80,
        },
      ],
    },
  ]);
  expect(resultOf(covered(0, 3))).toMatchObject([{ score: 0 }]);
});

test('does not apply to a candidate that changes no executable line', () => {
  expect(resultOf(covered(0, 0), covered(1, 4))).toMatchObject([
    { state: 'not_applicable', why: 'no executable line is changed' },
    { state: 'scored', score: 25 },
  ]);
});

test('does not apply unless every candidate is measured', () => {
  const why = 'the whole test suite was not measured for c1';
  expect(resultOf(covered(8, 10), undefined)).toEqual([
    { state: 'not_applicable', why },
    { state: 'not_applicable', why },
  ]);
  expect(resultOf(covered(8, 10), { ...covered(1, 1), only_task_tests: true })).toMatchObject([{ why }, { why }]);
});

test('scores 0 for a candidate that cannot be measured while another one can', () => {
  expect(resultOf(covered(8, 10), FAILED)).toMatchObject([
    { state: 'scored', score: 80 },
    { state: 'error', why: `not known which changed lines tests execute: ${FAILED}` },
  ]);
});

test('does not apply if no candidate can be measured', () => {
  expect(resultOf(FAILED, FAILED)).toEqual([UNKNOWN, UNKNOWN]);
  expect(resultOf(FAILED, covered(0, 0))).toEqual([UNKNOWN, UNKNOWN]);
});
