// The files of a diff that the user has marked as viewed. A mark belongs to one content of one file of one candidate, so a
// file that differs from the one that was viewed has no mark.
import { useMemo, useState } from 'react';
import { hashOf, type PatchFile } from '../../src/contract/index.ts';

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
  const keys = useMemo(() => new Map(files.map((file) => [file.path, viewedKey(owner ?? '', file)])), [files, owner]);
  const [marks, setMarks] = useState(() => (owner === null ? [] : readMarks()));
  const viewed = useMemo(() => new Set(marks), [marks]);
  const isViewed = (path: string) => viewed.has(keys.get(path) ?? '');
  const setViewed = (path: string, isNowViewed: boolean) => {
    const key = keys.get(path);
    if (key === undefined) return;
    // Another window may have stored marks since this one was opened.
    const others = (owner === null ? marks : readMarks()).filter((mark) => mark !== key);
    const next = isNowViewed ? [...others, key].slice(-MAX_MARKS) : others;
    setMarks(next);
    if (owner !== null) storeMarks(next);
  };
  return { isViewed, setViewed, count: files.filter(({ path }) => isViewed(path)).length };
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
