// `hydra show`: prints the ranking of a stored run.
import { canonicalJson, hydraError } from '../contract/index.ts';
import { renderMarkdown, renderRanking, renderReasons, renderResult, renderTask } from '../report/index.ts';
import { locateRun, readResult } from '../runs/index.ts';
import { wantsColour } from './colour.ts';
import { exitCodeFor, type Outcome } from './exit-code.ts';

export interface ShowOptions {
  json?: boolean;
  markdown?: boolean;
  verbose?: boolean;
}

export async function show(run: string | undefined, { json, markdown, verbose }: ShowOptions): Promise<Outcome> {
  if (json && markdown) throw hydraError('usage', { problem: 'Give --json or --markdown, not both.', command: 'hydra show' });
  const { run: stored, facts, scorecard } = readResult(await locateRun(process.cwd(), run ?? null));
  const exitCode = exitCodeFor(scorecard);
  if (json) return { text: canonicalJson(scorecard), exitCode };
  if (markdown) return { text: renderMarkdown(scorecard, stored.task), exitCode };
  const style = { colour: wantsColour() };
  const blocks = verbose
    ? [renderRanking(scorecard, style), renderReasons(scorecard, style)]
    : [renderResult(scorecard, facts, style)];
  return { text: [renderTask(stored), ...blocks].filter((block) => block !== '').join('\n'), exitCode };
}
