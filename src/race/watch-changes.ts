// Counts the changes of an agent from time to time while it works, and reports them when they differ.
import type { ChangeCounts } from '../git/index.ts';

const INTERVAL_MS = 3_000;
/** Counting a large repository takes at most one part in twenty of the time. */
const PAUSE_FACTOR = 19;
const NO_CHANGES: ChangeCounts = { changed_files: 0, added_lines: 0, removed_lines: 0 };

/** `count` returns null for no result. Returns a function that stops it, and waits for a count that has begun. */
export function watchChanges(
  count: (signal: AbortSignal) => Promise<ChangeCounts | null>,
  onChange: (counts: ChangeCounts) => void,
): () => Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  let last = NO_CHANGES;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  const look = async () => {
    const startedAt = performance.now();
    // The agent may delete its folder at any moment, and a display of progress must not end the race.
    const counts = await count(signal).catch(() => null);
    if (signal.aborted) return;
    if (counts !== null && !areEqual(counts, last)) {
      last = counts;
      onChange(counts);
    }
    schedule(PAUSE_FACTOR * (performance.now() - startedAt));
  };
  const schedule = (pauseMs: number) => {
    timer = setTimeout(
      () => {
        running = look();
      },
      Math.max(INTERVAL_MS, pauseMs),
    );
  };
  schedule(0);
  return () => {
    controller.abort();
    clearTimeout(timer);
    return running;
  };
}

function areEqual(one: ChangeCounts, other: ChangeCounts): boolean {
  const { changed_files, added_lines, removed_lines } = one;
  return changed_files === other.changed_files && added_lines === other.added_lines && removed_lines === other.removed_lines;
}
