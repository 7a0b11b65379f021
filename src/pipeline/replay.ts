// Parses, compares and scores again from the stored captures. Starts no process and writes nothing.
import { readFileSync } from 'node:fs';
import { canonicalJson, hydraError, type Policy, type Run, SCORING_VERSION, type Scorecard } from '../contract/index.ts';
import { factsOf } from '../judge/index.ts';
import { findExchangedCaptures } from '../runs/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { type RunFolder, readStored, runFile } from '../store/index.ts';
import { readRun } from './read-run.ts';

export interface Replayed {
  run: Run;
  scorecard: Scorecard;
  /** Files of the run whose bytes differ; empty when the run replays exactly. */
  differing: string[];
  /** The scoring version of the stored scorecard if it is another one: the bytes are then not comparable. */
  otherVersion: number | null;
}

/** With another policy there is nothing to compare: `differing` is then empty. */
export function replayRun(folder: RunFolder, policy: Policy | null): Replayed {
  const run = readStored('run', runFile(folder, 'run.json'));
  const [exchanged] = findExchangedCaptures(folder, run);
  if (exchanged !== undefined) throw hydraError('capture_exchanged', { run: run.run_id, fault: exchanged });
  const facts = factsOf(readRun(folder, run));
  const scorecard = scoreFacts(facts, policy ?? run.policy);
  if (policy !== null) return { run, scorecard, differing: [], otherVersion: null };
  const { scoring_version: version } = readStored('scorecard', runFile(folder, 'scorecard.json'));
  if (version !== SCORING_VERSION) return { run, scorecard, differing: [], otherVersion: version };
  const made = [
    ['facts.json', canonicalJson(facts)],
    ['scorecard.json', canonicalJson(scorecard)],
  ] as const;
  const differing = made.filter(([name, text]) => readFileSync(runFile(folder, name), 'utf8') !== text).map(([name]) => name);
  return { run, scorecard, differing, otherVersion: null };
}
