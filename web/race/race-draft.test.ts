import { expect, test } from 'vitest';
import type { AgentEntry } from '../../src/contract/index.ts';
import { EMPTY_DRAFT, questionOf, type RaceDraft } from './race-draft.ts';

const agent = (id: string, changes: Partial<AgentEntry> = {}): AgentEntry => ({
  ...{ id, title: id, tier: 'first_class', installed: true, version: null, login: 'found', needs_leave: false },
  ...{ takes_model: true, next: null },
  ...changes,
});
const AGENTS = [
  agent('a'),
  agent('b', { login: 'not_found' }),
  agent('new', { needs_leave: true }),
  agent('away', { installed: false }),
];
const draft = (changes: Partial<RaceDraft>): RaceDraft => ({ ...EMPTY_DRAFT, task: ' do it\n', chosen: ['b', 'a'], ...changes });

test('the task goes as it is, the agents in the order of the list, and nothing written is no budget', () => {
  expect(questionOf(draft({}), AGENTS)).toEqual({
    ...{ task: ' do it\n', agents: ['a', 'b'], base: 'HEAD', budget_usd: null, budget_tokens: null, allow_experimental: false },
    test_author: null,
  });
  expect(questionOf(draft({ base: ' ', budgetUsd: '2.50', budgetTokens: ' 9000 ' }), AGENTS)).toMatchObject({
    ...{ base: null, budget_usd: 2.5, budget_tokens: 9000 },
  });
});

test('a model goes with the agent that takes one', () => {
  const models = { a: ' opus ', b: '  ', new: 'x', away: 'y' };
  expect(questionOf(draft({ models }), AGENTS)).toMatchObject({ agents: ['a:opus', 'b'] });
  expect(questionOf(draft({ models }), [agent('a', { takes_model: false })])).toMatchObject({ agents: ['a'] });
});

test('a test author need not race, and has the model that is written for it', () => {
  expect(questionOf(draft({ chosen: ['b'], testAuthor: 'a', models: { a: 'opus' } }), AGENTS)).toMatchObject({
    ...{ agents: ['b'], test_author: 'a:opus' },
  });
  expect(questionOf(draft({ testAuthor: 'new' }), AGENTS)).toMatchObject({ test_author: null });
  expect(questionOf(draft({ testAuthor: 'new', allowExperimental: true }), AGENTS)).toMatchObject({ test_author: 'new' });
});

test('an experimental agent races only with leave, one that is not installed never', () => {
  const chosen = ['new', 'away'];
  expect(questionOf(draft({ chosen }), AGENTS)).toMatchObject({ field: 'agents' });
  expect(questionOf(draft({ chosen, allowExperimental: true }), AGENTS)).toMatchObject({ agents: ['new'] });
});

test.each([
  [{ task: ' \n' }, 'task'],
  [{ chosen: [] }, 'agents'],
  ...['0', '-1', '5,5', '1e3', 'five', '0x10', '9'.repeat(400)].map((budgetUsd) => [{ budgetUsd }, 'budgetUsd'] as const),
  ...['0', '1.5', '200k', '9'.repeat(20)].map((budgetTokens) => [{ budgetTokens }, 'budgetTokens'] as const),
] as const)('%j stands in the way', (changes, field) => {
  expect(questionOf(draft(changes), AGENTS)).toMatchObject({ field });
});
