// A folder that travels between machines: its description lists the hash of every other file, so that damage is found.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_VERSION, hydraError, type StoredFile } from '../contract/index.ts';
import { describeFile, listTree } from '../store/index.ts';

/** Creates it, or takes an empty one. */
export function openNewFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw hydraError('plan_folder_used', { folder }, { value: folder });
  mkdirSync(folder, { recursive: true });
}

export function listFiles(folder: string, description: string): StoredFile[] {
  const { files } = listTree(folder);
  return files.filter((path) => path !== description).map((path) => describeFile(join(folder, path), path));
}

export interface Sealed {
  engine_version: string;
  files: readonly StoredFile[];
}

/** Throws if a file is missing, changed or added, or another version of Hydra wrote the folder. */
export function checkSealed(what: 'Plan' | 'Part', folder: string, description: string, { engine_version, files }: Sealed): void {
  if (engine_version !== ENGINE_VERSION)
    throw hydraError('other_engine', { what, folder, theirs: engine_version, own: ENGINE_VERSION });
  const changed = (problem: string) => hydraError('sealed_changed', { what, folder, problem }, { place: { file: folder } });
  const { files: present, others } = listTree(folder);
  const known = new Map(files.map((file) => [file.path, file]));
  const foreign = [...others, ...present.filter((path) => path !== description && !known.has(path))];
  if (foreign.length > 0) throw changed(`${foreign[0]} does not belong to it`);
  for (const { path, sha256 } of files) {
    if (!present.includes(path)) throw changed(`${path} is missing`);
    if (describeFile(join(folder, path), path).sha256 !== sha256) throw changed(`${path} was changed`);
  }
}
