// Measures how much a command has written below its folder, to stop it before it fills the disk for
// other commands. Counting files is expensive: it happens when the free space shrinks, and
// periodically, because other processes may free the space that this command fills.
import { statfsSync, statSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface DiskLimit {
  /** Everything written here and below counts. */
  folder: string;
  bytes: number;
}

const BLOCK_BYTES = 512;
/** Fraction of the limit: counting starts when the free space has shrunk by this much, for any reason. */
const COUNT_AFTER = 0.5;
/** Fraction of the limit: how much the free space must shrink before files are counted again. */
const COUNT_AGAIN_AFTER = 0.1;
/** The interval without counting if the free space does not shrink; longer if counting was slow. */
const COUNT_EVERY_MS = 30_000;
const COUNTING_SHARE = 0.02;
/** Fraction of the free space: a command must leave room for other commands. */
const MAX_SHARE_OF_FREE = 0.5;

export class DiskWatch {
  readonly #folder: string;
  readonly #limitBytes: number;
  readonly #since = Date.now();
  readonly #openFiles: () => string[];
  readonly #onFull: () => void;
  /** The most free space since the last count: space freed by others must not hide what this command writes. */
  #mostFree: number;
  #countBelow: number;
  #countAt = performance.now() + COUNT_EVERY_MS;
  #isCounting = false;

  /** `openFiles` returns paths to files that the command's processes hold open, including deleted ones. */
  constructor(limit: DiskLimit, openFiles: () => string[], onFull: () => void) {
    const free = freeBytes(limit.folder);
    this.#folder = limit.folder;
    this.#limitBytes = Math.min(limit.bytes, free * MAX_SHARE_OF_FREE);
    this.#mostFree = free;
    this.#countBelow = free - this.#limitBytes * COUNT_AFTER;
    this.#openFiles = openFiles;
    this.#onFull = onFull;
  }

  look(): void {
    const free = freeBytes(this.#folder);
    if (free > this.#mostFree) {
      this.#countBelow += free - this.#mostFree;
      this.#mostFree = free;
    }
    if (this.#isCounting || (free > this.#countBelow && performance.now() < this.#countAt)) return;
    this.#isCounting = true;
    void this.#count(free).finally(() => {
      this.#isCounting = false;
    });
  }

  async #count(free: number): Promise<void> {
    const startedAt = performance.now();
    const written = await bytesWritten(this.#folder, this.#since, this.#openFiles());
    if (written >= this.#limitBytes) this.#onFull();
    const now = performance.now();
    this.#countAt = now + Math.max(COUNT_EVERY_MS, (now - startedAt) / COUNTING_SHARE);
    const room = this.#limitBytes - written;
    this.#mostFree = free;
    this.#countBelow = free - Math.max(room * COUNT_AFTER, this.#limitBytes * COUNT_AGAIN_AFTER);
  }
}

/** Infinity if unknown, for example because the folder was removed. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** In files created or changed since; uses a time that a command cannot set back. */
async function bytesWritten(folder: string, since: number, openFiles: readonly string[]): Promise<number> {
  const device = statSync(folder, { throwIfNoEntry: false })?.dev;
  const counted = new Set<number>();
  let bytes = 0;
  const count = (file: { ino: number; blocks: number; ctimeMs: number }) => {
    // A file may have several hard links.
    if (file.ctimeMs < since || counted.has(file.ino)) return;
    counted.add(file.ino);
    bytes += file.blocks * BLOCK_BYTES;
  };
  for (const path of openFiles) {
    const file = statIfPresent(path);
    if (file?.isFile() && file.nlink === 0 && file.dev === device) count(file);
  }
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) await lstat(path).then(count, () => undefined);
    }
  }
  return bytes;
}

/** The process may have closed it, or exited. */
function statIfPresent(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
