// Room cli: `hydra replay` computes a ranking again: a run from its captures, or a facts file by itself.
// The same input prints the same bytes.
import { canonicalJson, hydraError, type Policy, type Scorecard } from '../contract/index.ts';
import { locateRun, readResult, replayRun } from '../pipeline/index.ts';
import { renderRanking, renderReasons } from '../report/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { wantsColour } from './colour.ts';
import { EXIT_FAULT, exitCodeFor, type Outcome } from './exit-code.ts';
import { loadFacts } from './load-facts.ts';
import { loadPolicy, parseWeights } from './load-policy.ts';

export interface ReplayOptions {
  facts?: string;
  config?: string;
  weight?: readonly string[];
  json?: boolean;
}

export async function replay(run: string | undefined, options: ReplayOptions): Promise<Outcome> {
  if (options.facts === undefined) return replayStoredRun(run, options);
  if (run !== undefined) {
    throw hydraError('usage', { problem: 'Give a run or --facts FILE, not both.', command: 'hydra replay' });
  }
  const weights = parseWeights(options.weight ?? [], 'hydra replay');
  const { policy } = loadPolicy(options.config, { weights });
  return render(scoreFacts(loadFacts(options.facts), policy), options.json === true, '');
}

async function replayStoredRun(wanted: string | undefined, options: ReplayOptions): Promise<Outcome> {
  const folder = await locateRun(process.cwd(), wanted ?? null);
  const stored = readResult(folder);
  const policy = otherPolicy(stored.run.policy, options);
  const { scorecard, differing } = replayRun(folder, policy);
  if (policy !== null) return render(scorecard, options.json === true, describeChange(stored.scorecard, scorecard));
  if (differing.length > 0) {
    const text = `Run ${folder.id} does not replay: ${differing.join(' and ')} came out different.\n`;
    return { text: options.json ? canonicalJson(scorecard) : text, exitCode: EXIT_FAULT };
  }
  return render(
    scorecard,
    options.json === true,
    `Run ${folder.id} replays: every byte of facts.json and scorecard.json is the same.\n`,
  );
}

/** Null when the run is to be scored with its own settings. */
function otherPolicy(own: Policy, { config, weight }: ReplayOptions): Policy | null {
  if (config === undefined && weight === undefined) return null;
  const weights = parseWeights(weight ?? [], 'hydra replay');
  if (config !== undefined) return loadPolicy(config, { weights }).policy;
  return { ...own, scoring: { ...own.scoring, weights: { ...own.scoring.weights, ...weights } } };
}

function describeChange(before: Scorecard, after: Scorecard): string {
  if (before.winner !== after.winner)
    return `With these settings the winner is ${after.winner ?? 'nobody'} instead of ${before.winner ?? 'nobody'}.\n`;
  const order = ({ rankings }: Scorecard) => rankings.map(({ agent }) => agent).join('\n');
  return order(before) === order(after)
    ? 'With these settings the order stays the same.\n'
    : 'With these settings the winner stays, and others change places.\n';
}

function render(scorecard: Scorecard, json: boolean, note: string): Outcome {
  const exitCode = exitCodeFor(scorecard);
  if (json) return { text: canonicalJson(scorecard), exitCode };
  const style = { colour: wantsColour() };
  const blocks = [renderRanking(scorecard, style), renderReasons(scorecard, style), note];
  return { text: blocks.filter((block) => block !== '').join('\n'), exitCode };
}
