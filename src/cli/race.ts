// `hydra race`: runs agents on a task, then prints the ranking and the command that merges the winner.
import { canonicalJson, hydraError, type Policy } from '../contract/index.ts';
import type { ScoredRun } from '../pipeline/index.ts';
import { describeRematch, raceAgents, writeTaskInEditor } from '../race/index.ts';
import { renderRanking, renderReasons, renderResult } from '../report/index.ts';
import { locateRun, readResult } from '../runs/index.ts';
import { wantsColour } from './colour.ts';
import { debugOptions } from './debug.ts';
import { exitCodeFor, type Outcome } from './exit-code.ts';
import { withInterrupt } from './interrupt.ts';
import { toJobs } from './jobs.ts';
import { parseWeights } from './load-policy.ts';
import { type PoolOptions, withPool } from './pool.ts';
import { openResultPrinter, type Rendered } from './print-result.ts';
import { openProgress } from './progress.ts';
import { readTaskFile } from './read-task.ts';
import { levelNext, type RenderOptions, readConfig } from './score.ts';

const COMMAND = 'hydra race';

export interface RaceCommandOptions extends PoolOptions {
  agents?: string;
  taskFile?: string;
  base?: string;
  candidates?: readonly string[];
  rematch?: string;
  failures?: string;
  json?: boolean;
  verbose?: boolean;
  jobs?: string;
  /** Commander turns --no-cache into false. */
  cache: boolean;
  config?: string;
  profile?: string;
  weight?: readonly string[];
  acceptance?: readonly string[];
  testAuthor?: string;
  allowExperimental?: boolean;
  sandbox?: boolean;
  budgetUsd?: string;
  budgetTokens?: string;
  agentBudgetUsd?: string;
  agentBudgetTokens?: string;
  timeout?: string;
  diskLimit?: string;
  idleTimeout?: string;
  startTimeout?: string;
}

export async function race(words: readonly string[], options: RaceCommandOptions): Promise<Outcome> {
  const jobs = toJobs(options.jobs, COMMAND);
  const weights = parseWeights(options.weight ?? [], COMMAND);
  const overrides = {
    weights,
    race: raceSettings(options),
    profile: options.profile,
    acceptance: options.acceptance,
  };
  const config = options.config === undefined ? null : readConfig(options.config);
  const { task, base } = await findTask(words, options);
  const progress = openProgress(process.stderr);
  const printer = openResultPrinter(progress, (done) => render(done, options));
  try {
    const raced = await withInterrupt((signal) =>
      withPool(options, COMMAND, signal, (pool) =>
        raceAgents({
          ...{
            cwd: process.cwd(),
            jobs,
            useCache: options.cache,
            signal,
            watch: progress.show,
            onScored: printer.onScored,
            ...pool,
            ...debugOptions(progress),
          },
          ...{ task, base, candidates: options.candidates ?? [], config, overrides },
        }),
      ),
    );
    progress.close();
    return printer.outcome(raced);
  } finally {
    progress.close();
  }
}

function raceSettings(options: RaceCommandOptions): Partial<Policy['race']> {
  const settings: Partial<Policy['race']> = {};
  if (options.agents !== undefined) settings.agents = splitList(options.agents);
  if (options.testAuthor !== undefined) settings.test_author = options.testAuthor;
  if (options.allowExperimental) settings.allow_experimental = true;
  if (options.sandbox) settings.sandbox = true;
  const numbers = [
    ['budget_usd', '--budget-usd', options.budgetUsd, false],
    ['agent_budget_usd', '--agent-budget-usd', options.agentBudgetUsd, false],
    ['budget_tokens', '--budget-tokens', options.budgetTokens, true],
    ['agent_budget_tokens', '--agent-budget-tokens', options.agentBudgetTokens, true],
    ['timeout_seconds', '--timeout', options.timeout, false],
    ['disk_limit_mb', '--disk-limit', options.diskLimit, true],
    ['idle_timeout_seconds', '--idle-timeout', options.idleTimeout, false],
    ['start_timeout_seconds', '--start-timeout', options.startTimeout, false],
  ] as const;
  for (const [key, flag, text, isWhole] of numbers) {
    if (text !== undefined) settings[key] = toNumber(flag, text, isWhole);
  }
  return settings;
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function toNumber(flag: string, text: string, isWhole: boolean): number {
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (number > 0 && (!isWhole || Number.isSafeInteger(number))) return number;
  const expected = isWhole ? 'a whole number above 0' : 'a number above 0';
  throw hydraError('usage', { problem: `Expected ${flag} to be ${expected}, got \`${text}\`.`, command: COMMAND });
}

async function findTask(words: readonly string[], options: RaceCommandOptions): Promise<{ task: string; base: string }> {
  if (words.length > 1) {
    const problem = 'Expected one task; put it in quotes.';
    throw hydraError('usage', { problem, command: COMMAND }, { value: words.join(' ') });
  }
  const [word] = words;
  const given = [word, options.taskFile, options.rematch].filter((one) => one !== undefined);
  if (given.length > 1)
    throw hydraError('usage', { problem: 'Give a task, --task-file or --rematch, not several of them.', command: COMMAND });
  if (options.failures !== undefined && options.rematch === undefined)
    throw hydraError('usage', { problem: '--failures goes with --rematch.', command: COMMAND });
  const earlier = options.rematch === undefined ? null : await earlierTask(options.rematch, options.failures ?? null);
  const task = earlier?.task ?? word ?? (await taskOf(options.taskFile));
  if (task.trim() === '') throw hydraError('no_task', {});
  return { task, base: options.base ?? earlier?.base ?? 'HEAD' };
}

async function earlierTask(wanted: string, failures: string | null): Promise<{ task: string; base: string }> {
  const folder = await locateRun(process.cwd(), wanted);
  const { task, base } = describeRematch(folder, failures);
  if (task === null) throw hydraError('rematch_without_task', { run: folder.id, base });
  return { task, base };
}

/** From the file, or on a terminal from the user's editor. */
async function taskOf(file: string | undefined): Promise<string> {
  if (file !== undefined) return readTaskFile(file);
  return process.stdin.isTTY ? writeTaskInEditor(process.env) : '';
}

function render({ folder, run, scorecard }: ScoredRun, { json, verbose }: RenderOptions): Rendered {
  const exitCode = exitCodeFor(scorecard);
  if (json) return { text: canonicalJson(scorecard), exitCode };
  const style = { colour: wantsColour() };
  const next =
    (scorecard.winner ?? null) === null
      ? `Run ${run.run_id}. \`hydra explain ${run.run_id} NAME\` shows the score details.\n${levelNext(scorecard)}`
      : `Run ${run.run_id}. To merge ${scorecard.winner}:\n  hydra merge ${run.run_id}\n`;
  const result = verbose
    ? [renderRanking(scorecard, style), renderReasons(scorecard, style)]
    : [renderResult(scorecard, readResult(folder).facts, style)];
  const blocks = [...result, next];
  return { text: blocks.filter((block) => block !== '').join('\n'), exitCode };
}
