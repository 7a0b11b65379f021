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
