import { expect, test } from 'vitest';
import { makeFacts, probe } from '../../test/facts-builder.ts';
import { sampleRanking, sampleScorecard } from '../../test/sample-scorecard.ts';
import type { CrossTestRow, Scorecard, Verdict } from '../contract/index.ts';
import { reasonFor, renderReasons } from './render-reasons.ts';

function row(id: string): CrossTestRow {
  return {
    ...{ author: 'fix', kind: 'candidate', id, path: null, standing: 'scored', base: 'fail', failures: {} },
    outcomes: { fix: 'pass', wrong: 'fail' },
  };
}

function reasonsOf(...rows: CrossTestRow[]): string[] {
  const rankings = ['fix', 'wrong'].map((name) => sampleRanking(name, { tests: 100 }));
  const verdict: Verdict = { class: 'decided_by_tests', leaders: ['fix'], reason: 'x', next: null };
  const card: Scorecard = { ...sampleScorecard(rankings), verdict, cross_tests: rows };
  return renderReasons(card, { colour: false }).split('\n');
}

test('prints the new test that a candidate fails', () => {
  expect(reasonsOf(row('a > empty'))).toEqual(['Why not the others', '  wrong  fails 1 new test: a > empty', '']);
});

test('counts several tests, and keeps the end of a long id', () => {
  const id = '__tests__/request/host.test.js > req.host > with Host header containing @ > parses user@host';
  expect(reasonsOf(row(id), row('b'))).toEqual([
    'Why not the others',
    '  wrong  fails 2 new tests, first __tests__/request/host.…g @ > parses user@host',
    '',
  ]);
});

test('names the call to which a candidate gives another answer than the user', () => {
  const rankings = ['fix', 'wrong'].map((name) => sampleRanking(name, { tests: 100 }));
  const verdict: Verdict = { class: 'decided_by_tests', leaders: ['fix'], reason: 'x', next: null };
  const card: Scorecard = { ...sampleScorecard(rankings), verdict };
  const probes = [
    probe('slug("a")', null, { fix: '"a"', wrong: '"b"' }),
    probe('slug("")', null, { fix: '"n-a"', wrong: '""' }, { right: ['"n-a"'] }),
  ];
  const facts = { ...makeFacts(), answers: { probes, unstable: 0 } };
  const [first, second] = rankings;
  if (first === undefined || second === undefined) throw new Error('two were made');
  expect(reasonFor(second, card, facts, 80)).toBe('gives another answer than you called right: slug("")');
});
