// The decisions made on a finished run. The manifest does not cover them, so each has the hash of
// the previous one: the next decision reveals a change, and the file name reveals a change of the last one.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AnswerDecision,
  canonicalJson,
  type Decision,
  hashOf,
  type MergeDecision,
  type PickDecision,
  parseStored,
  type TestDecision,
} from '../contract/index.ts';
import { isTemporary, removeTemporaries, writeFileAtomically } from './atomic-files.ts';
import { openPrivateFolder } from './private-folder.ts';
import type { RunFolder } from './run-folder.ts';

export const DECISIONS_FOLDER = 'decisions';
const HASH_IN_NAME = 16;

/** In the order they were made. */
export function listDecisions(run: RunFolder): Decision[] {
  return listFiles(run).map((name) => readDecision(run, name));
}

/** A decision before it is added to the chain. */
export type NewDecision =
  | Unchained<MergeDecision>
  | Unchained<PickDecision>
  | Unchained<TestDecision>
  | Unchained<AnswerDecision>;
type Unchained<Kind> = Omit<Kind, 'number' | 'previous'>;

export function addDecision<Made extends NewDecision>(
  run: RunFolder,
  decision: Made,
): Made & Pick<Decision, 'number' | 'previous'> {
  const earlier = listDecisions(run);
  const last = earlier.at(-1);
  openPrivateFolder(join(run.path, DECISIONS_FOLDER));
  const added = { ...decision, number: earlier.length + 1, previous: last === undefined ? null : hashOf(last) };
  writeFileAtomically(join(run.path, DECISIONS_FOLDER, fileName(added)), canonicalJson(added));
  return added;
}

/** For callers that act on the result before they record it. */
export function refuseUnsafeDecisions(run: RunFolder): void {
  const folder = join(run.path, DECISIONS_FOLDER);
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) openPrivateFolder(folder);
}

/** Removes what a process left that was killed while it added a decision. No other process may be adding one. */
export function removeUnfinishedDecisions(run: RunFolder): void {
  const folder = join(run.path, DECISIONS_FOLDER);
  if (existsSync(folder)) removeTemporaries(folder);
}

/** Sentences; empty if no decision was changed. */
export function checkDecisions(run: RunFolder): string[] {
  return [...listForeign(run).map((name) => `${DECISIONS_FOLDER}/${name} is not a decision`), ...checkChain(run)];
}

/** The manifest does not cover this folder: everything in it must be part of the chain. */
function listForeign(run: RunFolder): string[] {
  const folder = join(run.path, DECISIONS_FOLDER);
  const known = new Set(listFiles(run));
  return existsSync(folder) ? readdirSync(folder).filter((name) => !known.has(name) && !isTemporary(name)) : [];
}

function checkChain(run: RunFolder): string[] {
  let previous: string | null = null;
  return listFiles(run).flatMap((name, index) => {
    const path = `${DECISIONS_FOLDER}/${name}`;
    const decision = readDecision(run, name);
    const faults: string[] = [];
    if (readFileSync(join(run.path, path), 'utf8') !== canonicalJson(decision))
      faults.push(`${path} is not in its canonical form`);
    if (fileName(decision) !== name) faults.push(`${path} was changed: its hash is not the one in its name`);
    if (decision.number !== index + 1) faults.push(`${path} is decision ${decision.number}, expected was ${index + 1}`);
    if (decision.previous !== previous) faults.push(`${path} follows another decision than the one before it`);
    if (decision.run_id !== run.id) faults.push(`${path} belongs to another run`);
    previous = hashOf(decision);
    return faults;
  });
}

function fileName(decision: Decision): string {
  return `${String(decision.number).padStart(4, '0')}-${hashOf(decision).slice(0, HASH_IN_NAME)}.json`;
}

function listFiles(run: RunFolder): string[] {
  const folder = join(run.path, DECISIONS_FOLDER);
  if (!existsSync(folder)) return [];
  // Never through a link.
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ name }) => name)
    .sort();
}

function readDecision(run: RunFolder, name: string): Decision {
  return parseStored('decision', readFileSync(join(run.path, DECISIONS_FOLDER, name), 'utf8'), `${DECISIONS_FOLDER}/${name}`);
}
