// `hydra accept`: decides the contested tests of a candidate and prints the new ranking.
import { canonicalJson, hydraError } from '../contract/index.ts';
import { decideTests } from '../pipeline/index.ts';
import { renderRanking, renderReasons } from '../report/index.ts';
import { listOverviews, locateRun, namesRun, readResult } from '../runs/index.ts';
import { visibleText } from '../text/index.ts';
import { wantsColour } from './colour.ts';
import { exitCodeFor, type Outcome } from './exit-code.ts';
import { findCandidate } from './lookup.ts';

export interface AcceptOptions {
  reject?: boolean;
  json?: boolean;
}

const TESTS_SHOWN = 10;

/** `words` are [RUN] CANDIDATE [TEST...]. */
export async function accept(words: readonly string[], { reject, json }: AcceptOptions): Promise<Outcome> {
  const cwd = process.cwd();
  const { run: wanted, rest } = await readWords(cwd, words);
  const [candidate, ...tests] = rest;
  if (candidate === undefined) {
    throw hydraError('usage', { problem: 'Name the candidate whose tests to accept.', command: 'hydra accept' });
  }
  const run = await locateRun(cwd, wanted);
  findCandidate(candidate, readResult(run).scorecard.rankings);
  const decision = reject ? 'reject' : 'accept';
  const decided = await decideTests({ cwd, run, candidate, tests: tests.length === 0 ? null : tests, decision });
  const exitCode = exitCodeFor(decided.scorecard);
  if (json) return { text: canonicalJson(decided.scorecard), exitCode };
  const style = { colour: wantsColour() };
  const note = describeDecision(run.id, candidate, decided.tests, decision);
  const blocks = [renderRanking(decided.scorecard, style), renderReasons(decided.scorecard, style), note];
  return { text: blocks.filter((block) => block !== '').join('\n'), exitCode };
}

/** The first word is a run if such a run exists and the newest run has no candidate of that name. */
async function readWords(cwd: string, words: readonly string[]): Promise<{ run: string | null; rest: readonly string[] }> {
  const [first = '', ...rest] = words;
  // A run folder may be outside any repository.
  if (first.includes('/') && (await namesRun(cwd, first))) return { run: first, rest };
  const newest = (await listOverviews(cwd)).find(({ merge_of: mergeOf }) => mergeOf === null);
  const isCandidate = newest?.candidates.includes(first) ?? false;
  if (!isCandidate && (await namesRun(cwd, first))) return { run: first, rest };
  return { run: null, rest: words };
}

function describeDecision(run: string, candidate: string, tests: readonly string[], decision: 'accept' | 'reject'): string {
  const shown = tests.slice(0, TESTS_SHOWN).map((id) => `  ${visibleText(id)}\n`);
  const more = tests.length > TESTS_SHOWN ? `  and ${tests.length - TESTS_SHOWN} more\n` : '';
  const what = `${tests.length} changed ${tests.length === 1 ? 'test' : 'tests'} of ${visibleText(candidate)}`;
  return `${decision === 'accept' ? 'Accepted' : 'Rejected'} ${what} in run ${run}:\n${shown.join('')}${more}`;
}
