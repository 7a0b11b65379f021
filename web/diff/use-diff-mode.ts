// The layout of the diff, side by side or unified. The browser stores the last choice.
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
        // A file opened from disk may have no access to storage. Then the choice lasts until the page is closed.
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
