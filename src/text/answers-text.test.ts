import { expect, test } from 'vitest';
import { sampleRanking, sampleScorecard } from '../../test/sample-scorecard.ts';
import type { CrossTestRow, Question } from '../contract/index.ts';
import { answersText, askCommand, questionIntroduction, questionText, solutionsText } from './answers-text.ts';
import { examplesText } from './examples-text.ts';

const question: Question = {
  ...{ id: 'q', call: 'slug("É a")', language: 'javascript', path: null, base: '"-a"' },
  answers: [
    { answer: '"e-a"', candidates: ['a', 'd'] },
    { answer: '"-a"', candidates: ['c'] },
  ],
};

test('shows a question with the answers of candidates and of the base', () => {
  expect(questionText(question)).toBe('slug("É a")    a, d: "e-a"    c: "-a"    base: "-a"');
  expect(questionText({ ...question, base: null })).toBe('slug("É a")    a, d: "e-a"    c: "-a"');
});

test('says on how many inputs candidates differ', () => {
  const answers = { probes: 41, different: 6, unstable: 0 };
  expect(answersText({ answers })).toBe('differ on 6 of 41 inputs');
  expect(answersText({ answers: { ...answers, different: 0 } })).toBe('give the same answers to all 41 inputs');
  expect([answersText({}), answersText({ answers: { probes: 0, different: 0, unstable: 3 } })]).toEqual([null, null]);
  expect(questionIntroduction({ answers, questions: [question] })).toBe(
    'They differ on 6 of 41 inputs. The one that tells most:',
  );
  expect(questionIntroduction({ answers })).toBeNull();
});

test('quotes a run id in a command', () => {
  expect(askCommand({ run_id: 'a b' })).toBe("hydra ask 'a b'");
});

test('lists solutions with the agreement of others', () => {
  const solutions = [
    { candidates: ['a', 'b'], why: 'same_answers' as const, agreement: 0.666667 },
    { candidates: ['c', 'd'], why: 'same_source' as const, agreement: 0 },
    { candidates: ['e'], why: 'single' as const, agreement: null },
  ];
  expect(solutionsText({ solutions })).toEqual([
    'a and b: the same answers; 67% of the others agree on average',
    'c and d: the same change outside of tests; 0% of the others agree on average',
    'e: a solution of its own',
  ]);
  expect(solutionsText({})).toEqual([]);
});

test('counts the examples of the task that each candidate passes', () => {
  const row = (id: string, outcomes: CrossTestRow['outcomes'], standing: CrossTestRow['standing'] = 'scored'): CrossTestRow => ({
    ...{ author: 'task', kind: 'task', id, path: null, standing, base: 'fail', failures: {} },
    outcomes,
  });
  const cardOf = (...rows: CrossTestRow[]) =>
    sampleScorecard(
      ['a', 'constructor'].map((name) => sampleRanking(name, { tests: 100 })),
      { cross_tests: rows },
    );
  const scored = [
    row(
      'e1',
      Object.fromEntries([
        ['a', 'pass'],
        ['constructor', 'fail'],
      ] as const),
    ),
    row('e2', { a: 'pass' }),
  ];
  const nowhere = row('e3', { a: 'fail' }, 'passes_nowhere');
  expect(examplesText(cardOf(...scored))).toBe('a 2 of 2, constructor 0 of 2');
  expect(examplesText(cardOf(...scored, nowhere))).toBe(
    'a 2 of 2, constructor 0 of 2; no candidate passes 1 more: it may have been read wrongly',
  );
  expect(examplesText(cardOf(nowhere, row('e4', {}, 'passes_on_base')))).toBe(
    'no candidate passes 1: it may have been read wrongly; 1 example passes on the base and with every candidate',
  );
  expect(examplesText(cardOf({ ...row('t', { a: 'pass' }), author: 'a', kind: 'candidate' }))).toBeNull();
});
