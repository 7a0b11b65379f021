import { expect, test } from 'vitest';
import { baseTests, changed, finding, makeCandidate, makeFacts, ranTests } from '../../test/facts-builder.ts';
import { DEFAULT_POLICY } from '../contract/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { closestCandidate, compareFacts, displayOrder, whyOut } from './fact-comparison.ts';

const baseline = { tests: baseTests({ passed: 2, failed: 2 }) };
const fixesAll = ranTests({ passed: 4, fixed: ['a', 'b'] });

const CLAUDE = makeCandidate({
  name: 'claude',
  tests: fixesAll,
  files: [changed('a.js', { lines: 15 })],
  agent: { duration_ms: 16_800, cost_usd: 0.21 },
});
const CODEX = makeCandidate({
  name: 'codex',
  tests: fixesAll,
  files: [changed('a.js', { lines: 75 })],
  agent: { duration_ms: 27_600, cost_usd: 0.73 },
});
const GEMINI = makeCandidate({
  name: 'gemini',
  tests: ranTests({ passed: 3, failed: 1, fixed: ['a', 'b'], regressed: ['c'] }),
  files: [changed('a.js', { lines: 15 })],
});
const CURSOR = makeCandidate({
  name: 'cursor',
  tests: ranTests({ passed: 3, failed: 1, fixed: ['a'] }),
  integrity: [{ ...finding('failing_tests_hidden', 'error'), tests: ['b'] }],
});
const facts = makeFacts({ baseline, candidates: [CLAUDE, CODEX, GEMINI, CURSOR] });
const card = scoreFacts(facts, DEFAULT_POLICY);

test('compares two candidates in facts', () => {
  expect(compareFacts(card, facts, 'claude', 'codex')).toEqual([
    'the same test results',
    '60 fewer lines',
    '11 s faster',
    '$0.52 cheaper',
  ]);
  expect(compareFacts(card, facts, 'codex', 'claude').slice(1)).toEqual(['60 more lines', '11 s slower', '$0.52 more expensive']);
  expect(compareFacts(card, facts, 'claude', 'gemini')).toContain('breaks 1 fewer');
  expect(compareFacts(card, facts, 'claude', 'cursor')).toContain('fixes 1 more');
  expect(compareFacts(card, facts, 'claude', 'missing')).toEqual([]);
});

test('says in plain words why a candidate cannot be merged', () => {
  expect(Object.fromEntries(card.rankings.map((ranking) => [ranking.agent, whyOut(ranking)]))).toEqual({
    claude: null,
    codex: null,
    gemini: 'breaks 1 test',
    cursor: 'hides failing tests',
  });
});

test('shows honest failures before candidates with integrity errors', () => {
  const { rankings } = card;
  expect(displayOrder(rankings.toReversed()).map(({ agent }) => agent)).toEqual(['codex', 'claude', 'gemini', 'cursor']);
  expect(closestCandidate(rankings, facts)).toBe('gemini');
});
