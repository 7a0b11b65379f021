// Turns the user's acceptance tests (files, folders or patches) into a commit on top of the base.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { readLinkedFile } from '../exec/index.ts';
import {
  commitWithFiles,
  type LaidFile,
  type ObjectStore,
  type Repository,
  type ResolvedCommit,
  snapshotPatch,
} from '../git/index.ts';

/** Null when none are given. Looks for paths in `cwd`, then in the root of the repository. */
export async function commitAcceptance(
  { repository, objects }: { repository: Repository; objects: ObjectStore },
  base: ResolvedCommit,
  paths: readonly string[],
  cwd: string,
): Promise<ResolvedCommit | null> {
  if (paths.length === 0) return null;
  let commit = base;
  for (const path of paths) {
    const found = [resolve(cwd, path), resolve(repository.root, path)].find((each) => existsSync(each));
    if (found === undefined) throw hydraError('acceptance_missing', { path }, { value: path });
    commit = /\.(?:patch|diff)$/.test(found)
      ? await snapshotPatch(objects, commit, found)
      : await commitWithFiles(objects, commit, filesAt(found, repository.root, path));
  }
  if (commit.tree === base.tree) throw hydraError('acceptance_in_base', { paths: paths.join(', ') });
  return commit;
}

const MAX_FILES = 1000;
const MAX_FILE_BYTES = 256 * 1024 ** 2;

/** Files inside the repository keep their paths; a folder from elsewhere is copied over the root. */
function filesAt(found: string, root: string, asked: string): LaidFile[] {
  const isFolder = statSync(found).isDirectory();
  const inside = relative(root, found);
  const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
  const start = isInside ? inside : isFolder ? '' : basename(found);
  const files = isFolder ? listFolder(found).map((path) => ({ file: join(found, path), path: join(start, path) })) : [];
  const laid = isFolder ? files : [{ file: found, path: start }];
  if (laid.length === 0 || laid.length > MAX_FILES) {
    const reason = laid.length === 0 ? 'it holds no files' : `it holds more than ${MAX_FILES} files`;
    throw hydraError('acceptance_unusable', { path: asked, reason }, { value: asked });
  }
  return laid.map(({ file, path }) => ({
    path: path.split(sep).join('/'),
    content: contentOf(file, asked),
    isExecutable: (statSync(file).mode & 0o100) !== 0,
  }));
}

function contentOf(file: string, asked: string): Buffer {
  const content = readLinkedFile(file, MAX_FILE_BYTES);
  if (content !== null) return content;
  const reason = `${basename(file)} is not a readable file of at most ${MAX_FILE_BYTES / 1024 ** 2} MB`;
  throw hydraError('acceptance_unusable', { path: asked, reason }, { value: asked });
}

function listFolder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split(sep).some((part) => part === '.git' || part === 'node_modules'))
    .sort();
}
