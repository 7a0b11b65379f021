// Writes the facts and the scorecard of a run.
import type { Facts, Scorecard } from '../contract/index.ts';
import { type RunFolder, runFile, writeStored } from '../store/index.ts';

export function storeResult(folder: RunFolder, facts: Facts, scorecard: Scorecard): void {
  writeStored('facts', runFile(folder, 'facts.json'), facts);
  writeStored('scorecard', runFile(folder, 'scorecard.json'), scorecard);
}
