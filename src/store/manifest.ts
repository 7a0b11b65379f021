// The hashes that make a run folder tamper-evident, and their verification.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, type Manifest, SCHEMA_VERSION, type StoredFile } from '../contract/index.ts';
import { describeFile, isTemporary } from './atomic-files.ts';
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
  const recorded = new Map(manifest.files.map((entry) => [entry.path, entry]));
  const present = new Set(listFiles(run.path));
  for (const path of present) if (!recorded.has(path)) faults.push(`${path} is not in the manifest`);
  for (const entry of manifest.files) {
    const fault = present.has(entry.path) ? compareFile(run, entry) : `${entry.path} is missing`;
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

function compareFile(run: RunFolder, recorded: StoredFile): string | null {
  const found = describeFile(join(run.path, recorded.path), recorded.path);
  if (found.bytes !== recorded.bytes) return `${recorded.path} has ${found.bytes} bytes, recorded were ${recorded.bytes}`;
  return found.sha256 === recorded.sha256 ? null : `${recorded.path} was changed: its hash is not the recorded one`;
}

/** Relative paths with forward slashes, sorted. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isTemporary(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => path !== MANIFEST && path !== LIVE_FILE && !path.startsWith(`${DECISIONS_FOLDER}/`))
    .filter((path) => !path.split('/').some(isTemporary))
    .sort();
}
