// The hashes that make a run folder tamper-evident, and their verification.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, type Manifest, SCHEMA_VERSION, type StoredFile } from '../contract/index.ts';
import { describeFile, isTemporary, listEmptyFolders, listTree } from './atomic-files.ts';
import { DECISIONS_FOLDER } from './decisions.ts';
import { type RunFolder, readStored, runFile, writeStored } from './run-folder.ts';

const MANIFEST = 'manifest.json';
/** Marks a run that is in progress; not part of its result. */
export const LIVE_FILE = 'live.json';

export function writeManifest(run: RunFolder): Manifest {
  const files = listFiles(run.path).map((path) => describeFile(join(run.path, path), path));
  const manifest: Manifest = { schema_version: SCHEMA_VERSION, run_id: run.id, files };
  writeStored('manifest', runFile(run, MANIFEST), manifest);
  return manifest;
}

/**
 * Records rewritten files of a finished run. Every other entry stays unchanged, so that other changes
 * are still detected.
 */
export function updateManifest(run: RunFolder, paths: readonly string[]): void {
  const manifest = readStored('manifest', runFile(run, MANIFEST));
  const files = manifest.files.map((entry) =>
    paths.includes(entry.path) ? describeFile(join(run.path, entry.path), entry.path) : entry,
  );
  writeStored('manifest', runFile(run, MANIFEST), { ...manifest, files });
}

/** Every difference between the folder and its manifest, in sentences; empty if there is none. */
export function checkManifest(run: RunFolder): string[] {
  const file = runFile(run, MANIFEST);
  if (!existsSync(file)) return [`${MANIFEST} is missing: the run was not finished`];
  const manifest = readStored('manifest', file);
  const faults = readFileSync(file, 'utf8') === canonicalJson(manifest) ? [] : [`${MANIFEST} is not in its canonical form`];
  const recorded = new Set(manifest.files.map(({ path }) => path));
  const present = listFiles(run.path);
  const added = present.filter((path) => !recorded.has(path)).map((path) => `${path} is not in the manifest`);
  const links = listTree(run.path).others.map((path) => `${path} is a link or a special file`);
  const empty = listEmptyFolders(run.path)
    .filter(isCovered)
    .map((path) => `${path} is an empty folder, which is not in the manifest`);
  return [...faults, ...links, ...added, ...empty, ...compareFiles(run, manifest)];
}

/** The recorded files that are missing or were changed, in sentences. Other files do not matter to a reader of the run. */
export function findChangedFiles(run: RunFolder): string[] {
  return compareFiles(run, readStored('manifest', runFile(run, MANIFEST)));
}

function compareFiles(run: RunFolder, { files }: Manifest): string[] {
  const present = new Set(listFiles(run.path));
  return files.flatMap((entry) => (present.has(entry.path) ? (compareFile(run, entry) ?? []) : `${entry.path} is missing`));
}

function compareFile(run: RunFolder, recorded: StoredFile): string | null {
  const found = describeFile(join(run.path, recorded.path), recorded.path);
  if (found.bytes !== recorded.bytes) return `${recorded.path} has ${found.bytes} bytes, recorded were ${recorded.bytes}`;
  return found.sha256 === recorded.sha256 ? null : `${recorded.path} was changed: its hash is not the recorded one`;
}

/** What the manifest covers. */
function listFiles(folder: string): string[] {
  return listTree(folder).files.filter((path) => path !== MANIFEST && path !== LIVE_FILE && isCovered(path));
}

function isCovered(path: string): boolean {
  return path.split('/')[0] !== DECISIONS_FOLDER && !path.split('/').some(isTemporary);
}
