// `hydra score`: runs the checks and prints the ranking. Progress goes to stderr, the result to stdout.
import { canonicalJson, hydraError, type Scorecard } from '../contract/index.ts';
import { resumeRun, type ScoredRun, type SettingsRequest, scoreAgain, scoreCandidates } from '../pipeline/index.ts';
import { renderRanking, renderReasons, renderResult, renderTask } from '../report/index.ts';
import { locateRun, readResult } from '../runs/index.ts';
import { visibleText } from '../text/index.ts';
import { wantsColour } from './colour.ts';
import { debugOptions } from './debug.ts';
import { exitCodeFor, type Outcome } from './exit-code.ts';
import { withInterrupt } from './interrupt.ts';
import { toJobs } from './jobs.ts';
import { parseWeights } from './load-policy.ts';
import { type PoolOptions, withPool } from './pool.ts';
import { openResultPrinter, type Rendered } from './print-result.ts';
import { openProgress } from './progress.ts';
import { readTask } from './read-task.ts';
import { decodeText, readBytes } from './read-text.ts';

export interface ScoreCommandOptions extends PoolOptions {
  base: string;
  json?: boolean;
  jobs?: string;
  /** Commander turns --no-cache into false. */
  cache: boolean;
  config?: string;
  profile?: string;
  weight?: readonly string[];
  acceptance?: readonly string[];
  resume?: boolean;
  task?: string;
  verbose?: boolean;
  /** A stored run. */
  again?: string;
}

export async function score(candidates: readonly string[], options: ScoreCommandOptions): Promise<Outcome> {
  const jobs = toJobs(options.jobs, 'hydra score');
  const weights = parseWeights(options.weight ?? [], 'hydra score');
  if (options.resume) refuseWithResume(candidates, options);
  if (options.again !== undefined) refuseWithAgain(candidates, options);
  const task = options.task === undefined ? null : await readTask(options.task);
  const progress = openProgress(process.stderr);
  const printer = openResultPrinter(progress, (done) => render(done, options));
  try {
    const scored = await withInterrupt((signal) =>
      withPool(options, 'hydra score', signal, (pool) => {
        const common = {
          cwd: process.cwd(),
          jobs,
          useCache: options.cache,
          signal,
          watch: progress.show,
          onScored: printer.onScored,
          ...pool,
          ...debugOptions(progress),
        };
        if (options.resume) return resumeRun(common);
        const config = options.config === undefined ? null : readConfig(options.config);
        const overrides = { weights, profile: options.profile, acceptance: options.acceptance };
        if (options.again !== undefined) return again(options, { ...common, task }, { config, overrides });
        return scoreCandidates({ ...common, candidates, base: options.base, task, config, overrides });
      }),
    );
    progress.close();
    return printer.outcome(scored);
  } finally {
    progress.close();
  }
}

/** Without other settings, the run's own: they may have come from a file that is gone. */
async function again(
  { again: wanted, config, profile, weight, acceptance }: ScoreCommandOptions,
  common: Omit<Parameters<typeof scoreAgain>[0], 'run' | 'settings'>,
  settings: SettingsRequest,
): Promise<ScoredRun> {
  const isOther = [config, profile, weight, acceptance].some((given) => given !== undefined);
  const run = await locateRun(common.cwd, wanted ?? null);
  return scoreAgain({ ...common, run, settings: isOther ? settings : null });
}

/** How a result is printed. */
export interface RenderOptions {
  json?: boolean;
  verbose?: boolean;
}

export function render({ folder, run, scorecard }: ScoredRun, { json, verbose }: RenderOptions): Rendered {
  const exitCode = exitCodeFor(scorecard);
  if (json) return { text: canonicalJson(scorecard), exitCode };
  const style = { colour: wantsColour() };
  const merge = (scorecard.winner ?? null) === null ? levelNext(scorecard) : '`hydra merge` merges the winner.\n';
  const next = `Run ${run.run_id}. \`hydra show --verbose\` and \`hydra explain NAME\` show every score, \`hydra replay\` recomputes them.\n${merge}`;
  const result = verbose
    ? [renderRanking(scorecard, style), renderReasons(scorecard, style)]
    : [renderResult(scorecard, readResult(folder).facts, style)];
  const blocks = [renderTask(run), ...result, next];
  return { text: blocks.filter((block) => block !== '').join('\n'), exitCode };
}

/** The user chooses among level candidates. */
export function levelNext({ verdict }: Scorecard): string {
  return verdict.class === 'level' && verdict.next !== null ? `${visibleText(verdict.next)}\n` : '';
}

export function readConfig(file: string): { text: string; name: string } {
  const text = decodeText(readBytes(file, 'configuration file'));
  if (text === null) throw hydraError('config_syntax', { reason: 'it is not text' }, { place: { file } });
  return { text, name: file };
}

/** The candidates and their base are those of the stored run. */
function refuseWithAgain(candidates: readonly string[], { resume }: ScoreCommandOptions): void {
  const given = [...candidates.map((candidate) => `\`${candidate}\``), ...(resume ? ['--resume'] : [])];
  if (given.length === 0) return;
  const problem = `--again scores the candidates of the stored run, so ${given.join(', ')} cannot be given.`;
  throw hydraError('usage', { problem, command: 'hydra score' });
}

/** A resumed run already has its candidates and settings. */
function refuseWithResume(
  candidates: readonly string[],
  { config, profile, weight, acceptance, task }: ScoreCommandOptions,
): void {
  const given = [
    ...(task === undefined ? [] : ['--task']),
    ...candidates.map((candidate) => `\`${candidate}\``),
    ...(config === undefined ? [] : ['--config']),
    ...(profile === undefined ? [] : ['--profile']),
    ...(weight === undefined ? [] : ['--weight']),
    ...(acceptance === undefined ? [] : ['--acceptance']),
  ];
  if (given.length === 0) return;
  const problem = `--resume uses the candidates and settings of the interrupted run, so ${given.join(', ')} cannot be given.`;
  throw hydraError('usage', { problem, command: 'hydra score' });
}
