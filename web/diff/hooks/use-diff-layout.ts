// How the diff is laid out: side by side or unified, with lines wrapped or scrolled sideways. The browser stores the choices.
import { useState } from 'react';

const MODE_KEY = 'hydra-diff';
const WRAP_KEY = 'hydra-diff-wrap';

export interface DiffLayout {
  /** Null until a choice was made: then the width decides. */
  isSplit: boolean | null;
  setSplit: (isSplit: boolean) => void;
  wraps: boolean;
  setWraps: (wraps: boolean) => void;
}

export function useDiffLayout(): DiffLayout {
  const [mode, setMode] = useState(() => readStored(MODE_KEY));
  const [wrap, setWrap] = useState(() => readStored(WRAP_KEY));
  return {
    isSplit: mode === null ? null : mode === 'split',
    setSplit: (isSplit) => store(MODE_KEY, isSplit ? 'split' : 'unified', setMode),
    wraps: wrap !== 'off',
    setWraps: (wraps) => store(WRAP_KEY, wraps ? 'on' : 'off', setWrap),
  };
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string, set: (value: string) => void): void {
  set(value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // A file opened from disk may have no access to storage. Then the choice lasts until the page is closed.
  }
}
