import { expect, test } from 'vitest';
import { agentEnding } from './agent-ending.ts';

const exited = { ended: 'exited', stopped: null, exitCode: 0, signal: null } as const;

test.each([
  [exited, 'good', 'finished'],
  [{ ...exited, exitCode: 7 }, 'bad', 'exit 7'],
  [{ ...exited, exitCode: null, signal: 'SIGABRT' }, 'bad', 'killed by SIGABRT'],
  [{ ...exited, exitCode: null }, 'bad', 'killed by a signal'],
  [{ ...exited, ended: 'not_started', exitCode: null }, 'bad', 'did not start'],
  [{ ...exited, ended: 'timed_out', stopped: 'timeout', exitCode: null }, 'bad', 'stopped: time limit'],
  [
    { ...exited, ended: 'interrupted', stopped: 'cancelled', exitCode: null, signal: 'SIGTERM' },
    'caution',
    'stopped by the user',
  ],
  [{ ...exited, ended: 'interrupted', stopped: 'budget_usd', exitCode: null }, 'bad', 'stopped: budget in dollars'],
  [{ ...exited, ended: 'interrupted', exitCode: null }, 'bad', 'interrupted'],
] as const)('labels %j as %s: %s', (ending, tone, label) => {
  expect(agentEnding(ending)).toEqual({ tone, label });
});
