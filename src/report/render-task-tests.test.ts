import { describe, expect, test } from 'vitest';
import { makeCandidate, makeFacts, ranTests, taskTest } from '../../test/facts-builder.ts';
import { sampleRanking, sampleScorecard } from '../../test/sample-scorecard.ts';
import type { CrossTestRow, Scorecard } from '../contract/index.ts';
import { painter } from './paint.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderTaskTests } from './render-task-tests.ts';
import { renderTestMatrix } from './render-test-matrix.ts';

function row(id: string, changes: Partial<CrossTestRow> = {}): CrossTestRow {
  return {
    ...{ author: 'fix', kind: 'candidate', id, path: null, standing: 'scored', base: 'fail' },
    outcomes: { fix: 'pass', source: 'pass', wrong: 'fail' },
    failures: { wrong: 'Expected: 1\nReceived: 2' },
    ...changes,
  };
}

function cardOf(...rows: CrossTestRow[]): Scorecard {
  const rankings = ['fix', 'source', 'wrong'].map((name) => sampleRanking(name, { tests: 100 }));
  return { ...sampleScorecard(rankings), cross_tests: rows };
}

const plain = painter(false);

describe('on a terminal', () => {
  test('shows which candidates pass and fail a test, and why', () => {
    expect(renderTaskTests(cardOf(row('a > empty')), plain)).toEqual([
      'Tests about the task',
      '  a > empty',
      '    by fix; passes: fix and source; fails: wrong',
      '      wrong: Expected: 1',
      '             Received: 2',
    ]);
  });

  test('marks a test as not scored when only its author passes it', () => {
    const outcomes = { fix: 'pass', source: 'cannot_load', wrong: 'fail' } as const;
    expect(renderTaskTests(cardOf(row('a', { standing: 'uncorroborated', outcomes, failures: {} })), plain)).toEqual([
      'Tests about the task',
      '  a',
      '    by fix, not scored: no other candidate passes it; passes: fix; fails: wrong;',
      '    cannot run: source',
    ]);
  });

  test('counts tests that all candidates pass, and shows five of many', () => {
    const rows = Array.from({ length: 7 }, (_, index) => row(`t${index}`, { failures: {} }));
    const shared = row('shared', { outcomes: { fix: 'pass', source: 'pass' } });
    const lines = renderTaskTests(cardOf(shared, ...rows), plain);
    expect(lines[1]).toBe('  1 other new test passes with every candidate that ran it');
    expect(lines.filter((line) => /^ {2}t\d$/.test(line))).toHaveLength(5);
    expect(lines.at(-1)).toBe('  and 2 more: `hydra explain --tests` shows them all');
  });

  test('mentions tests that run on no other candidate and are not listed', () => {
    const card = cardOf(row('a', { standing: 'loads_nowhere', outcomes: { fix: 'pass' }, failures: {} }));
    expect(renderTaskTests(card, plain)).toEqual([
      'Tests about the task',
      '  1 new test of fix runs with no other candidate and does not count',
    ]);
    expect(renderTaskTests(card, plain, true)).toEqual([]);
  });

  test('shows how many acceptance tests count', () => {
    const card = { ...cardOf(), acceptance: { tests: 3, pass_on_base: 1, cannot_load_on_base: 1 } };
    expect(renderTaskTests(card, plain)).toEqual([
      'Tests about the task',
      '  3 acceptance tests; 1 of them passes on the base and says nothing about the',
      '  task; 1 cannot run on the base, where what it uses does not exist yet',
    ]);
  });

  test('escapes names of tests and messages', () => {
    const [, id = '', , failure = ''] = renderTaskTests(cardOf(row('a\u001b[2J', { failures: { wrong: 'x\u001b]0;y' } })), plain);
    expect([id, failure].map((line) => line.includes('\u001b'))).toEqual([false, false]);
  });

  test('is empty without new tests', () => {
    expect(renderTaskTests(cardOf(), plain)).toEqual([]);
    expect(renderTestMatrix(cardOf(), makeFacts(), { colour: false })).toBe(
      'No candidate adds a test, or changes the result of one.\n',
    );
  });
});

test('the whole matrix groups tests without a vote by the reason', () => {
  const card = cardOf(row('a', { standing: 'passes_on_base' }), row('b', { standing: 'unstable' }));
  const text = renderTestMatrix(card, makeFacts(), { colour: false });
  expect(text.split('\n')).toEqual([
    '  Without a vote, because they pass on the base, or there with only comments added, so they say nothing about the task:',
    '  a',
    '    by fix; passes: fix and source; fails: wrong',
    '      wrong: Expected: 1',
    '             Received: 2',
    '  Without a vote, because they are flaky, or do not pass each time with their author:',
    '  b',
    '    by fix; passes: fix and source; fails: wrong',
    '      wrong: Expected: 1',
    '             Received: 2',
    '',
  ]);
});

test('the whole matrix has every new test with a vote, acceptance tests, and tests of the base with another result', () => {
  const card = cardOf(row('separates'), row('passes everywhere', { outcomes: { fix: 'pass', source: 'pass', wrong: 'pass' } }));
  const facts = makeFacts({
    candidates: [
      makeCandidate({ name: 'fix', tests: ranTests({ passed: 10, fixed: ['t1'] }) }),
      makeCandidate({ name: 'wrong', tests: ranTests({ passed: 8, failed: 2, regressed: ['t2'], dropped: ['t3'] }) }),
      makeCandidate({ name: 'source', tests: ranTests({ passed: 10, fixed: ['t1'] }) }),
    ],
    acceptance: { tests: [taskTest('must', { fix: 'pass', wrong: 'fail', source: 'cannot_load' }, { author: null })] },
  });
  expect(renderTestMatrix(card, facts, { colour: false }).split('\n')).toEqual([
    'Tests about the task',
    '  separates',
    '    by fix; passes: fix and source; fails: wrong',
    '      wrong: Expected: 1',
    '             Received: 2',
    '  passes everywhere',
    '    by fix; passes: fix, source and wrong',
    'Acceptance tests',
    '  must',
    '    passes: fix; does not pass: source and wrong',
    'Tests of the base with another result',
    '  t1',
    '    fixed by: fix and source',
    '  t2',
    '    broken by: wrong',
    '  t3',
    '    no longer run by: wrong',
    '',
  ]);
});

test('Markdown has a row for each separating test, and its name cannot break out', () => {
  const lines = renderMarkdown(cardOf(row('a | `b`'))).split('\n');
  expect(lines).toContain('| new test | by | passes | fails | no result |');
  expect(lines).toContain("| `a ¦ 'b'` | `fix` | `fix`, `source` | `wrong` |  |");
});
