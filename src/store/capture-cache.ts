// The cache of captures; the key is the hash of everything a capture depends on.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Capture, HydraError } from '../contract/index.ts';
import { copyFiles, describeFile, temporaryPath } from './atomic-files.ts';
import { readStoredIfPresent } from './run-folder.ts';
import type { Store } from './runs.ts';

function cacheFolder(store: Store): string {
  return join(store.path, 'cache');
}

export interface CachedCapture {
  folder: string;
  capture: Capture;
}

/** Null if there is none that is complete and readable by this version. */
export function findCachedCapture(store: Store, key: string): CachedCapture | null {
  const folder = join(cacheFolder(store), key);
  try {
    const capture = readStoredIfPresent('capture', join(folder, 'capture.json'));
    return capture !== null && hasStoredFiles(folder, capture) ? { folder, capture } : null;
  } catch (error) {
    if (error instanceof HydraError) return null;
    throw error;
  }
}

/** Whether the files of a capture are those that it describes. */
export function hasStoredFiles(folder: string, { stdout, stderr, reports, coverage_reports = [] }: Capture): boolean {
  const files = [stdout, stderr, ...reports.flatMap(({ file }) => file ?? []), ...coverage_reports];
  return files.every(({ path, sha256 }) => {
    const file = join(folder, path);
    return existsSync(file) && describeFile(file, path).sha256 === sha256;
  });
}

/** Stores a copy. If two runs store the same key at once, the first one stays. */
export function storeCachedCapture(store: Store, key: string, captured: string): void {
  const target = join(cacheFolder(store), key);
  if (findCachedCapture(store, key) !== null) return;
  rmSync(target, { recursive: true, force: true });
  const temporary = temporaryPath(target);
  mkdirSync(temporary, { recursive: true });
  copyFiles(captured, temporary);
  try {
    renameSync(temporary, target);
  } catch {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The folders of captures stored before `before`. */
export function listOldCaptures(store: Store, before: Date): string[] {
  const folder = cacheFolder(store);
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder).map((name) => join(folder, name));
  return paths.filter((path) => statSync(path).mtimeMs < before.getTime());
}
