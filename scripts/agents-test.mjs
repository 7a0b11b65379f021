// `npm run test:agents` installs the real agent programs from npm into a temporary folder and runs `hydra race` with
// each of them against a scripted model server on loopback. Arguments: the agents to test (default: all).
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { startModelServer, USAGE_PER_ANSWER } from './model-server.mjs';
import { ROOT } from './project.mjs';

const MAIN = join(ROOT, 'dist/cli/main.js');
const EDIT = 'echo new > code.txt';
const INSTALL_MS = 600_000;
const RACE_MS = 240_000;

/**
 * @typedef {object} Recipe
 * @property {string} name the npm package
 * @property {string | null} script its install script, run separately because npm runs with --ignore-scripts
 * @property {string} agent the value for --agents
 * @property {(url: string) => Record<string, string>} env
 * @property {(url: string) => Record<string, unknown>} files content by path in the home folder
 */

/** @type {Record<string, Recipe>} */
const RECIPES = {
  codex: {
    name: '@openai/codex',
    script: null,
    agent: 'codex',
    env: () => ({}),
    files: (url) => ({
      '.codex/config.toml': `model = "mock"\nmodel_provider = "mock"\n[model_providers.mock]\nname = "mock"\nbase_url = "${url}/v1"\nwire_api = "responses"\n`,
    }),
  },
  qwen: {
    name: '@qwen-code/qwen-code',
    script: null,
    agent: 'qwen',
    env: (url) => ({ OPENAI_API_KEY: 'x', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'mock' }),
    files: () => ({ '.qwen/settings.json': { security: { auth: { selectedType: 'openai' } } } }),
  },
  opencode: {
    name: 'opencode-ai',
    script: 'postinstall.mjs',
    agent: 'opencode',
    env: () => ({}),
    files: (url) => ({
      '.config/opencode/opencode.json': {
        model: 'mock/mock',
        small_model: 'mock/mock',
        provider: {
          mock: {
            npm: '@ai-sdk/openai-compatible',
            name: 'mock',
            options: { baseURL: `${url}/v1`, apiKey: 'x' },
            models: { mock: { name: 'mock', cost: { input: 1, output: 2 } } },
          },
        },
      },
    }),
  },
  gemini: {
    name: '@google/gemini-cli',
    script: null,
    agent: 'gemini:gemini-2.5-flash',
    env: (url) => ({ GEMINI_API_KEY: 'x', GOOGLE_GEMINI_BASE_URL: url }),
    files: () => ({ '.gemini/settings.json': { security: { auth: { selectedType: 'gemini-api-key' } } } }),
  },
  claude: {
    name: '@anthropic-ai/claude-code',
    script: 'install.cjs',
    agent: 'claude',
    // Without IS_SANDBOX it refuses to skip permission prompts as root.
    env: (url) => ({ ANTHROPIC_API_KEY: 'x', ANTHROPIC_BASE_URL: url, IS_SANDBOX: '1' }),
    files: () => ({}),
  },
};

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env: Record<string, string | undefined>, timeout: number }} options
 * @returns {Promise<{ exitCode: number | null, stdout: string, stderr: string }>}
 */
function run(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (text) => {
      output.stdout += text;
    });
    child.stderr.on('data', (text) => {
      output.stderr += text;
    });
    child.once('error', (error) => resolve({ exitCode: null, stdout: '', stderr: error.message }));
    child.once('close', (exitCode) => resolve({ exitCode, ...output }));
  });
}

async function install(/** @type {Recipe} */ recipe, /** @type {string} */ folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = { cwd: folder, env: process.env, timeout: INSTALL_MS };
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const installed = await run('npm', ['install', ...flags, recipe.name], options);
  if (installed.exitCode !== 0) throw new Error(`npm install ${recipe.name}: ${installed.stderr.slice(-500)}`);
  if (recipe.script === null) return;
  const cwd = join(folder, 'node_modules', recipe.name);
  const scripted = await run(process.execPath, [recipe.script], { ...options, cwd });
  if (scripted.exitCode !== 0) throw new Error(`${recipe.script}: ${scripted.stderr.slice(-500)}`);
}

async function createRepository(/** @type {string} */ folder, /** @type {Record<string, string>} */ env) {
  mkdirSync(folder, { recursive: true });
  const test = 'grep -q new code.txt && echo "ok 1 - is new" || echo "not ok 1 - is new"\necho 1..1\ngrep -q new code.txt\n';
  const files = { 'hydra.toml': '[scoring.commands]\ntest = "sh test.sh"\n', 'test.sh': test, 'code.txt': 'old\n' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const identity = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.org'];
  for (const args of [
    ['init', '--quiet', '--initial-branch', 'main'],
    ['add', '--all'],
    [...identity, 'commit', '--quiet', '-m', 'base'],
  ])
    await run('git', args, { cwd: folder, env, timeout: RACE_MS });
}

/** @returns {Promise<string>} a one-line summary */
async function testAgent(/** @type {Recipe} */ recipe, /** @type {string} */ place) {
  const program = join(place, 'program');
  await install(recipe, program);
  const plain = await raceOnce(recipe, program, join(place, 'plain'), []);
  const confined = await raceOnce(recipe, program, join(place, 'confined'), ['--sandbox']);
  return `${plain}; in the sandbox: ${confined}`;
}

/** With its own model server, which follows a script. */
async function raceOnce(
  /** @type {Recipe} */ recipe,
  /** @type {string} */ program,
  /** @type {string} */ place,
  /** @type {string[]} */ flags,
) {
  const server = await startModelServer(EDIT);
  try {
    const home = join(place, 'home');
    for (const [name, content] of Object.entries(recipe.files(server.url))) {
      mkdirSync(join(home, name, '..'), { recursive: true });
      writeFileSync(join(home, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    mkdirSync(join(place, 'tmp'), { recursive: true });
    mkdirSync(home, { recursive: true });
    // As after a global installation: Hydra does not look for agents in node_modules/.bin.
    const programs = join(place, 'bin');
    mkdirSync(programs);
    for (const name of readdirSync(join(program, 'node_modules/.bin')))
      symlinkSync(realpathSync(join(program, 'node_modules/.bin', name)), join(programs, name));
    const PATH = [programs, process.env.PATH].join(delimiter);
    const env = { PATH, HOME: home, TMPDIR: join(place, 'tmp'), LANG: 'C.UTF-8', ...recipe.env(server.url) };
    const repository = join(place, 'repository');
    await createRepository(repository, env);
    const args = [MAIN, 'race', 'Make code.txt new', '--agents', recipe.agent, '--allow-experimental', '--timeout', '120'];
    const options = { cwd: repository, env, timeout: RACE_MS };
    const { exitCode, stderr } = await run(process.execPath, [...args, ...flags], options);
    return judge(repository, exitCode, stderr, server.requests.length);
  } finally {
    await server.close();
  }
}

function judge(
  /** @type {string} */ repository,
  /** @type {number | null} */ exitCode,
  /** @type {string} */ stderr,
  /** @type {number} */ requests,
) {
  if (exitCode !== 0 && exitCode !== 1) throw new Error(stderr);
  const runs = join(repository, '.hydra/runs');
  const [newest = ''] = readdirSync(runs).sort().reverse();
  const candidates = join(runs, newest, 'candidates');
  const [name = ''] = readdirSync(candidates);
  const record = JSON.parse(readFileSync(join(candidates, name, 'agent/agent.json'), 'utf8'));
  const patch = readFileSync(join(candidates, name, 'diff.patch'), 'utf8');
  const { usage, outcome, ended, exit_code: agentExit, cost_usd: cost, version, warnings } = record;
  const faults = [
    exitCode === 0 ? null : `hydra race exited with ${exitCode}:\n${stderr}`,
    outcome === 'completed' && ended === 'exited' && agentExit === 0
      ? null
      : `the agent ended as ${ended} with exit code ${agentExit}: ${outcome}`,
    /^\+new$/m.test(patch) ? null : 'the edit is not in the diff',
    usage.input_tokens > 0 && usage.input_tokens % USAGE_PER_ANSWER.input === 0 ? null : `input tokens ${usage.input_tokens}`,
    usage.cached_input_tokens * USAGE_PER_ANSWER.input === usage.input_tokens * USAGE_PER_ANSWER.cached ? null : 'cached tokens',
    usage.output_tokens * USAGE_PER_ANSWER.input === usage.input_tokens * USAGE_PER_ANSWER.output ? null : 'output tokens',
  ].filter((fault) => fault !== null);
  if (faults.length > 0) throw new Error(`${faults.join('; ')}\n${endOfOutput(join(candidates, name, 'agent'))}`);
  const usageText = `${usage.input_tokens} tokens in (${usage.cached_input_tokens} cached), ${usage.output_tokens} out, cost ${cost ?? 'unknown'}`;
  return `${version ?? 'version unknown'}: ${requests} requests, ${usageText}, ${warnings.length} warnings`;
}

const SHOWN_CHARACTERS = 2_000;

/** What the agent printed last. */
function endOfOutput(/** @type {string} */ folder) {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return logs.map((name) => readFileSync(join(folder, name), 'utf8').slice(-SHOWN_CHARACTERS)).join('\n');
}

await ensureBuilt();
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(RECIPES);
let failed = 0;
for (const id of wanted) {
  const recipe = RECIPES[id];
  if (recipe === undefined) throw new Error(`unknown agent ${id}; known agents: ${Object.keys(RECIPES).join(', ')}`);
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'agents-test-')));
  try {
    console.log(`ok ${id} ${await testAgent(recipe, place)}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${id} ${error instanceof Error ? error.message : error}`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
console.log(`${wanted.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
