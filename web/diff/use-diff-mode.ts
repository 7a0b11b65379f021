// Side by side or unified, as the reader last chose.
import { useState } from 'react';

const KEY = 'hydra-diff';

export function useDiffMode(): { isSplit: boolean; setSplit: (isSplit: boolean) => void } {
  const [isSplit, setSplit] = useState(readStored);
  return {
    isSplit,
    setSplit: (next) => {
      setSplit(next);
      try {
        localStorage.setItem(KEY, next ? 'split' : 'unified');
      } catch {
        // A file opened from disk may have no storage; then it holds until the page is closed.
      }
    },
  };
}

function readStored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'unified';
  } catch {
    return true;
  }
}
