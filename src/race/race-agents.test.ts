// Which agents race, and their names.
import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY, type Policy } from '../contract/index.ts';
import { listAgents, nameRacers } from './race-agents.ts';

function policyWith(agents: string[], own: Policy['agents'] = {}, allowExperimental = true): Policy {
  return { ...DEFAULT_POLICY, race: { ...DEFAULT_POLICY.race, agents, allow_experimental: allowExperimental }, agents: own };
}

describe('names', () => {
  test.each([
    [['codex', 'codex', 'claude:opus'], [], ['codex', 'codex-2', 'claude-opus']],
    [['codex', 'codex', 'codex'], ['codex-2'], ['codex', 'codex-3', 'codex-4']],
    [['opencode:a/b:c'], [], ['opencode-a-b-c']],
    [['claude:'], [], ['claude']],
    [['claude:Opus', 'claude:opus'], [], ['claude-Opus', 'claude-opus-2']],
    [['claude'], ['CLAUDE'], ['claude-2']],
    [['claude:claude-sonnet-4-5[1m]'], [], ['claude-claude-sonnet-4-5-1m-']],
  ])('names %j next to %j', (asked, taken, expected) => {
    expect(nameRacers(policyWith(asked), taken).map(({ name }) => name)).toEqual(expected);
  });

  test('the model is everything after the first colon', () => {
    const models = nameRacers(policyWith(['codex', 'opencode:a/b:c', 'claude:']), []).map(({ model }) => model);
    expect(models).toEqual([null, 'a/b:c', null]);
  });
});

describe('refusals', () => {
  test.each([
    [policyWith([]), 'no_agents'],
    [policyWith(['gemni']), 'unknown_agent'],
    [policyWith(['constructor']), 'unknown_agent'],
    [policyWith(['gemini'], {}, false), 'agent_experimental'],
    [policyWith(['base'], { base: { command: ['x'] } }), 'agent_name'],
    [policyWith(['claude:--dangerous']), 'agent_model'],
    [policyWith(['claude:two words']), 'agent_model'],
    [policyWith(['claude:a,b']), 'agent_model'],
    [policyWith(['claude:\u001b[2J']), 'agent_model'],
    [policyWith([`claude:${'x'.repeat(201)}`]), 'agent_model'],
    // Its command has no placeholder for a model, and its name would suggest one that it never got.
    [policyWith(['mine:opus'], { mine: { command: ['x', '{task}'] } }), 'agent_model'],
  ])('%#', (policy, code) => {
    expect(() => nameRacers(policy, [])).toThrow(expect.objectContaining({ code }));
  });

  test('suggests the closest name for an unknown agent', () => {
    expect(() => nameRacers(policyWith(['mines'], { mine: { command: ['x'] } }), [])).toThrow(
      expect.objectContaining({ next: expect.stringMatching(/^Did you mean `mine`\? Agents: `mine`, `claude`, `codex`,/) }),
    );
  });
});

test('first-class and custom agents need no permission', () => {
  const policy = policyWith(['claude', 'codex', 'mine'], { mine: { command: ['x'] } }, false);
  expect(nameRacers(policy, []).map(({ adapter }) => adapter.tier)).toEqual(['first_class', 'first_class', 'custom']);
});

test('a custom agent replaces the built-in one of the same name', () => {
  const found = listAgents(policyWith([], { claude: { command: ['my-claude'] } })).filter(({ id }) => id === 'claude');
  expect(found.map(({ program }) => program)).toEqual(['my-claude']);
});
