// `hydra explain`: shows how a score was computed; `hydra explain --policy`: shows where the settings come from.
import { listPolicyValues } from '../config/index.ts';
import { type Facts, type HydraError, hydraError, type Scorecard } from '../contract/index.ts';
import { renderExamples, renderExecutions, renderExplanation, renderPolicy, renderTestMatrix } from '../report/index.ts';
import { listExecutions, listOverviews, locateRun, namesRun, readResult } from '../runs/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { wantsColour } from './colour.ts';
import type { Outcome } from './exit-code.ts';
import { loadFacts } from './load-facts.ts';
import { loadPolicy } from './load-policy.ts';
import { findCandidate, findDimension, listNames } from './lookup.ts';

export interface ExplainOptions {
  facts?: string;
  config?: string;
  policy?: boolean;
  runs?: boolean;
  tests?: boolean;
  task?: boolean;
  verbose?: boolean;
}

/** `words` are [RUN] CANDIDATE [DIMENSION]; with --facts there is no RUN. */
export async function explain(words: readonly string[], options: ExplainOptions): Promise<Outcome> {
  if (options.runs) return { text: await explainRuns(words, options), exitCode: 0 };
  if (options.tests) return { text: await explainTests(words, options), exitCode: 0 };
  if (options.task) return { text: await explainTask(words, options), exitCode: 0 };
  return { text: options.policy ? explainPolicy(words, options) : await explainCandidate(words, options), exitCode: 0 };
}

/** Every execution with its reason. */
async function explainRuns([run, surplus]: readonly string[], { facts, policy }: ExplainOptions): Promise<string> {
  if (surplus !== undefined || facts !== undefined || policy) {
    throw usageError('`--runs` lists the executions of a run; it takes a run at most.');
  }
  return renderExecutions(listExecutions(await locateRun(process.cwd(), run ?? null)));
}

/** Every new test about the task, and every test of the base with another result, with its results on the candidates. */
async function explainTests([run, surplus]: readonly string[], { facts: file, policy }: ExplainOptions): Promise<string> {
  if (surplus !== undefined || file !== undefined || policy) {
    throw usageError('`--tests` shows the tests of a run; it takes a run at most.');
  }
  const { scorecard, facts } = readResult(await locateRun(process.cwd(), run ?? null));
  return renderTestMatrix(scorecard, facts, { colour: wantsColour() });
}

/** The examples in the text of the task. */
async function explainTask([run, surplus]: readonly string[], { facts: file, policy }: ExplainOptions): Promise<string> {
  if (surplus !== undefined || file !== undefined || policy) {
    throw usageError('`--task` shows the examples of a run; it takes a run at most.');
  }
  const { run: stored, scorecard } = readResult(await locateRun(process.cwd(), run ?? null));
  return renderExamples(stored, scorecard, { colour: wantsColour() });
}

function explainPolicy(words: readonly string[], { facts, config }: ExplainOptions): string {
  if (words.length > 0 || facts !== undefined) {
    throw usageError('`--policy` explains the settings; it takes neither `--facts` nor a candidate.');
  }
  return renderPolicy(listPolicyValues(loadPolicy(config)));
}

async function explainCandidate(words: readonly string[], options: ExplainOptions): Promise<string> {
  const { scorecard, facts, rest } =
    options.facts === undefined ? await fromRun(words, options) : fromFacts(options.facts, words, options);
  const { rankings } = scorecard;
  const [candidate, dimension, surplus] = rest;
  if (surplus !== undefined) throw usageError(`One word too many: \`${surplus}\`.`);
  if (candidate === undefined) {
    throw usageError(`Say which candidate to explain: ${listNames(rankings.map(({ agent }) => agent))}.`);
  }
  const ranking = findCandidate(candidate, rankings);
  const chosen = dimension === undefined ? null : findDimension(dimension, ranking);
  const { verbose = false } = options;
  return renderExplanation(ranking, { dimension: chosen, colour: wantsColour(), verbose, facts, scorecard });
}

interface Explained {
  scorecard: Scorecard;
  facts: Facts;
  /** The words after the run. */
  rest: readonly string[];
}

function fromFacts(file: string, words: readonly string[], { config }: ExplainOptions): Explained {
  const facts = loadFacts(file);
  return { scorecard: scoreFacts(facts, loadPolicy(config).policy), facts, rest: words };
}

async function fromRun(words: readonly string[], { config }: ExplainOptions): Promise<Explained> {
  const [first, ...others] = words;
  const namesOne = first !== undefined && !(await isInNewestRun(first)) && (await namesRun(process.cwd(), first));
  const folder = await locateRun(process.cwd(), namesOne ? first : null);
  const { facts, scorecard } = readResult(folder);
  const shown = config === undefined ? scorecard : scoreFacts(facts, loadPolicy(config).policy);
  return { scorecard: shown, facts, rest: namesOne ? others : words };
}

/** A candidate called `2` must not match the start of every run id of this century. */
async function isInNewestRun(candidate: string): Promise<boolean> {
  if (/[/.]/.test(candidate.slice(0, 1)) || candidate.includes('/')) return false;
  const [newest] = await listOverviews(process.cwd());
  return newest?.state === 'finished' && newest.candidates.includes(candidate);
}

function usageError(problem: string): HydraError {
  return hydraError('usage', { problem, command: 'hydra explain' });
}
