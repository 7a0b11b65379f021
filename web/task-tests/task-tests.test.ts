import { expect, test } from 'vitest';
import type { CrossTestRow, Verdict } from '../../src/contract/index.ts';
import { taskTest } from '../../test/facts-builder.ts';
import { sampleRanking, sampleScorecard } from '../../test/sample-scorecard.ts';
import { splitTests } from './deciding-tests.ts';
import { groupGates } from './group-gates.ts';
import { matrixGroups } from './matrix-groups.ts';

function row(id: string, outcomes: CrossTestRow['outcomes'], changes: Partial<CrossTestRow> = {}): CrossTestRow {
  return {
    ...{ author: 'fix', kind: 'candidate', id, path: null, standing: 'scored', base: 'fail', outcomes, failures: {} },
    ...changes,
  };
}

test('groups acceptance tests and tests with a vote by author', () => {
  const rows = [
    row('a', { fix: 'pass' }),
    row('old', { fix: 'pass' }, { standing: 'passes_on_base' }),
    row('b', { fix: 'pass' }, { standing: 'uncorroborated' }),
    row('c', {}, { author: 'other.v2' }),
    row('d', {}, { author: 'test-author', kind: 'test_author' }),
  ];
  const groups = matrixGroups(rows, { tests: [taskTest('mine', { fix: 'fail' })], incomplete: null });
  expect(
    groups.map(({ title, check, rows: tests }) => [title, check, tests.map(({ id, isScored }) => `${id} ${isScored}`)]),
  ).toEqual([
    ['Acceptance tests', 'acceptance', ['mine true']],
    ['Tests of fix', 'cross.fix', ['a true', 'b false']],
    ['Tests of other.v2', 'cross.other.v2', ['c true']],
    ['Tests of the test author', 'authored', ['d true']],
  ]);
  expect(groups[0]?.rows[0]?.outcomes).toEqual({ fix: 'fail' });
  expect(matrixGroups([], undefined)).toEqual([]);
});

const ROWS = [
  row('third fails', { fix: 'pass', source: 'pass', next: 'pass', third: 'fail' }),
  row('next fails', { fix: 'pass', source: 'pass', next: 'fail', third: 'fail' }),
  row('leader fails', { fix: 'fail', source: 'pass', next: 'pass', third: 'pass' }),
  row('only its author', { fix: 'pass', source: 'fail' }, { standing: 'uncorroborated' }),
];

test.each<[Verdict['class'], string[], string[], string[]]>([
  ['level', ['fix', 'source'], ['next fails', 'third fails'], ['leader fails', 'only its author']],
  ['decided_by_tests', ['fix'], ['third fails', 'next fails'], ['leader fails', 'only its author']],
  ['decided_by_quality', ['fix'], [], ['third fails', 'next fails', 'leader fails', 'only its author']],
  ['none', [], [], ['third fails', 'next fails', 'leader fails', 'only its author']],
])('for the verdict %s with leaders %j, the deciding tests are %j', (verdictClass, leaders, deciding, others) => {
  const rankings = ['fix', 'source', 'next', 'third'].map((name) => sampleRanking(name, { tests: 100 }));
  const verdict = { class: verdictClass, leaders, reason: '', next: null };
  const split = splitTests(sampleScorecard(rankings, { cross_tests: ROWS, verdict }));
  expect(split.deciding.map(({ id }) => id)).toEqual(deciding);
  expect(split.others.map(({ id }) => id)).toEqual(others);
});

test('groups candidates with the same reason of the acceptance gate', () => {
  const gate = (passed: boolean | null, reason: string) => ({ id: 'acceptance', passed, reason, threshold: 0, observed: 0 });
  const rankings = [
    sampleRanking('a', {}, { gates: [gate(true, 'passes all 2')] }),
    sampleRanking('b', {}, { gates: [gate(false, 'fails 1 of 2')] }),
    sampleRanking('c', {}, { gates: [gate(true, 'passes all 2')] }),
    sampleRanking('d', {}, { gates: [gate(null, 'none given')] }),
  ];
  expect(groupGates(rankings)).toEqual([
    { passed: true, reason: 'passes all 2', names: ['a', 'c'] },
    { passed: false, reason: 'fails 1 of 2', names: ['b'] },
  ]);
});
