// `hydra race` from a task to a ranking, with programs that simulate agents in their output format.
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type AgentRecord,
  type AgentStatistics,
  eventSchema,
  type HydraEvent,
  parseStored,
  type Run,
  type Scorecard,
} from '../../src/contract/index.ts';
import { cancelAgent } from '../../src/race/control.ts';
import { createRepository, git, stateOf, temporaryFolder, until } from '../temporary-repository.ts';
import { ensureProgram, MAIN } from './run-hydra.ts';

beforeAll(ensureProgram);

const FIXTURES = fileURLToPath(new URL('../fixtures/agents', import.meta.url));
const STAND_IN = readFileSync(new URL('./stand-in-agent.sh', import.meta.url), 'utf8');
const TEST_SCRIPT = `grep -q new code.txt && echo "ok 1 - is new" || echo "not ok 1 - is new"
echo "ok 2 - other"
echo "1..2"
grep -q new code.txt
`;
const CONFIG = `[scoring.commands]
test = "sh test.sh"
[scoring.tests]
reruns = 0
[prices.pricey]
input = 1000
cached_input = 0
output = 1000
[agents.mine]
command = ["my-agent", "{task}", "{task_file}"]
usage_file = "usage.json"
env = ["MY_HANDLE"]
`;
const BASE = { 'hydra.toml': CONFIG, 'test.sh': TEST_SCRIPT, 'code.txt': 'old\n' };
const TASK = 'make "code.txt" new; $(touch /tmp/never)\n--and `more`';

interface Scene {
  repository: string;
  place: string;
  env: Record<string, string>;
}

function createScene(base: Record<string, string> = BASE): Scene {
  const repository = createRepository(base, { attempt: { 'code.txt': 'new\n' } });
  const place = temporaryFolder();
  const programs = join(place, 'bin');
  mkdirSync(programs);
  const text = STAND_IN.replaceAll('FIXTURES', FIXTURES).replaceAll('PLACE', place).replaceAll('REPOSITORY', repository);
  const own = `#!/bin/sh\nprintf '%s' "$1" > "${place}/argument"\ncat "$2" > "${place}/file"\necho new > code.txt\necho "I use $MY_HANDLE"\necho '{"input_tokens":7,"output_tokens":3,"cost_usd":0.25}' > usage.json\n`;
  for (const [name, content] of Object.entries({ claude: text, codex: text, 'my-agent': own })) {
    writeFileSync(join(programs, name), content);
    chmodSync(join(programs, name), 0o755);
  }
  const env = {
    PATH: `${programs}${delimiter}${process.env.PATH}`,
    HOME: place,
    TMPDIR: join(place, 'tmp'),
    XDG_CACHE_HOME: join(place, 'cache'),
    ANTHROPIC_API_KEY: 'anthropic-secret-value',
    OPENAI_API_KEY: 'openai-secret-value',
    MY_HANDLE: 'handed-over-value',
    NO_COLOR: '',
  };
  mkdirSync(env.TMPDIR);
  return { repository, place, env };
}

interface Raced {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

function hydra({ repository, env }: Scene, ...args: string[]): Promise<Raced> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], { cwd: repository, env }, (_error, stdout, stderr) => {
      resolve({ exitCode: child.exitCode, stdout, stderr });
    });
  });
}

function newestRun({ repository }: Scene): string {
  const runs = join(repository, '.hydra/runs');
  return join(runs, readdirSync(runs).sort().at(-1) ?? '');
}

function recordOf(scene: Scene, name: string): AgentRecord {
  const file = join(newestRun(scene), 'candidates', name, 'agent/agent.json');
  return parseStored('agent', readFileSync(file, 'utf8'), file);
}

function eventsOf(scene: Scene): HydraEvent[] {
  const lines = readFileSync(join(newestRun(scene), 'events.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => eventSchema.parse(JSON.parse(line)));
}

function scorecardOf(scene: Scene): Scorecard {
  return parseStored('scorecard', readFileSync(join(newestRun(scene), 'scorecard.json'), 'utf8'), 'scorecard.json');
}

function runOf(scene: Scene): Run {
  return parseStored('run', readFileSync(join(newestRun(scene), 'run.json'), 'utf8'), 'run.json');
}

function changedFiles(scene: Scene, name: string): string[] {
  const diff = parseStored('diff', readFileSync(join(newestRun(scene), 'candidates', name, 'diff.json'), 'utf8'), 'diff.json');
  return diff.files.map(({ path }) => path);
}

function workAreas({ env }: Scene): string[] {
  return readdirSync(join(env.TMPDIR ?? '', `hydra-${userInfo().uid}`)).filter((name) => !name.startsWith('.'));
}

test('an agent finds no later commit, branch, tag or remote in its clone, and no object of another attempt', async () => {
  const scene = createScene();
  const { repository, place } = scene;
  git(repository, 'tag', 'v1');
  git(repository, 'branch', 'start');
  git(repository, 'checkout', '--quiet', 'attempt');
  writeFileSync(join(repository, 'fix.txt'), 'TEXT OF A LATER FIX\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '-m', 'LATER COMMIT');
  git(repository, 'tag', 'later-tag');
  git(repository, 'update-ref', 'refs/remotes/origin/attempt', 'attempt');
  git(repository, 'remote', 'add', 'origin', 'https://example.org/later.git');
  git(repository, 'checkout', '--quiet', 'start');
  const { exitCode } = await hydra(scene, 'race', TASK, '--agents', 'claude:historian');
  const found = readFileSync(join(place, 'history'), 'utf8');
  for (const own of ['base', 'refs/tags/v1', 'refs/heads/main', 'old']) expect(found).toContain(own);
  for (const foreign of ['LATER', 'later', 'attempt', 'origin', repository]) expect(found).not.toContain(foreign);
  expect(exitCode).toBe(0);
});

describe('a race', () => {
  test('handles every way an agent can end, and ranks correctly', async () => {
    const scene = createScene();
    // Runs once, so that .git/info/exclude exists before the comparison.
    await hydra(scene, 'score', '--base', 'main', 'attempt');
    const before = stateOf(scene.repository);
    const names =
      'claude:good,claude:idle,claude:crash,claude:killed,claude:failing,claude:malformed,claude:commits,claude:branch,claude:deleter,codex:chatty,codex,codex,mine';
    const { exitCode, stdout, stderr } = await hydra(
      scene,
      'race',
      TASK,
      '--agents',
      names,
      '--candidates',
      'there=attempt',
      '--json',
    );
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stateOf(scene.repository)).toBe(before);

    const scorecard = JSON.parse(stdout) as Scorecard;
    const mergeable = scorecard.rankings.filter((one) => one.mergeable).map(({ agent }) => agent);
    const right = [
      'claude-good',
      'claude-failing',
      'claude-malformed',
      'claude-commits',
      'claude-branch',
      'codex-chatty',
      'codex',
      'codex-2',
      'mine',
      'there',
    ];
    expect(mergeable.filter((name) => right.includes(name)).sort()).toEqual([...right].sort());
    expect(scorecard.rankings.find(({ agent }) => agent === 'claude-idle')?.mergeable).toBe(false);
    expect(scorecard.verdict.leaders.length).toBeGreaterThan(0);
    expect(scorecard.verdict.leaders.filter((name) => !right.includes(name))).toEqual([]);

    const how = (name: string) => {
      const { ended, exit_code, stopped, outcome, usage_is_final } = recordOf(scene, name);
      return { ended, exit_code, stopped, outcome, usage_is_final, files: changedFiles(scene, name) };
    };
    const ended = { ended: 'exited', stopped: null, usage_is_final: true };
    expect(how('claude-good')).toEqual({ ...ended, exit_code: 0, outcome: 'completed', files: ['code.txt'] });
    expect(how('claude-idle')).toEqual({ ...ended, exit_code: 0, outcome: 'completed', files: [] });
    expect(how('claude-crash')).toEqual({ ...ended, exit_code: 7, outcome: null, usage_is_final: false, files: ['code.txt'] });
    expect(how('claude-killed')).toEqual({
      ...ended,
      exit_code: null,
      outcome: null,
      usage_is_final: false,
      files: ['code.txt'],
    });
    expect(recordOf(scene, 'claude-killed').signal).toBe('SIGKILL');
    expect(how('claude-failing')).toEqual({ ...ended, exit_code: 0, outcome: 'failed', files: ['code.txt'] });
    expect(how('claude-malformed')).toEqual({
      ...ended,
      exit_code: 0,
      outcome: null,
      usage_is_final: false,
      files: ['code.txt'],
    });
    expect(how('claude-commits')).toEqual({ ...ended, exit_code: 0, outcome: 'completed', files: ['code.txt', 'more.txt'] });
    expect(how('claude-branch')).toEqual({ ...ended, exit_code: 0, outcome: 'completed', files: ['code.txt'] });
    expect(how('claude-deleter')).toEqual({ ...ended, exit_code: 0, outcome: 'completed', files: [] });
    expect(recordOf(scene, 'claude-malformed').warnings).toHaveLength(1);
    expect(recordOf(scene, 'claude-good')).toMatchObject({
      agent: 'claude',
      tier: 'first_class',
      model: 'good',
      version: 'claude 9.9.9 (stand-in)',
      command: [
        ...['claude', '-p', '--output-format', 'stream-json', '--verbose', '--permission-mode', 'bypassPermissions'],
        ...['--model', 'good', '--', '{task}'],
      ],
      usage: { input_tokens: 3000, cached_input_tokens: 600, cache_write_tokens: 0, output_tokens: 150 },
      cost_usd: 0.016050000000000002,
      cost_source: 'reported',
    });
    expect(recordOf(scene, 'codex-2')).toMatchObject({ usage: { input_tokens: 2000 }, cost_usd: null, cost_source: 'unknown' });
    expect(recordOf(scene, 'mine')).toMatchObject({
      usage: { input_tokens: 7, output_tokens: 3 },
      cost_usd: 0.25,
      tier: 'custom',
    });
    expect(changedFiles(scene, 'mine')).toEqual(['code.txt']);

    // The task reached every program unchanged.
    expect(readFileSync(join(scene.place, 'task-of-claude-good'), 'utf8')).toBe(TASK);
    expect(readFileSync(join(scene.place, 'argument'), 'utf8')).toBe(TASK);
    expect(readFileSync(join(scene.place, 'file'), 'utf8')).toBe(`${TASK}\n`);
    expect(runOf(scene)).toMatchObject({ task: TASK, base: { ref: 'HEAD' } });

    const facts = JSON.parse(readFileSync(join(newestRun(scene), 'facts.json'), 'utf8'));
    const agentOf = (wanted: string) => facts.candidates.find(({ name }: { name: string }) => name === wanted).agent;
    expect(agentOf('claude-failing')).toMatchObject({ exit_code: 0, said_it_failed: true });
    expect(agentOf('claude-crash')).toMatchObject({ exit_code: 7, cost_usd: null });
    expect(agentOf('there')).toBeNull();

    const events = eventsOf(scene);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events[0]).toMatchObject({ type: 'race_started', task: TASK });
    expect(events.filter(({ type }) => type === 'agent_finished')).toHaveLength(13);
    expect(events.filter((event) => event.type === 'agent_message' && event.candidate === 'codex-chatty')).toHaveLength(301);
    const warnings = events.flatMap((event) => (event.type === 'agent_warning' ? [`${event.candidate}: ${event.text}`] : []));
    expect(warnings.sort()).toEqual([
      'claude-branch: the working tree is unchanged; scored the branch attempt',
      'claude-deleter: the agent deleted its workspace, so it has no changes',
      'claude-malformed: claude printed something else than its JSON; that is kept as plain text and may hide its usage',
    ]);
    // The base was measured once, while the agents worked.
    const baseRuns = events.filter((event) => event.type === 'check_started' && event.candidate === null);
    expect(baseRuns).toHaveLength(0);
    expect(workAreas(scene)).toEqual([]);
    for (const command of ['verify', 'replay']) expect((await hydra(scene, command)).exitCode).toBe(0);
    // Fourteen trees are cloned, worked on and checked.
  }, 240_000);

  test('ends with the ranking and the command to merge; a rematch has the same task and base', async () => {
    const scene = createScene();
    const { exitCode, stdout, stderr } = await hydra(scene, 'race', TASK, '--agents', 'claude', '--no-cache');
    const run = runOf(scene).run_id;
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Winner: claude, decided by quality: the only candidate that can be merged\.\n/);
    expect(stdout.endsWith(`Run ${run}. To merge claude:\n  hydra merge ${run}\n`)).toBe(true);
    expect(stderr).toContain('claude: started (claude 9.9.9 (stand-in))\n');
    expect(stderr).toMatch(/claude: finished after \d+\.\d s, 1 file changed, 3000 tokens in, 150 out, \$0\.016\n/);
    const base = eventsOf(scene).findIndex((event) => event.type === 'check_started' && event.candidate === null);
    const scoring = eventsOf(scene).findIndex(({ type }) => type === 'run_started');
    expect(base).toBeGreaterThan(0);
    expect(base).toBeLessThan(scoring);
    git(scene.repository, 'commit', '--quiet', '--allow-empty', '--message', 'later');
    const again = await hydra(scene, 'race', '--rematch', run, '--agents', 'codex:idle');
    expect(again.exitCode).toBe(1);
    expect(again.stdout).not.toContain('hydra merge');
    expect(runOf(scene)).toMatchObject({ task: TASK, base: { commit: git(scene.repository, 'rev-parse', 'HEAD~1').trim() } });
  });

  test('an agent gets its own credentials, and none of them is stored', async () => {
    const scene = createScene();
    await hydra(scene, 'race', TASK, '--agents', 'claude:tells,mine');
    const run = newestRun(scene);
    const patch = readFileSync(join(run, 'candidates/claude-tells/diff.patch'), 'utf8');
    expect(patch).toContain('+ANTHROPIC_API_KEY=***\n');
    expect(patch).not.toMatch(/OPENAI_API_KEY|MY_HANDLE/);
    const { rankings } = JSON.parse((await hydra(scene, 'show', '--json')).stdout) as Scorecard;
    const ranking = rankings.find(({ agent }) => agent === 'claude-tells');
    expect([ranking?.mergeable, ranking?.findings.filter(({ severity }) => severity === 'error')]).toMatchObject([
      false,
      [{ id: 'credential_written', place: { path: 'env.txt', start_line: expect.any(Number) } }],
    ]);
    expect(eventsOf(scene)).toContainEqual(
      expect.objectContaining({
        type: 'agent_warning',
        text: 'it wrote the value of ANTHROPIC_API_KEY into env.txt; Hydra replaced it by ***',
      }),
    );
    await hydra(scene, 'report', '--html', join(scene.place, 'report.html'));
    const report = readFileSync(join(scene.place, 'report.html'), 'utf8');
    // All stored, printed and transmitted data.
    const files = readdirSync(run, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(run, path)).isFile());
    const everything = [...files.map((path) => readFileSync(join(run, path), 'utf8')), report].join('\n');
    expect(everything).not.toMatch(/anthropic-secret-value|openai-secret-value/);
    expect((await hydra(scene, 'replay')).exitCode).toBe(0);
    git(scene.repository, 'config', 'user.name', 'Ada');
    git(scene.repository, 'config', 'user.email', 'ada@example.org');
    const forced = await hydra(scene, 'merge', 'claude-tells', '--to-branch', 'leaky', '--yes', '--force', '--reason', 'a look');
    expect([forced.exitCode, git(scene.repository, 'show', 'leaky:env.txt')]).toEqual([
      0,
      expect.stringContaining('ANTHROPIC_API_KEY=***'),
    ]);
    const stored = [
      'candidates/claude-tells/agent/stdout.log',
      'candidates/claude-tells/agent/stderr.log',
      'candidates/mine/agent/stdout.log',
      'events.jsonl',
    ];
    const text = stored.map((path) => readFileSync(join(run, path), 'utf8')).join('');
    expect(text).toContain('my key is ***');
    expect(text).toContain('and ***');
    expect(text).toContain('I use ***');
    expect(text).not.toMatch(/secret-value|handed-over-value/);
  });

  test('measures metrics after all agents have ended, so that their load changes no value', async () => {
    const metric = '[scoring.metrics.size]\ncommand = "wc -c < code.txt"\nread = "last number"\nbetter = "lower"\nweight = 1\n';
    const scene = createScene({ ...BASE, 'hydra.toml': `${CONFIG}${metric}` });
    const { exitCode } = await hydra(scene, 'race', TASK, '--agents', 'codex,mine');
    const types = eventsOf(scene).map((event) => (event.type === 'check_started' ? event.check : event.type));
    const measured = types.flatMap((type, index) => (type === 'metric.size' ? [index] : []));
    expect([exitCode, measured.length]).toEqual([0, 3]);
    expect(Math.min(...measured)).toBeGreaterThan(types.lastIndexOf('agent_finished'));
  });

  test('warns that agents do not see uncommitted changes, and does not change them', async () => {
    const scene = createScene();
    writeFileSync(join(scene.repository, 'code.txt'), 'old, and mine\n');
    writeFileSync(join(scene.repository, 'untracked.txt'), 'mine\n');
    const before = stateOf(scene.repository);
    await hydra(scene, 'race', TASK, '--agents', 'claude:idle');
    expect(eventsOf(scene).filter(({ type }) => type === 'race_warning')).toMatchObject([
      {
        text: expect.stringMatching(
          /^your working tree has uncommitted changes \(code\.txt\); the agents start from \w{10} without them$/,
        ),
      },
    ]);
    expect([stateOf(scene.repository), changedFiles(scene, 'claude-idle')]).toEqual([before, []]);
  });

  test('an agent cannot push, and one that writes to the repository by its path is detected', async () => {
    const scene = createScene();
    const { stdout } = await hydra(scene, 'race', TASK, '--agents', 'claude,claude:intruder,claude:writer');
    expect(git(scene.repository, 'branch', '--list', 'pushed')).toBe('');
    const [first, ...refused] = scorecardOf(scene).rankings;
    expect([first?.agent, first?.mergeable, first?.findings]).toEqual(['claude', true, []]);
    const written = refused.map(({ agent, mergeable, findings }) => [agent, mergeable, ...findings.map(({ id }) => id)]);
    expect(written.sort()).toEqual([
      ['claude-intruder', false, 'repository_written'],
      ['claude-writer', false, 'repository_written'],
    ]);
    const messageOf = (name: string) => refused.find(({ agent }) => agent === name)?.findings[0]?.message;
    expect(messageOf('claude-intruder')).toMatch(/^added branch intruded, .*intruded\.txt.* \(it ran git commands there\)$/);
    expect(messageOf('claude-writer')).toBe('added written.txt in your repository (its output or command line names the path)');
    expect(stdout).toContain('writes into your repository');
    expect(eventsOf(scene).filter(({ type }) => type === 'race_warning')).toEqual([]);
  });

  test('a change that nothing attributes to an agent is reported without a name', async () => {
    const scene = createScene();
    const racing = hydra(scene, 'race', TASK, '--agents', 'claude:slow,claude:mute', '--timeout', '4', '--start-timeout', '5');
    await until(
      () => existsSync(join(scene.place, 'task-of-claude-slow')) && existsSync(join(scene.place, 'task-of-claude-mute')),
    );
    writeFileSync(join(scene.repository, 'by-the-user.txt'), 'x');
    await racing;
    const warnings = eventsOf(scene).flatMap((event) => (event.type === 'race_warning' ? [event.text] : []));
    expect(warnings).toEqual([
      'your repository changed during the race: added by-the-user.txt; claude-mute and claude-slow were running then, and nothing shows who did it: check `git status` and `git reflog`',
    ]);
    expect(scorecardOf(scene).rankings.flatMap(({ findings }) => findings)).toEqual([]);
  });
});

describe('endings', () => {
  test('every view says how an agent ended', async () => {
    const scene = createScene();
    const agents = 'claude,claude:crash,claude:killed,claude:login,claude:failing,claude:slow,claude:mute';
    const { stdout } = await hydra(scene, 'race', TASK, '--agents', agents, '--timeout', '5', '--start-timeout', '2');
    const { rankings } = scorecardOf(scene);
    expect(rankings[0]?.agent).toBe('claude');
    expect(Object.fromEntries(rankings.map(({ agent, ending }) => [agent, ending]))).toEqual({
      claude: { kind: 'finished', cause: null },
      'claude-crash': { kind: 'crashed', cause: 'exit code 7' },
      'claude-killed': { kind: 'crashed', cause: 'SIGKILL' },
      'claude-login': { kind: 'failed_login', cause: 'exit code 1: Invalid API key · Please run /login' },
      'claude-failing': { kind: 'failed_login', cause: 'Failed to authenticate. API Error: 401 Incorrect API key provided' },
      'claude-slow': { kind: 'time_limit', cause: 'timeout_seconds = 5' },
      'claude-mute': { kind: 'start_timeout', cause: 'start_timeout_seconds = 2' },
    });
    const shown = async (...args: string[]) => (await hydra(scene, ...args)).stdout.replace(/\s+/g, ' ');
    const text = 'the agent failed to log in (exit code 1: Invalid API key · Please run /login)';
    expect(stdout.replace(/\s+/g, ' ')).toContain(text);
    expect(await shown('show')).toContain(text);
    expect(await shown('show', '--verbose')).toContain(text);
    expect(await shown('explain', 'claude-login')).toContain(text);
    expect(await shown('show', '--markdown')).toContain('failed to log in');
    await hydra(scene, 'report', '--html', join(scene.place, 'r.html'));
    expect(readFileSync(join(scene.place, 'r.html'), 'utf8')).toContain('failed_login');
  });
});

describe('supervision', () => {
  test.each([
    ['hang', ['--idle-timeout', '3'], 'idle_timeout', 'timed_out'],
    ['mute', ['--start-timeout', '1'], 'start_timeout', 'timed_out'],
    ['slow', ['--timeout', '3'], 'timeout', 'timed_out'],
    ['spender', ['--agent-budget-tokens', '3000'], 'agent_budget_tokens', 'interrupted'],
    ['spender', ['--budget-usd', '3'], 'budget_usd', 'interrupted'],
    ['filler', ['--disk-limit', '64'], 'disk_limit', 'disk_limit'],
  ])('claude:%s %j ends with %s, and its files are scored', async (model, flags, stopped, ended) => {
    const scene = createScene();
    const { exitCode } = await hydra(scene, 'race', TASK, '--agents', `claude:${model}`, ...flags);
    const leftSomething = !['hang', 'mute'].includes(model);
    expect(exitCode).toBe(leftSomething ? 0 : 1);
    const name = `claude-${model}`;
    expect(recordOf(scene, name)).toMatchObject({ stopped, ended, exit_code: null, usage_is_final: false });
    expect(changedFiles(scene, name)).toEqual(leftSomething ? ['code.txt'] : []);
    expect(workAreas(scene)).toEqual([]);
  });

  test('warns about an agent that fills the disk and about a file that is too large to compare', async () => {
    const scene = createScene();
    const { stderr } = await hydra(scene, 'race', TASK, '--agents', 'claude:filler,claude:dumps', '--disk-limit', '64');
    expect(changedFiles(scene, 'claude-dumps')).toEqual(['code.txt']);
    const texts = eventsOf(scene).flatMap((event) =>
      event.type === 'agent_warning' ? [`${event.candidate}: ${event.text}`] : [],
    );
    const reason = 'stopped: wrote more than disk_limit_mb = 64 under [race], or half of the free disk space';
    expect(texts.sort()).toEqual([
      'claude-dumps: files that are too large to compare do not count: dump.bin',
      `claude-filler: ${reason}`,
    ]);
    expect(recordOf(scene, 'claude-filler').warnings).toEqual([reason]);
    expect(stderr).toMatch(/claude-filler: disk limit after [\d.]+ s, 1 file changed/);
  });

  test('reports the changes of an agent while it works', async () => {
    const go = join(temporaryFolder(), 'go');
    const script = [
      "printf 'new\\nmore\\n' > code.txt; echo extra > extra.txt; echo '{}' > usage.json; git add --all",
      `while [ ! -e "${go}" ]; do sleep 0.05; done`,
      'rm extra.txt',
    ];
    const agent = `[agents.steady]\ncommand = ["sh", "-c", '''${script.join('\n')}''']\nusage_file = "usage.json"\n`;
    const scene = createScene({ ...BASE, 'hydra.toml': `${CONFIG}${agent}` });
    const racing = hydra(scene, 'race', TASK, '--agents', 'steady');
    const runs = join(scene.repository, '.hydra/runs');
    const hasEvents = () => existsSync(runs) && readdirSync(runs).some((run) => existsSync(join(runs, run, 'events.jsonl')));
    const reported = (type: HydraEvent['type']) => (hasEvents() ? eventsOf(scene) : []).filter((event) => event.type === type);
    const whole = { candidate: 'steady', changed_files: 2, added_lines: 3, removed_lines: 1 };
    const isWhole = (event: HydraEvent) => Object.entries(whole).every(([key, value]) => Reflect.get(event, key) === value);
    await until(() => reported('agent_changes').some(isWhole));
    // It waits for the file.
    expect(reported('agent_finished')).toEqual([]);
    writeFileSync(go, '');
    await racing;
    expect(reported('agent_finished')).toMatchObject([{ changed_files: 1, added_lines: 2, removed_lines: 1 }]);
    expect(recordOf(scene, 'steady').left_behind).toBe(0);
  });

  test('cancels one agent without the others', async () => {
    const scene = createScene();
    const racing = hydra(scene, 'race', TASK, '--agents', 'claude:slow,codex');
    const started = () =>
      existsSync(join(scene.repository, '.hydra/runs')) && existsSync(join(scene.place, 'task-of-claude-slow'));
    await until(started);
    const path = newestRun(scene);
    cancelAgent({ id: '', path }, 'claude-slow');
    expect((await racing).exitCode).toBe(0);
    expect(recordOf(scene, 'claude-slow')).toMatchObject({ stopped: 'cancelled', ended: 'interrupted' });
    expect(recordOf(scene, 'codex')).toMatchObject({ stopped: null, exit_code: 0 });
    expect(existsSync(join(path, 'control'))).toBe(false);
    expect((await hydra(scene, 'verify')).exitCode).toBe(0);
  });

  test('ignores a nested repository of an agent, with a warning', async () => {
    const scene = createScene();
    const { exitCode } = await hydra(scene, 'race', TASK, '--agents', 'claude:begins,claude:embeds');
    expect(exitCode).toBe(0);
    expect([changedFiles(scene, 'claude-begins'), changedFiles(scene, 'claude-embeds')]).toEqual([
      ['code.txt'],
      ['code.txt', 'inner'],
    ]);
    const warnings = eventsOf(scene).flatMap((event) =>
      event.type === 'agent_warning' ? [`${event.candidate}: ${event.text}`] : [],
    );
    expect(warnings.sort()).toEqual([
      "claude-begins: some files of the agent could not be stored and do not count: error: 'begun/' does not have a commit checked out",
      'claude-embeds: the agent created nested repositories, whose files do not count: inner',
    ]);
  });

  test("a race killed after its diffs were stored is resumed with the agents' results", async () => {
    const scene = createScene();
    expect((await hydra(scene, 'race', TASK, '--agents', 'claude:good,claude:idle', '--no-cache')).exitCode).toBe(0);
    const path = newestRun(scene);
    const read = (name: string) => readFileSync(join(path, name), 'utf8');
    const [facts, scorecard, tests] = [read('facts.json'), read('scorecard.json'), read('baseline/tests.txt')];
    const gone = ['manifest.json', 'facts.json', 'scorecard.json', 'baseline', 'candidates/claude-good/test'];
    for (const name of gone) rmSync(join(path, name), { recursive: true });
    writeFileSync(join(path, 'run.json'), read('run.json').replace(/"finished_at": ?"[^"]*"/, '"finished_at":null'));
    const { exitCode, stderr } = await hydra(scene, 'score', '--resume');
    expect([exitCode, stderr.includes('hydra:')]).toEqual([0, false]);
    expect([read('facts.json'), read('scorecard.json'), read('baseline/tests.txt')]).toEqual([facts, scorecard, tests]);
    expect((await hydra(scene, 'verify')).exitCode).toBe(0);
    const agents = JSON.parse((await hydra(scene, 'list', '--agents', '--json')).stdout);
    expect(agents.map(({ agent, model, attempts, mergeable }: AgentStatistics) => [agent, model, attempts, mergeable])).toEqual([
      ['claude', 'good', 1, 1],
      ['claude', 'idle', 1, 0],
    ]);
    expect((await hydra(scene, 'list', '--agents')).stdout).toMatch(
      /^claude \(good\): 1 run\n {2}wins +1 of 1, too few runs for a rate\n/,
    );
  });

  test('a failed race is shown as failed until it is resumed', async () => {
    const scene = createScene({ ...BASE, 'hydra.toml': `${CONFIG}[workspace]\nsetup = "echo $MY_HANDLE; false"\n` });
    const { exitCode, stderr } = await hydra(scene, 'race', TASK, '--agents', 'claude:good');
    const sentence = 'The set-up command `echo $MY_HANDLE; false` failed on the base: exit code 1.';
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`hydra: ${sentence}\n`)]);
    const [id, next] = [basename(newestRun(scene)), /next: (.*)/.exec(stderr)?.[1]];
    const { stdout } = await hydra(scene, 'list');
    const [line, ...more] = stdout.split('\n');
    expect(line).toMatch(new RegExp(`^${id}  failed  make "code\\.txt" new`));
    expect(more).toEqual([`  ${sentence}`, `  next: ${next}`, '']);
    const [overview] = JSON.parse((await hydra(scene, 'list', '--json')).stdout);
    expect(overview).toMatchObject({ id, state: 'failed', problem: { code: 'setup_failed', message: sentence, next } });
    const shown = await hydra(scene, 'show');
    expect([shown.exitCode, shown.stdout]).toEqual([2, '']);
    expect(shown.stderr).toContain(`hydra: Run ${id} failed: ${sentence}\n`);
    expect(shown.stderr).toContain(`next: ${next}\n`);
    expect(eventsOf(scene).at(-1)).toMatchObject({ type: 'run_failed', code: 'setup_failed', message: sentence });
  });

  test('a race killed while its agents worked can be repeated but not resumed', async () => {
    const scene = createScene();
    expect((await hydra(scene, 'race', TASK, '--agents', 'claude:good')).exitCode).toBe(0);
    const [path, id] = [newestRun(scene), basename(newestRun(scene))];
    const gone = ['manifest.json', 'facts.json', 'scorecard.json', 'candidates/claude-good'];
    for (const name of gone) rmSync(join(path, name), { recursive: true });
    const sentence = `Run ${id} was interrupted while its agents were working, and their work is lost.`;
    const next = `Repeat the race: \`hydra race --rematch ${id} --agents ...\`.`;
    const listed = await hydra(scene, 'list');
    expect(listed.stdout).toMatch(new RegExp(`^${id}  interrupted  `));
    expect(listed.stdout).toContain(`\n  ${sentence}\n  next: ${next}\n`);
    expect((await hydra(scene, 'explain', id)).stderr).toContain(`hydra: ${sentence}\n`);
    expect((await hydra(scene, 'score', '--resume')).stderr).toContain('There is no interrupted run to resume.');
    expect((await hydra(scene, 'race', '--rematch', id, '--agents', 'claude:good')).exitCode).toBe(0);
  });

  test('Ctrl-C stops the agents and leaves nothing', async () => {
    const scene = createScene();
    const child = spawn(process.execPath, [MAIN, 'race', TASK, '--agents', 'claude:hang,codex'], {
      cwd: scene.repository,
      env: scene.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await until(() => existsSync(join(scene.place, 'pid')) && readFileSync(join(scene.place, 'pid'), 'utf8') !== '');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(stderr).toContain('hydra: Interrupted while the agents were working.');
    const pid = Number(readFileSync(join(scene.place, 'pid'), 'utf8'));
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    expect(stat === '' || stat.includes(') Z ')).toBe(true);
    expect(readdirSync(join(scene.repository, '.hydra/runs'))).toEqual([]);
    expect(workAreas(scene)).toEqual([]);
    expect(git(scene.repository, 'status', '--porcelain')).toBe('');
  });
});

describe('refusals', () => {
  test.each([
    [['race'], 'No task was given.'],
    [['race', 'a', 'b'], 'Expected one task; put it in quotes.'],
    [['race', 'a', '--rematch', 'x'], 'Give a task, --task-file or --rematch, not several of them.'],
    [['race', 'a'], 'No agents were given.'],
    [['race', 'a', '--agents', 'cladue'], 'There is no agent `cladue`.', 'Did you mean `claude`?'],
    [['race', 'a', '--agents', 'gemini'], 'The agent `gemini` has experimental support'],
    [
      ['race', 'a', '--agents', 'gemini', '--allow-experimental'],
      'The agent `gemini` is not installed: gemini is not on the PATH.',
      'npm install --global @google/gemini-cli',
    ],
    [['race', 'a', '--agents', 'claude', '--budget-usd', '-1'], 'Expected --budget-usd to be a number above 0, got `-1`.'],
    [
      ['race', 'a', '--agents', 'claude', '--budget-tokens', '1.5'],
      'Expected --budget-tokens to be a whole number above 0, got `1.5`.',
    ],
    [['race', 'a', '--agents', 'claude', '--base', 'nowhere'], 'There is no commit, folder or patch file `nowhere`.'],
    [['race', '--task-file', 'nowhere', '--agents', 'claude'], 'Cannot read the task file'],
    [['race', 'a', '--agents', 'claude', '--candidates', 'x=nowhere'], 'There is no commit, folder or patch file `nowhere`.'],
  ])('%j', async (args, ...sentences) => {
    const scene = createScene();
    const { exitCode, stdout, stderr } = await hydra(
      { ...scene, env: { ...scene.env, PATH: pathWithoutAgents(scene) } },
      ...args,
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    for (const sentence of sentences) expect(stderr).toContain(sentence);
    const runs = join(scene.repository, '.hydra/runs');
    expect(existsSync(runs) ? readdirSync(runs) : []).toEqual([]);
  });
});

/** Only the agents of this test, git and sh, and no agent of this machine. */
function pathWithoutAgents({ place }: Scene): string {
  const found = (process.env.PATH ?? '').split(delimiter).filter((folder) => !existsSync(join(folder, 'gemini')));
  return [join(place, 'bin'), ...found].join(delimiter);
}

test('doctor lists which agents are ready, and why others are not', async () => {
  const scene = createScene({ ...BASE, 'hydra.toml': `${CONFIG}[race]\nagents = ["codex", "gemini:pro"]\n` });
  const { stdout } = await hydra(
    { ...scene, env: { ...scene.env, PATH: pathWithoutAgents(scene), OPENAI_API_KEY: '' } },
    'doctor',
    '--no-run',
  );
  const lines = stdout.split('\n').filter((line) => /agent (?:mine|claude|codex|gemini):|agents not|next: Run `codex/.test(line));
  expect(lines).toEqual([
    'ok    agent mine: version unknown',
    'ok    agent claude: claude 9.9.9 (stand-in), a login is there',
    'note  agent codex: codex 9.9.9 (stand-in), no login found',
    '      next: Run `codex login`, or set OPENAI_API_KEY.',
    'note  agent gemini: not installed. Install it with `npm install --global @google/gemini-cli`.',
    // This machine may have some of the others.
    expect.stringMatching(
      /^ok {4}agents not installed: [a-z-]+(?:, [a-z-]+)*\. Only `hydra race` needs agents; it says how to install a missing one$/,
    ),
  ]);
});

describe('a test author', () => {
  const SUITE = `number=0
for file in tests/*.sh; do
  number=$((number + 1))
  if sh "$file"; then echo "ok $number - $file"; else echo "not ok $number - $file"; bad=1; fi
done
echo "1..$number"
exit \${bad:-0}
`;
  const base = { ...BASE, 'test.sh': SUITE, 'tests/there.sh': 'test -e code.txt\n' };

  test('only writes tests, has a vote, and is not a candidate', async () => {
    const scene = createScene(base);
    git(scene.repository, 'branch', 'wrong');
    git(scene.repository, 'checkout', '--quiet', 'wrong');
    writeFileSync(join(scene.repository, 'code.txt'), 'other\n');
    git(scene.repository, 'commit', '--quiet', '--all', '--message', 'wrong');
    git(scene.repository, 'checkout', '--quiet', 'main');
    const args = ['race', TASK, '--agents', 'claude', '--test-author', 'codex:tests', '--candidates', 'wrong=wrong', '--json'];
    const { stdout, stderr, exitCode } = await hydra(scene, ...args);
    if (stdout === '') throw new Error(stderr);
    const card = JSON.parse(stdout) as Scorecard;
    expect([exitCode, card.winner, card.verdict.class]).toEqual([0, 'claude', 'decided_by_tests']);
    expect(card.rankings.map(({ agent, breakdown }) => [agent, breakdown.cross_tests])).toEqual([
      ['claude', 100],
      ['wrong', 0],
    ]);
    expect(card.cross_tests).toMatchObject([
      {
        ...{ author: 'test-author', kind: 'test_author', id: 'tests/task.sh', standing: 'scored', base: 'fail' },
        outcomes: { claude: 'pass', wrong: 'fail' },
      },
    ]);
    const home = join(newestRun(scene), 'sources/test-author');
    const record = parseStored('agent', readFileSync(join(home, 'agent/agent.json'), 'utf8'), 'agent.json');
    expect(record).toMatchObject({ name: 'test-author', agent: 'codex', model: 'tests', ended: 'exited' });
    expect(readFileSync(join(scene.place, 'task-of-codex-tests'), 'utf8')).toContain('Write tests for the task below');
    expect(runOf(scene).candidates.map(({ name }) => name)).toEqual(['claude', 'wrong']);
    for (const command of ['verify', 'replay']) expect((await hydra(scene, command)).exitCode).toBe(0);
  }, 120_000);

  test('without tests has no vote, and the race continues', async () => {
    const scene = createScene(base);
    const { exitCode, stderr } = await hydra(scene, 'race', TASK, '--agents', 'claude', '--test-author', 'codex:idle');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('the test author wrote no tests, so it has no vote');
    expect(existsSync(join(newestRun(scene), 'sources/test-author/diff.json'))).toBe(false);
  }, 120_000);

  test('that is unknown is rejected before anything starts', async () => {
    const scene = createScene(base);
    const { exitCode, stderr } = await hydra(scene, 'race', TASK, '--agents', 'claude', '--test-author', 'codx');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Did you mean `codex`?')]);
  });
});
