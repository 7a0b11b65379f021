// What all decisions about a finished run share: what the user had seen, who decides, and scoring it again from its captures.
import { readFileSync } from 'node:fs';
import { type Run, type Scorecard, sha256Hex, type TestDecision } from '../contract/index.ts';
import { findRepository, type Person, whoCommits } from '../git/index.ts';
import { factsOf } from '../judge/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { type RunFolder, runFile, updateManifest } from '../store/index.ts';
import { readRun } from './read-run.ts';
import { storeResult } from './store-result.ts';

export interface Rescored {
  run: Run;
  scorecard: Scorecard;
}

export function scoreStoredRun(folder: RunFolder, run: Run): Rescored {
  const facts = factsOf(readRun(folder, run));
  const scorecard = scoreFacts(facts, run.policy);
  storeResult(folder, facts, scorecard);
  updateManifest(folder, ['facts.json', 'scorecard.json']);
  return { run, scorecard };
}

export function describeShown(folder: RunFolder, { winner }: Scorecard): TestDecision['shown'] {
  return { winner: winner ?? null, scorecard_sha256: sha256Hex(readFileSync(runFile(folder, 'scorecard.json'), 'utf8')) };
}

/** A run folder may be outside any repository. */
export async function whoDecides(cwd: string): Promise<Person | null> {
  try {
    return await whoCommits(await findRepository(cwd));
  } catch {
    return null;
  }
}
