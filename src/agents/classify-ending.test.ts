import { describe, expect, test } from 'vitest';
import { makePolicy } from '../../test/facts-builder.ts';
import type { AgentEnding } from '../contract/index.ts';
import { type AttemptEnd, classifyEnding } from './classify-ending.ts';
import { AGENTS } from './index.ts';

const LIMITS = { ...makePolicy().race, timeout_seconds: 6, idle_timeout_seconds: 3, agent_budget_usd: 2 };

function end(parts: Partial<AttemptEnd>): AgentEnding {
  return ofAgent('claude', parts);
}

function ofAgent(id: string, parts: Partial<AttemptEnd>): AgentEnding {
  const adapter = AGENTS.find((agent) => agent.id === id) ?? {};
  const none = { stopped: null, exit_code: 0, signal: null, outcome: null, failure: null, tool_calls: 0, reported: null };
  return classifyEnding(adapter, { ended: 'exited', ...none, lastLines: [], ...parts }, LIMITS);
}

test('an agent that exits with 0 and reports no failure has finished, whatever it prints', () => {
  expect(end({ lastLines: ['401 Unauthorized'] })).toEqual({ kind: 'finished', cause: null });
  expect(end({ outcome: 'completed' })).toEqual({ kind: 'finished', cause: null });
});

test('a stopped agent is named by the limit that it reached', () => {
  const stop = (stopped: AttemptEnd['stopped'], ended: AttemptEnd['ended'], lastLines: string[] = []) =>
    end({ stopped, ended, exit_code: null, lastLines });
  expect([
    stop('timeout', 'timed_out', ['Error: late']),
    stop('idle_timeout', 'timed_out', ['Open this page to sign in:', '']),
    stop('agent_budget_usd', 'interrupted'),
    stop('output_limit', 'output_limit'),
    stop('cancelled', 'interrupted'),
  ]).toEqual([
    { kind: 'time_limit', cause: 'timeout_seconds = 6' },
    { kind: 'idle_timeout', cause: 'idle_timeout_seconds = 3, last line: Open this page to sign in:' },
    { kind: 'budget', cause: 'agent_budget_usd = 2' },
    { kind: 'output_limit', cause: null },
    { kind: 'cancelled', cause: null },
  ]);
});

describe('a failed login', () => {
  test.each([
    'Error: 401 Unauthorized: invalid x-api-key',
    'Invalid API key · Please run /login',
    'unexpected status 401 Unauthorized: Missing bearer or basic authentication in header',
    'No authentication information found.',
    'Not logged in. Run `amp login`.',
    'API Error: 401 {"type":"error","error":{"type":"authentication_error"}}',
    'OAuth token has expired',
    'ANTHROPIC_API_KEY is missing',
    'You must log in first',
  ])('is recognized by %j', (line) => {
    expect(end({ exit_code: 1, lastLines: [line] })).toEqual({ kind: 'failed_login', cause: `exit code 1: ${line}` });
  });

  test('is recognized by the exit code of Gemini CLI and its fork, and by the name of an error', () => {
    expect(ofAgent('gemini', { exit_code: 41, lastLines: ['x'] })).toEqual({ kind: 'failed_login', cause: 'exit code 41: x' });
    expect(ofAgent('qwen', { exit_code: 41 })).toEqual({ kind: 'failed_login', cause: 'exit code 41' });
    expect(ofAgent('claude', { exit_code: 41 })).toEqual({ kind: 'crashed', cause: 'exit code 41' });
    expect(end({ outcome: 'failed', failure: 'no', reported: 'failed_login' })).toEqual({ kind: 'failed_login', cause: 'no' });
  });

  test('is not concluded from the output of an agent that already worked', () => {
    const lines = ['GET /private: 401 Unauthorized', 'TypeError: x is undefined', '    at run (a.js:1:2)'];
    expect(end({ exit_code: 1, tool_calls: 3, lastLines: lines })).toEqual({
      kind: 'crashed',
      cause: 'exit code 1: TypeError: x is undefined',
    });
  });

  test('is not concluded from a project that has logins', () => {
    expect(end({ exit_code: 1, lastLines: ['wrote src/login.ts', 'panic: index out of range'] }).kind).toBe('crashed');
  });
});

test.each([
  ['turn_limit', { exit_code: 1, outcome: 'failed', failure: 'Reached maximum number of turns (3)' }],
  ['usage_limit', { exit_code: 1, outcome: 'failed', failure: 'Credit balance is too low' }],
  ['usage_limit', { exit_code: 1, lastLines: ['429 Too Many Requests'] }],
  ['failed', { exit_code: 0, outcome: 'failed', failure: 'the model refused' }],
  ['crashed', { exit_code: 139, lastLines: ['Segmentation fault'] }],
  ['crashed', { exit_code: null, signal: 'SIGKILL' }],
  ['not_started', { ended: 'not_started', exit_code: null }],
] as const)('names %s', (kind, parts) => {
  expect(end({ ...parts, lastLines: 'lastLines' in parts ? [...parts.lastLines] : [] }).kind).toBe(kind);
});

test('says by which signal an agent was killed, and in one line why it failed', () => {
  expect(end({ exit_code: null, signal: 'SIGKILL' }).cause).toBe('SIGKILL');
  expect(end({ outcome: 'failed', failure: ' a\n\tb ' }).cause).toBe('a b');
  expect(end({ outcome: 'failed', failure: 'x'.repeat(300) }).cause).toBe(`${'x'.repeat(200)}…`);
});
