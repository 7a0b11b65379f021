// Reads a text file that a candidate changed, so that a diff can show the lines around its hunks.
import { join } from 'node:path';
import type { Run } from '../contract/index.ts';
import { blobSizes, createObjectStore, findRepository, type ObjectStore, readTreeFile } from '../git/index.ts';
import { type RunFolder, readStoredIfPresent, subjectFolder } from '../store/index.ts';
import { createWorkArea, removeFolder } from '../workspace/index.ts';
import { commitOfCandidate } from './candidate-commit.ts';
import { readRun } from './lifecycle.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * The file on the base (null) or as the candidate left it. Null for a path that no candidate changed, so that the route cannot
 * read other files, for a binary file and for one above the limit. The names and the path are untrusted.
 */
export async function readChangedFile(
  cwd: string,
  folder: RunFolder,
  candidate: string | null,
  path: string,
): Promise<string | null> {
  const run = readRun(folder);
  const entry = run?.candidates.find(({ name }) => name === candidate);
  if (run === null || (candidate !== null && entry === undefined)) return null;
  const names = entry === undefined ? run.candidates.map(({ name }) => name) : [entry.name];
  if (!names.some((name) => changedPaths(folder, name).has(path))) return null;
  const repository = await findRepository(cwd);
  const area = createWorkArea(`file-${process.pid}-${folder.id}`);
  try {
    const objects = await createObjectStore(repository, join(area, 'objects'));
    const tree = entry === undefined ? run.base.tree : await treeOf(entry, { run, repository, objects, folder });
    return await readText(objects, tree, path);
  } finally {
    await removeFolder(area);
  }
}

/** Renamed files are in the patch with both paths. */
function changedPaths(folder: RunFolder, name: string): Set<string> {
  const diff = readStoredIfPresent('diff', join(subjectFolder(folder, { kind: 'candidate', name }), 'diff.json'));
  return new Set(diff?.files.flatMap(({ path, old_path: old }) => (old === null ? [path] : [path, old])));
}

type Stores = Parameters<typeof commitOfCandidate>[0] & { run: Run };

async function treeOf(entry: Run['candidates'][number], { run, ...stores }: Stores): Promise<string> {
  return (await commitOfCandidate(stores, entry, { commit: run.base.commit, tree: run.base.tree })).tree;
}

async function readText(objects: ObjectStore, tree: string, path: string): Promise<string | null> {
  // git reads one object from each line.
  if (path.includes('\n')) return null;
  const [size = 0] = await blobSizes(objects, [`${tree}:${path}`]);
  if (size > MAX_BYTES) return null;
  const text = await readTreeFile(objects, tree, path);
  return text === null || text.includes('\0') ? null : text;
}
