// The files of a diff that the user has marked as viewed. A mark belongs to one content of one file of one candidate, so a
// file that differs from the one that was viewed has no mark.
import { useMemo, useState } from 'react';
import { hashOf } from '../../../src/contract/index.ts';
import type { PatchFile } from '../../../src/patch/index.ts';

const KEY = 'hydra-viewed';
/** The oldest marks are dropped. */
const MAX_MARKS = 5000;

export interface ViewedFiles {
  isViewed: (path: string) => boolean;
  setViewed: (path: string, isViewed: boolean) => void;
  count: number;
}

/** `owner` names the run and what is compared; null stores nothing, and the marks last as long as the view. */
export function useViewedFiles(files: readonly PatchFile[], owner: string | null): ViewedFiles {
  const keyOf = useMemo(() => lazyKeys(files, owner ?? ''), [files, owner]);
  const [marks, setMarks] = useState(() => (owner === null ? [] : readMarks()));
  const viewed = useMemo(() => new Set(marks), [marks]);
  const isViewed = (path: string) => viewed.size > 0 && viewed.has(keyOf(path) ?? '');
  const setViewed = (path: string, isNowViewed: boolean) => {
    const key = keyOf(path);
    if (key === null) return;
    // Another window may have stored marks since this one was opened.
    const others = (owner === null ? marks : readMarks()).filter((mark) => mark !== key);
    const next = isNowViewed ? [...others, key].slice(-MAX_MARKS) : others;
    setMarks(next);
    if (owner !== null) storeMarks(next);
  };
  return { isViewed, setViewed, count: files.filter(({ path }) => isViewed(path)).length };
}

/** Hashing all of a large diff takes a while, so it is done only when there are marks. Null for an unknown path. */
function lazyKeys(files: readonly PatchFile[], owner: string): (path: string) => string | null {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const known = new Map<string, string>();
  return (path) => {
    const file = byPath.get(path);
    if (file === undefined) return null;
    const key = known.get(path) ?? viewedKey(owner, file);
    known.set(path, key);
    return key;
  };
}

export function viewedKey(owner: string, { path, status, oldMode, newMode, binary, hunks }: PatchFile): string {
  const lines = hunks.map(({ lines: all }) => all.map(({ kind, text, old }) => `${kind[0]}${old ?? ''} ${text}`).join('\n'));
  return hashOf([owner, path, status, oldMode, newMode, binary, lines.join('\n@@\n')]).slice(0, 32);
}

function readMarks(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((mark) => typeof mark === 'string') : [];
  } catch {
    return [];
  }
}

function storeMarks(marks: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(marks));
  } catch {
    // Without access to storage the marks last until the page is closed.
  }
}
