// `hydra score`: runs the checks and prints the ranking. Progress goes to stderr, the result to stdout.
import { canonicalJson, hydraError, type Scorecard, visibleText } from '../contract/index.ts';
import { resumeRun, type ScoredRun, scoreCandidates } from '../pipeline/index.ts';
import { renderRanking, renderReasons } from '../report/index.ts';
import { wantsColour } from './colour.ts';
import { exitCodeFor, type Outcome } from './exit-code.ts';
import { withInterrupt } from './interrupt.ts';
import { toJobs } from './jobs.ts';
import { parseWeights } from './load-policy.ts';
import { openProgress } from './progress.ts';
import { decodeText, readBytes } from './read-text.ts';

export interface ScoreCommandOptions {
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
}

export async function score(candidates: readonly string[], options: ScoreCommandOptions): Promise<Outcome> {
  const jobs = toJobs(options.jobs, 'hydra score');
  const weights = parseWeights(options.weight ?? [], 'hydra score');
  if (options.resume) refuseWithResume(candidates, options);
  const progress = openProgress(process.stderr);
  try {
    const scored = await withInterrupt((signal) => {
      const common = { cwd: process.cwd(), jobs, useCache: options.cache, signal, watch: progress.show };
      if (options.resume) return resumeRun(common);
      const config = options.config === undefined ? null : readConfig(options.config);
      const overrides = { weights, profile: options.profile, acceptance: options.acceptance };
      return scoreCandidates({ ...common, candidates, base: options.base, task: null, config, overrides });
    });
    progress.close();
    return render(scored, options.json === true);
  } finally {
    progress.close();
  }
}

function render({ run, scorecard }: ScoredRun, json: boolean): Outcome {
  const exitCode = exitCodeFor(scorecard);
  if (json) return { text: canonicalJson(scorecard), exitCode };
  const style = { colour: wantsColour() };
  const merge = (scorecard.winner ?? null) === null ? levelNext(scorecard) : '`hydra merge` merges the winner.\n';
  const next = `Run ${run.run_id}. \`hydra explain ${run.run_id} NAME\` shows the score details, \`hydra replay\` recomputes the scores.\n${merge}`;
  const blocks = [renderRanking(scorecard, style), renderReasons(scorecard, style), next];
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

/** A resumed run already has its candidates and settings. */
function refuseWithResume(candidates: readonly string[], { config, profile, weight, acceptance }: ScoreCommandOptions): void {
  const given = [
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
