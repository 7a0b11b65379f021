// Paths with slashes.
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '' : path.slice(0, at);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The file with this name in the folder of a file, or in the nearest folder above that has one. */
export function nearestFile(name: string, file: string, { files }: { readonly files: readonly string[] }): string | null {
  const known = new Set(files);
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (known.has(path)) return path;
    if (folder === '') return null;
  }
}

/** `path` without the folder that it is in. */
export function relativeTo(folder: string, path: string): string {
  if (folder === '') return path;
  return path === folder ? '' : path.slice(folder.length + 1);
}

/** From the folder of one file to another file; begins with `./` or `../`. */
export function relativePath(from: string, to: string): string {
  const start = folderOf(from).split('/').filter(Boolean);
  const goal = to.split('/');
  let shared = 0;
  while (shared < start.length && shared < goal.length - 1 && start[shared] === goal[shared]) shared += 1;
  const up = start.length - shared;
  return (up === 0 ? './' : '../'.repeat(up)) + goal.slice(shared).join('/');
}

/** The path that a relative one names, seen from a file; null outside of the tree. */
export function resolvedPath(from: string, relative: string): string | null {
  const parts = folderOf(from).split('/').filter(Boolean);
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}
