import { expect, test } from 'vitest';
import type { AgentEntry } from '../../src/contract/index.ts';
import { draftOf, EMPTY_DRAFT, type RaceDraft, racersOf, toRaceQuestion } from './race-draft.ts';

const agent = (id: string, changes: Partial<AgentEntry> = {}): AgentEntry => ({
  ...{ id, title: id, tier: 'first_class', installed: true, version: null, login: 'found', needs_leave: false },
  ...{ in_settings: [], takes_model: true, next: null },
  ...changes,
});
const AGENTS = [
  agent('a'),
  agent('b', { login: 'not_found' }),
  agent('new', { needs_leave: true }),
  agent('away', { installed: false }),
];
const racers = (...texts: string[]) =>
  texts.map((text) => ({ agent: text.split(':')[0] ?? '', model: text.split(':')[1] ?? '' }));
const draft = (changes: Partial<RaceDraft>): RaceDraft => ({
  ...EMPTY_DRAFT,
  task: ' do it\n',
  racers: racers('b', 'a'),
  ...changes,
});

test('sends the task unchanged, the agents in list order, and no budget for an empty field', () => {
  expect(toRaceQuestion(draft({}), AGENTS)).toEqual({
    ...{ task: ' do it\n', agents: ['a', 'b'], base: 'HEAD', budget_usd: null, budget_tokens: null, allow_experimental: false },
    test_author: null,
  });
  expect(toRaceQuestion(draft({ base: ' ', budgetUsd: '2.50', budgetTokens: ' 9000 ' }), AGENTS)).toMatchObject({
    ...{ base: null, budget_usd: 2.5, budget_tokens: 9000 },
  });
});

test('adds the model to an agent that accepts one, and sends an agent as often as it is selected', () => {
  const chosen = { racers: racers('a: opus ', 'b:  ', 'a', 'new:x', 'away:y') };
  expect(toRaceQuestion(draft(chosen), AGENTS)).toMatchObject({ agents: ['a:opus', 'a', 'b'] });
  expect(toRaceQuestion(draft(chosen), [agent('a', { takes_model: false })])).toMatchObject({ agents: ['a', 'a'] });
});

test('selects the installed agents of hydra.toml until the user selects others', () => {
  const agents = [agent('a', { in_settings: ['a:opus:1', 'a'] }), agent('away', { installed: false, in_settings: ['away'] })];
  expect(racersOf(EMPTY_DRAFT, agents)).toEqual([
    { agent: 'a', model: 'opus:1' },
    { agent: 'a', model: '' },
  ]);
  expect(racersOf({ racers: [] }, agents)).toEqual([]);
});

test('a rematch has the task, the base and the agents of the run, or of some candidates', () => {
  const agents = [
    { candidate: 'a', agent: 'a' },
    { candidate: 'a-opus', agent: 'a:opus' },
  ];
  const rematch = { task: 'do it', base: 'c0ffee', agents };
  expect(draftOf(rematch, null)).toEqual({ ...EMPTY_DRAFT, task: 'do it', base: 'c0ffee', racers: racers('a', 'a:opus') });
  expect(draftOf(rematch, ['a-opus']).racers).toEqual(racers('a:opus'));
  expect(draftOf({ ...rematch, task: null, agents: [] }, null)).toEqual({ ...EMPTY_DRAFT, base: 'c0ffee' });
});

test('accepts a test author that does not race, with its model', () => {
  expect(toRaceQuestion(draft({ racers: racers('b'), testAuthor: 'a', testAuthorModel: 'opus' }), AGENTS)).toMatchObject({
    ...{ agents: ['b'], test_author: 'a:opus' },
  });
  expect(toRaceQuestion(draft({ testAuthor: 'new' }), AGENTS)).toMatchObject({ test_author: null });
  expect(toRaceQuestion(draft({ testAuthor: 'new', allowExperimental: true }), AGENTS)).toMatchObject({ test_author: 'new' });
});

test('sends an experimental agent only if allowed, and a missing agent never', () => {
  const chosen = { racers: racers('new', 'away') };
  expect(toRaceQuestion(draft(chosen), AGENTS)).toMatchObject({ field: 'agents' });
  expect(toRaceQuestion(draft({ ...chosen, allowExperimental: true }), AGENTS)).toMatchObject({ agents: ['new'] });
});

test.each([
  [{ task: ' \n' }, 'task'],
  [{ racers: [] }, 'agents'],
  ...['0', '-1', '5,5', '1e3', 'five', '0x10', '9'.repeat(400)].map((budgetUsd) => [{ budgetUsd }, 'budgetUsd'] as const),
  ...['0', '1.5', '200k', '9'.repeat(20)].map((budgetTokens) => [{ budgetTokens }, 'budgetTokens'] as const),
] as const)('reports the invalid field of %j', (changes, field) => {
  expect(toRaceQuestion(draft(changes), AGENTS)).toMatchObject({ field });
});
