import { expect, test } from 'vitest';
import { assess, makeCandidate, makeFacts } from '../../../test/facts-builder.ts';
import type { ChangeCoverage } from '../../contract/index.ts';
import { coverage } from './coverage.ts';

const covered = (executed_lines: number, changed_lines: number): ChangeCoverage => ({ executed_lines, changed_lines, files: [] });
const UNKNOWN = { state: 'not_applicable', why: 'it is not known which lines the tests execute' };

function resultOf(...known: (ChangeCoverage | undefined)[]) {
  const candidates = known.map((each, index) => makeCandidate({ name: `c${index}`, ...(each && { coverage: each }) }));
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

test('does not apply unless coverage is known for every candidate', () => {
  expect(resultOf(covered(8, 10), undefined)).toEqual([UNKNOWN, UNKNOWN]);
});
