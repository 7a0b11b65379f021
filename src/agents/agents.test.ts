// Every adapter with the output of its program, and how the program is called.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { AgentAdapter, CallRequest } from './adapter.ts';
import { AGENTS, agentEnvironment, customAgent, openTranscript, readUsageFile, type ToldEvent } from './index.ts';

const SCENARIOS = ['success', 'failure', 'malformed', 'chatty'] as const;
const fixture = (id: string, name: string) => fileURLToPath(new URL(`../../test/fixtures/agents/${id}/${name}`, import.meta.url));

function readScenario(adapter: AgentAdapter, scenario: string) {
  const transcript = openTranscript(adapter, { model: null, prices: {} });
  const lines = readFileSync(fixture(adapter.id, `${scenario}.jsonl`), 'utf8')
    .replace(/\n$/, '')
    .split('\n');
  const events = lines.flatMap((line) => transcript.read(line));
  return { told: countKinds(events), ...transcript.sums() };
}

function countKinds(events: readonly ToldEvent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of events) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

describe.each(AGENTS.map((adapter) => [adapter.id, adapter] as const))('%s', (id, adapter) => {
  test('has its file and its fixtures', () => {
    expect(existsSync(fileURLToPath(new URL(`./${id}.ts`, import.meta.url)))).toBe(true);
    const missing = [...SCENARIOS.map((scenario) => `${scenario}.jsonl`), 'expected.json'].filter(
      (name) => !existsSync(fixture(id, name)),
    );
    expect(missing).toEqual([]);
  });

  test('reads what its program prints', () => {
    const found = Object.fromEntries(SCENARIOS.map((scenario) => [scenario, readScenario(adapter, scenario)]));
    expect(found).toEqual(JSON.parse(readFileSync(fixture(id, 'expected.json'), 'utf8')));
  });

  test('distinguishes success from failure, and reports nothing unknown as 0', () => {
    const success = readScenario(adapter, 'success');
    const failure = readScenario(adapter, 'failure');
    if (adapter.output === 'text') return;
    expect([success.outcome, failure.outcome]).toEqual(['completed', 'failed']);
    expect(success.final_message).toBe('The file is changed.');
    expect(failure.failure).not.toBe(null);
    expect(success.usage.input_tokens).not.toBe(0);
    expect(success.cost_usd).not.toBe(0);
  });

  test('passes a hostile task as one argument or on stdin, and nowhere else', () => {
    const task = '--help; rm -rf / "$(id)" \'`id`\n{workspace}';
    const { args, input, env } = adapter.call(request({ task }));
    const holders = [...args, ...Object.values(env), input ?? ''].filter((text) => text.includes(task));
    expect(holders).toHaveLength(1);
    const at = args.indexOf(task);
    // After `--`, or as the value of a flag in the same word.
    if (input === null) expect(at === -1 || args[at - 1] === '--').toBe(true);
  });
});

function request(parts: Partial<CallRequest>): CallRequest {
  return {
    task: 'do it',
    taskFile: '/t/task.md',
    workspace: '/w',
    model: null,
    budgetUsd: null,
    isConfined: false,
    knows: () => true,
    ...parts,
  };
}

function adapterOf(id: string): AgentAdapter {
  const found = AGENTS.find((adapter) => adapter.id === id);
  if (found === undefined) throw new Error(`there is no agent ${id}`);
  return found;
}

describe('calls', () => {
  test.each([
    [
      'claude',
      {},
      '-p --output-format stream-json --verbose --permission-mode bypassPermissions --no-session-persistence -- do it',
    ],
    [
      'claude',
      { model: 'opus', budgetUsd: 1.5, knows: (flag: string) => flag !== '--no-session-persistence' },
      '-p --output-format stream-json --verbose --permission-mode bypassPermissions --model opus --max-budget-usd 1.5 -- do it',
    ],
    ['codex', {}, 'exec --json -C /w -s workspace-write --skip-git-repo-check --ephemeral -- do it'],
    ['codex', { isConfined: true }, 'exec --json -C /w -s danger-full-access --skip-git-repo-check --ephemeral -- do it'],
    [
      'codex',
      { model: 'gpt-5', knows: () => false },
      'exec --json -C /w -s workspace-write --skip-git-repo-check -m gpt-5 -- do it',
    ],
    ['gemini', {}, '--approval-mode yolo -o stream-json --skip-trust --prompt=do it'],
    ['opencode', { model: 'a/b' }, 'run --format json --auto --dir /w --model a/b -- do it'],
    ['copilot', {}, '--allow-all-tools --output-format json --prompt=do it'],
    ['qwen', {}, '--yolo -o stream-json --prompt=do it'],
    ['qwen', { task: '-x', knows: () => false }, '--yolo -o stream-json  -x'],
    ['cursor-agent', {}, '-p --force --output-format stream-json -- do it'],
    ['amp', {}, '--execute --stream-json --dangerously-allow-all'],
    ['goose', {}, 'run --no-session --output-format stream-json --text=do it'],
    ['aider', {}, '--yes-always --no-auto-commits --no-gitignore --no-check-update --no-analytics --no-pretty --message=do it'],
    ['droid', {}, 'exec --output-format stream-json --auto high -- do it'],
  ])('%s %j', (id, parts, expected) => {
    expect(adapterOf(id).call(request(parts)).args.join(' ')).toBe(expected);
  });

  test('fills in the placeholders of a custom agent once, in each argument', () => {
    const own = customAgent('mine', { command: ['prog', '--at={workspace}', '{task}', '{task_file}', '{other}', '-m{model}'] });
    expect(own.call(request({ task: '{workspace} $HOME', model: 'x' })).args).toEqual([
      ...['--at=/w', '{workspace} $HOME', '/t/task.md', '{other}', '-mx'],
    ]);
    expect([own.program, own.tier, own.takesModel]).toEqual(['prog', 'custom', true]);
  });
});

describe('usage files', () => {
  test.each([
    ['{"input_tokens":5,"output_tokens":2,"cost_usd":0.5,"model":"m"}', 5, 2, 0.5],
    ['{"cost_usd":0}', null, null, 0],
    ['{"input_tokens":-5,"output_tokens":2}', null, 2, null],
  ])('%s', (text, input, output, cost) => {
    expect(readUsageFile(text)).toMatchObject({
      costUsd: cost,
      parts: [{ usage: { input_tokens: input, output_tokens: output } }],
    });
  });

  test.each(['', 'null', '[]', '{}', '{"input_tokens":"5"}', '{"input_tokens":'])('%s gives null', (text) => {
    expect(readUsageFile(text)).toBeNull();
  });
});

describe('the environment', () => {
  const inherited = {
    PATH: '/usr/bin:/p/node_modules/.bin',
    HOME: '/home/me',
    ANTHROPIC_API_KEY: 'a',
    OPENAI_API_KEY: 'o',
    OPENAI_BASE_URL: 'u',
    GITHUB_TOKEN: 'g',
    LC_ALL: 'C',
    XDG_CONFIG_HOME: '/c',
    CLAUDECODE: '1',
    SECRET: 's',
    NO_COLOR: '0',
    UNSET: undefined,
  };
  const common = { PATH: '/usr/bin', HOME: '/home/me', LC_ALL: 'C', XDG_CONFIG_HOME: '/c' };
  const fixed = { NO_COLOR: '1', TERM: 'dumb', GIT_TERMINAL_PROMPT: '0' };

  test.each([
    ['claude', { ANTHROPIC_API_KEY: 'a' }],
    ['codex', { OPENAI_API_KEY: 'o', OPENAI_BASE_URL: 'u' }],
    ['copilot', { GITHUB_TOKEN: 'g' }],
    ['amp', {}],
  ])('of %s has its own credentials and no others', (id, own) => {
    expect(agentEnvironment(adapterOf(id), inherited)).toEqual({ ...common, ...own, ...fixed });
  });

  test('of a custom agent has the variables that it lists', () => {
    const own = customAgent('mine', { command: ['x'], env: ['SECRET', 'UNSET'] });
    expect(agentEnvironment(own, inherited)).toEqual({ ...common, SECRET: 's', ...fixed });
  });
});
