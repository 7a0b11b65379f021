// Paths with slashes.
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '' : path.slice(0, at);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
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
