import { expect, test } from 'vitest';
import type { AgentEntry } from '../../src/contract/index.ts';
import { EMPTY_DRAFT, type RaceDraft, toRaceQuestion } from './race-draft.ts';

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

test('sends the task unchanged, the agents in list order, and no budget for an empty field', () => {
  expect(toRaceQuestion(draft({}), AGENTS)).toEqual({
    ...{ task: ' do it\n', agents: ['a', 'b'], base: 'HEAD', budget_usd: null, budget_tokens: null, allow_experimental: false },
    test_author: null,
  });
  expect(toRaceQuestion(draft({ base: ' ', budgetUsd: '2.50', budgetTokens: ' 9000 ' }), AGENTS)).toMatchObject({
    ...{ base: null, budget_usd: 2.5, budget_tokens: 9000 },
  });
});

test('adds the model to an agent that accepts one', () => {
  const models = { a: ' opus ', b: '  ', new: 'x', away: 'y' };
  expect(toRaceQuestion(draft({ models }), AGENTS)).toMatchObject({ agents: ['a:opus', 'b'] });
  expect(toRaceQuestion(draft({ models }), [agent('a', { takes_model: false })])).toMatchObject({ agents: ['a'] });
});

test('accepts a test author that does not race, with its model', () => {
  expect(toRaceQuestion(draft({ chosen: ['b'], testAuthor: 'a', models: { a: 'opus' } }), AGENTS)).toMatchObject({
    ...{ agents: ['b'], test_author: 'a:opus' },
  });
  expect(toRaceQuestion(draft({ testAuthor: 'new' }), AGENTS)).toMatchObject({ test_author: null });
  expect(toRaceQuestion(draft({ testAuthor: 'new', allowExperimental: true }), AGENTS)).toMatchObject({ test_author: 'new' });
});

test('sends an experimental agent only if allowed, and a missing agent never', () => {
  const chosen = ['new', 'away'];
  expect(toRaceQuestion(draft({ chosen }), AGENTS)).toMatchObject({ field: 'agents' });
  expect(toRaceQuestion(draft({ chosen, allowExperimental: true }), AGENTS)).toMatchObject({ agents: ['new'] });
});

test.each([
  [{ task: ' \n' }, 'task'],
  [{ chosen: [] }, 'agents'],
  ...['0', '-1', '5,5', '1e3', 'five', '0x10', '9'.repeat(400)].map((budgetUsd) => [{ budgetUsd }, 'budgetUsd'] as const),
  ...['0', '1.5', '200k', '9'.repeat(20)].map((budgetTokens) => [{ budgetTokens }, 'budgetTokens'] as const),
] as const)('reports the invalid field of %j', (changes, field) => {
  expect(toRaceQuestion(draft(changes), AGENTS)).toMatchObject({ field });
});
