// Provides files outside version control, such as ".env", to every checkout.
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { hashOf, hydraError } from '../contract/index.ts';
import { isFileFolderOrLink, readLinkedFile } from '../exec/index.ts';

export interface CopiedPaths {
  /** Paths of the user's working tree, relative to its root. */
  copy: readonly string[];
  link: readonly string[];
}

/** `root` is the user's working tree, `folder` a candidate's checkout. */
export function copyUntrackedFiles(root: string, folder: string, { copy, link }: CopiedPaths): void {
  for (const path of copy) {
    // Relative links stay relative, so that they point to the copies.
    bring(root, folder, path, (from, to) =>
      cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: isFileFolderOrLink }),
    );
  }
  for (const path of link) bring(root, folder, path, (from, to) => symlinkSync(from, to));
}

/** The paths come from the policy; they must stay inside both folders. */
function bring(root: string, folder: string, path: string, how: (from: string, to: string) => void): void {
  const from = resolve(root, path);
  const to = resolve(folder, path);
  if (!from.startsWith(root + sep) || !to.startsWith(folder + sep)) {
    throw hydraError('path_outside_repository', { path }, { value: path });
  }
  if (!existsSync(from)) throw hydraError('path_to_bring_missing', { path }, { value: path });
  makeFolders(folder, dirname(to));
  rmSync(to, { recursive: true, force: true });
  how(from, to);
}

/** The checkout is untrusted: a link in a parent path could point anywhere, so it is replaced by a real folder. */
function makeFolders(folder: string, target: string): void {
  if (target === folder) return;
  makeFolders(folder, dirname(target));
  if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory()) return;
  rmSync(target, { force: true });
  mkdirSync(target);
}

/** Changes when one of the files changes: they affect results like the environment does. */
export function fingerprintCopied(root: string, { copy, link }: CopiedPaths): string {
  const stamps = [...copy, ...link].map((path) => [path, stampOf(resolve(root, path))]);
  return hashOf({ copy: copy.length, stamps });
}

function stampOf(path: string): unknown {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'missing';
  return found.isDirectory()
    ? stampFolder(path)
    : hashOf(readLinkedFile(path, Number.POSITIVE_INFINITY)?.toString('latin1') ?? 'unreadable');
}

/** Names, sizes and times: reading a folder of installed packages would take too long. */
function stampFolder(folder: string): string {
  // With entry types no link is followed, because links may be circular.
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const lines = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs, mode } = lstatSync(path);
    return `${path} ${size} ${mtimeMs} ${mode}`;
  });
  return hashOf(lines.sort().join('\n'));
}
