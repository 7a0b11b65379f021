import { expect, test } from 'vitest';
import { agentColor } from './agent-color.ts';

const BUILT_IN = 'claude codex gemini opencode copilot qwen cursor-agent amp goose aider droid'.split(' ');

test('gives every built-in agent its own color, and any name one', () => {
  const colors = BUILT_IN.map(agentColor);
  expect(new Set(colors).size).toBe(BUILT_IN.length);
  expect(agentColor('claude')).toBe(agentColor('claude'));
  expect(agentColor('')).toMatch(/^light-dark\(/);
  expect(agentColor('\u202e__proto__')).toMatch(/^light-dark\(/);
});
