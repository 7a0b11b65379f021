// Which candidates make the same change outside of tests: they differ at most in their tests.

import { supportRole } from '../tools/index.ts';
import { type PatchFile, parsePatch } from './integrity/index.ts';
import type { CandidateCaptures } from './run-reading.ts';

/** The names in each group with several members. */
export function equalSourceNames(candidates: readonly Pick<CandidateCaptures, 'entry' | 'diff' | 'patch'>[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const { entry, patch } of candidates.filter(({ diff }) => diff.files.some(isSource))) {
    // The pinned tree has the base's tests and settings. Settings are part of the change.
    const settings = parsePatch(patch).filter(({ path }) => !['test', null].includes(supportRole(path)));
    const key = JSON.stringify([entry.pinned?.tree ?? entry.tree, settings.map(linesOf)]);
    groups.set(key, [...(groups.get(key) ?? []), entry.name]);
  }
  return [...groups.values()].filter((names) => names.length > 1);
}

/** Candidates that change only tests have no change in common. */
function isSource({ path }: { path: string }): boolean {
  return supportRole(path) !== 'test';
}

function linesOf({ path, status, mode, added, removed }: PatchFile): unknown[] {
  return [path, status, mode, [...removed, ...added].map(({ line, side, text }) => [side, line, text])];
}
