import { expect, test } from 'vitest';
import { AUTO_SECURITY, DEFAULT_POLICY, type HydraEvent, type Run } from '../../src/contract/index.ts';
import { lanesOf } from './lanes.ts';

const run = {
  policy: {
    ...DEFAULT_POLICY,
    scoring: { ...DEFAULT_POLICY.scoring, commands: { build: 'b', test: 't', lint: null, security: null } },
  },
  candidates: [{ name: 'a' }],
} as Run;
const stamp = { schema_version: 1 as const, seq: 1, at: '2026-01-01T00:00:00.000Z' };

test('follows an agent from its first message to its end', () => {
  const usage = { input_tokens: 900, cached_input_tokens: null, cache_write_tokens: null, output_tokens: 100 };
  const racer = { ...stamp, candidate: 'a' };
  const events: HydraEvent[] = [
    { ...racer, type: 'agent_started', version: null },
    { ...racer, type: 'agent_message', text: 'I look at <b>it</b>' },
    { ...racer, type: 'agent_usage', usage, cost_usd: 0.5 },
    { ...racer, type: 'agent_tool_call', tool: 'edit', detail: 'code.c' },
  ];
  const agentOf = (seen: HydraEvent[]) => lanesOf(run, seen).find(({ candidate }) => candidate === 'a')?.agent;
  expect(agentOf([])).toBeNull();
  expect(agentOf(events)).toMatchObject({ state: 'working', lastMessage: 'edit code.c', tokens: 1000, costUsd: 0.5 });
  expect(agentOf(events)?.output).toEqual(['I look at <b>it</b>', 'edit code.c']);
  const counts = { changed_files: 2, added_lines: 1200, removed_lines: 3 };
  const changed: HydraEvent = { ...racer, type: 'agent_changes', ...counts };
  expect(agentOf([...events, changed])).toMatchObject({ state: 'working', changedFiles: 2, addedLines: 1200, removedLines: 3 });
  expect(agentOf([...events, changed])?.output).toHaveLength(2);
  const unknown = { input_tokens: null, cached_input_tokens: null, cache_write_tokens: null, output_tokens: null };
  const ended = { ended: 'interrupted', stopped: 'budget_usd', exit_code: null, duration_ms: 9, ...counts } as const;
  const finished: HydraEvent = { ...racer, type: 'agent_finished', ...ended, usage: unknown, cost_usd: null };
  expect(agentOf([...events, finished])).toMatchObject({ state: 'done', stopped: 'budget_usd', tokens: 1000, changedFiles: 2 });
  expect(agentOf([...events, finished])).toMatchObject({ addedLines: 1200, removedLines: 3 });
});

test('adds a lane without checks for the test author once it starts', () => {
  const started: HydraEvent = { ...stamp, type: 'agent_started', candidate: 'test-author', version: null };
  expect(lanesOf(run, []).map(({ candidate }) => candidate)).toEqual([null, 'a']);
  const lanes = lanesOf(run, [started]);
  expect(lanes.map(({ candidate }) => candidate)).toEqual([null, 'a', 'test-author']);
  expect(lanes[2]).toMatchObject({ agent: { state: 'working' }, checks: [] });
});

test('an automatic security scan has no mark until it starts', () => {
  const { commands } = run.policy.scoring;
  const scoring = { ...run.policy.scoring, commands: { ...commands, security: AUTO_SECURITY } };
  const automatic: Run = { ...run, policy: { ...run.policy, scoring } };
  const checksOf = (events: HydraEvent[]) => lanesOf(automatic, events)[1]?.checks.map(({ check }) => check);
  expect(checksOf([])).toEqual(['build', 'test']);
  const started: HydraEvent = { ...stamp, type: 'check_started', candidate: 'a', check: 'security', reason: 'every tree' };
  expect(checksOf([started])).toEqual(['build', 'test', 'security']);
});

test('makes one lane per tree with waiting, running and finished checks', () => {
  const ended = { ended: 'exited', exit_code: 1, duration_ms: 5, from_cache: false } as const;
  const events: HydraEvent[] = [
    { ...stamp, type: 'run_started', run_id: 'R', candidates: ['a'] },
    { ...stamp, type: 'check_started', candidate: null, check: 'build', reason: 'every tree' },
    { ...stamp, type: 'check_finished', candidate: null, check: 'build', ...ended },
    { ...stamp, type: 'check_started', candidate: 'a', check: 'test', reason: 'every tree' },
    { ...stamp, type: 'check_progress', candidate: 'a', check: 'test', tests_seen: 7 },
    { ...stamp, type: 'check_started', candidate: 'a', check: 'pinned-test', reason: 'every tree' },
    { ...stamp, type: 'check_started', candidate: 'unknown', check: 'test', reason: 'every tree' },
  ];
  const lanes = lanesOf(run, events).map(({ candidate, checks }) => [
    candidate,
    ...checks.map(({ check, state, testsSeen, exitCode }) => [check, state, testsSeen, exitCode].join(' ')),
  ]);
  expect(lanes).toEqual([
    [null, 'build done 0 1', 'test waiting 0 '],
    ['a', 'build waiting 0 ', 'test running 7 ', 'pinned-test running 0 '],
  ]);
});
