// `hydra replay`: recomputes a ranking, of a run from its captures or of a facts file.
// The same input prints the same bytes.
import { unknownDimensionError } from '../config/index.ts';
import {
  canonicalJson,
  hydraError,
  type Policy,
  SCORING_VERSION,
  type Scorecard,
  scoreIds,
  withWeights,
} from '../contract/index.ts';
import { replayRun } from '../pipeline/index.ts';
import { renderRanking, renderReasons } from '../report/index.ts';
import { locateRun, readResult } from '../runs/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { joinNames, visibleText } from '../text/index.ts';
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
  const { scorecard, differing, otherVersion } = replayRun(folder, policy);
  const change = () => describeChange(stored.scorecard, scorecard);
  if (policy !== null) return render(scorecard, options.json === true, `With these settings ${change()}\n`);
  if (otherVersion !== null) {
    const versions = `Run ${folder.id} was scored by scoring version ${otherVersion}, this is version ${SCORING_VERSION}`;
    return render(scorecard, options.json === true, `${versions}; the order may differ.\nNow ${change()}\n`);
  }
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

/** Null to score the run with its own settings. */
function otherPolicy(own: Policy, { config, weight }: ReplayOptions): Policy | null {
  if (config === undefined && weight === undefined) return null;
  const weights = parseWeights(weight ?? [], 'hydra replay');
  if (config !== undefined) return loadPolicy(config, { weights }).policy;
  const known = scoreIds(own);
  const unknown = Object.keys(weights).find((id) => !known.includes(id));
  if (unknown !== undefined) throw unknownDimensionError(unknown, known);
  return withWeights(own, weights);
}

function describeChange(before: Scorecard, after: Scorecard): string {
  const first = ({ verdict }: Scorecard) =>
    verdict.leaders.length === 0 ? 'no candidate' : visibleText(joinNames(verdict.leaders));
  if (first(before) !== first(after)) return `${first(after)} is first instead of ${first(before)}.`;
  const order = ({ rankings }: Scorecard) => rankings.map(({ agent }) => agent).join('\n');
  return order(before) === order(after) ? 'the order stays the same.' : `${first(after)} stays first, and others change places.`;
}

function render(scorecard: Scorecard, json: boolean, note: string): Outcome {
  const exitCode = exitCodeFor(scorecard);
  if (json) return { text: canonicalJson(scorecard), exitCode };
  const style = { colour: wantsColour() };
  const blocks = [renderRanking(scorecard, style), renderReasons(scorecard, style), note];
  return { text: blocks.filter((block) => block !== '').join('\n'), exitCode };
}
