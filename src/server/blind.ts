// `hydra ui --blind`: which runs are hidden, and what the server says about them. A hidden run has letters for names, ordered
// by a hash, and no scores. Everything else about it is refused, so that a new route shows nothing by default.
import { type BlindRun, hydraError, type RunEntry } from '../contract/index.ts';
import { isDecided, orderBlind } from '../merge/index.ts';
import { describeEntry, readResult } from '../runs/index.ts';
import { listDecisions, type RunFolder } from '../store/index.ts';

/** `folders` are all runs: the check of a merge names its candidate, so it is hidden with the run that it belongs to. */
export function isHidden(folder: RunFolder, folders: readonly RunFolder[]): boolean {
  const { state, candidates, merge_of } = describeEntry(folder);
  if (merge_of !== null) {
    const merged = folders.find(({ id }) => id === merge_of.run_id);
    return merged !== undefined && isHidden(merged, []);
  }
  if (state === 'running' || state === 'interrupted') return true;
  // A failed run, and one with a single mergeable candidate, leave no choice.
  const mergeable = candidates.filter((candidate) => candidate.mergeable);
  return state === 'finished' && mergeable.length > 1 && !isDecided(listDecisions(folder));
}

/** A, B, ... Z, AA, AB, ... */
function letterOf(index: number): string {
  const before = index < 26 ? '' : letterOf(Math.floor(index / 26) - 1);
  return before + String.fromCharCode(65 + (index % 26));
}

/** The list of runs in blind mode. */
export function describeEntriesBlind(folders: readonly RunFolder[]): RunEntry[] {
  return folders.flatMap((folder) => {
    const entry = describeEntry(folder);
    if (!isHidden(folder, folders)) return [entry];
    return entry.merge_of === null ? [hideEntry(entry)] : [];
  });
}

function hideEntry(entry: RunEntry): RunEntry {
  const mergeable = new Map(entry.candidates.map((candidate) => [candidate.name, candidate.mergeable]));
  const candidates = orderBlind(entry.id, [...mergeable.keys()]).map((name, index) => ({
    name: letterOf(index),
    total: null,
    mergeable: mergeable.get(name) ?? null,
  }));
  return { ...entry, winner: null, verdict: null, firmness: null, problem: null, candidates, blind: true };
}

export function describeBlind(folder: RunFolder): BlindRun {
  const { id, state, task, base, started_at } = describeEntry(folder);
  const common = { id, state, task, base, started_at: started_at ?? '' };
  if (state !== 'finished') return { ...common, candidates: [] };
  const { facts, scorecard } = readResult(folder);
  const candidates = orderBlind(id, namesOf(folder)).map((name, index) => {
    const files = facts.candidates.find((candidate) => candidate.name === name)?.diff.files ?? [];
    return {
      name: letterOf(index),
      mergeable: scorecard.rankings.some(({ agent, mergeable }) => agent === name && mergeable),
      files: files.length,
      added: files.reduce((sum, { added }) => sum + added, 0),
      removed: files.reduce((sum, { removed }) => sum + removed, 0),
    };
  });
  return { ...common, candidates };
}

/** The name behind a letter. */
export function revealName(folder: RunFolder, letter: string): string {
  const found = orderBlind(folder.id, namesOf(folder)).find((_, index) => letterOf(index) === letter);
  if (found === undefined) throw hydraError('pick_impossible', { run: folder.id });
  return found;
}

/** The check of a merge has no letters: its only candidate is the merged one. */
function namesOf(folder: RunFolder): string[] {
  const { candidates, merge_of } = describeEntry(folder);
  return merge_of === null ? candidates.map(({ name }) => name) : [];
}
