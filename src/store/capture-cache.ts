// The cache of captures; the key is the hash of everything a capture depends on.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Capture, canonicalJson, HydraError } from '../contract/index.ts';
import { copyFiles, describeFile, listTree, temporaryPath } from './atomic-files.ts';
import { openPrivateFolder } from './private-folder.ts';
import { readStoredIfPresent } from './run-folder.ts';
import type { Store } from './runs.ts';

function cacheFolder(store: Store): string {
  return join(store.path, 'cache');
}

export interface CachedCapture {
  folder: string;
  capture: Capture;
}

/** Beside the capture in a cache entry: what was stored, and under which key. */
const SEAL_FILE = 'seal.json';
const CAPTURE_FOLDER = 'capture';

/** Null if there is none that is complete, unchanged and readable by this version. `refuse` gets the reason for a changed one. */
export function findCachedCapture(store: Store, key: string, refuse: (reason: string) => void = () => {}): CachedCapture | null {
  const entry = join(cacheFolder(store), key);
  const folder = join(entry, CAPTURE_FOLDER);
  try {
    if (!existsSync(entry)) return null;
    if (!isSealed(folder, key)) {
      refuse(`${entry}: its files are not those that were stored under this key`);
      return null;
    }
    const capture = readStoredIfPresent('capture', join(folder, 'capture.json'));
    return capture !== null && hasStoredFiles(folder, capture) ? { folder, capture } : null;
  } catch (error) {
    if (error instanceof HydraError) return null;
    throw error;
  }
}

/** Every file is the one that was stored under this key, and there is no other: an entry of another key is no match. */
function isSealed(folder: string, key: string): boolean {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  const { files, others } = listTree(folder);
  const seal = join(dirname(folder), SEAL_FILE);
  if (others.length > 0 || !lstatSync(seal, { throwIfNoEntry: false })?.isFile()) return false;
  return readFileSync(seal, 'utf8') === sealOf(folder, files, key);
}

function sealOf(folder: string, files: readonly string[], key: string): string {
  return canonicalJson({ key, files: files.map((path) => describeFile(join(folder, path), path)) });
}

/** Whether the files of a capture are those that it describes. */
export function hasStoredFiles(folder: string, { stdout, stderr, reports, coverage_reports = [] }: Capture): boolean {
  const files = [stdout, stderr, ...reports.flatMap(({ file }) => file ?? []), ...coverage_reports];
  const present = new Set(listTree(folder).files);
  return files.every(({ path, sha256 }) => present.has(path) && describeFile(join(folder, path), path).sha256 === sha256);
}

/** Stores a copy. If two runs store the same key at once, the first one stays. */
export function storeCachedCapture(store: Store, key: string, captured: string): void {
  const target = join(cacheFolder(store), key);
  if (findCachedCapture(store, key) !== null) return;
  openPrivateFolder(cacheFolder(store));
  rmSync(target, { recursive: true, force: true });
  const temporary = temporaryPath(target);
  const copy = join(temporary, CAPTURE_FOLDER);
  mkdirSync(copy, { recursive: true });
  copyFiles(captured, copy);
  writeFileSync(join(temporary, SEAL_FILE), sealOf(copy, listTree(copy).files, key));
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
