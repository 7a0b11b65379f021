import { expect, test } from 'vitest';
import { listCredentials } from './agent-credentials.ts';

const NAMES = ['HANDLE', 'API_URL', 'MODE', 'DB_PASSWORD'];

test.each([
  ['first_class', { ANTHROPIC_API_KEY: 'sk-ant-1234567', PATH: '/usr/bin:/usr/local/bin' }, ['ANTHROPIC_API_KEY']],
  ['first_class', { ANTHROPIC_AUTH_TOKEN: 'x', OPENAI_API_KEY: '' }, []],
  // A common word must not be removed from code.
  ['custom', { DB_PASSWORD: 'postgres' }, []],
  ['custom', { DB_PASSWORD: 'postgres1' }, ['DB_PASSWORD']],
  ['custom', { HANDLE: 'handed-over-value', MODE: 'development' }, ['HANDLE']],
  ['custom', { API_URL: 'https://example.org/v1' }, []],
  ['first_class', { HANDLE: 'handed-over-value' }, []],
] as const)('%s with %j', (tier, env, expected) => {
  expect(listCredentials({ tier, variables: NAMES }, env).map(([name]) => name)).toEqual(expected);
});
