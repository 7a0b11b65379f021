// Room pipeline, stages 4 and 5: facts -> scorecard with its ranking, kept in the run folder.
import type { Facts, Policy, Scorecard } from '../contract/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { type RunFolder, runFile, writeStored } from '../store/index.ts';

export function scoreRun(folder: RunFolder, facts: Facts, policy: Policy): Scorecard {
  const scorecard = scoreFacts(facts, policy);
  writeStored('facts', runFile(folder, 'facts.json'), facts);
  writeStored('scorecard', runFile(folder, 'scorecard.json'), scorecard);
  return scorecard;
}
