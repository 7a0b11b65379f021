// Groups the files of a diff.
import type { ShownFile } from './diff-lines.ts';
import type { FileGroup } from './diff-rows.ts';

export interface DiffGroup {
  title: string;
  paths: readonly string[];
}

/** Groups without files are left out; files without a group come last. */
export function groupFiles(files: readonly ShownFile[], groups: readonly DiffGroup[]): FileGroup[] {
  if (groups.length === 0) return [{ title: '', files }];
  const taken = new Set<string>();
  const result: FileGroup[] = groups.map(({ title, paths }) => {
    const wanted = new Set(paths.filter((path) => !taken.has(path)));
    for (const path of wanted) taken.add(path);
    return { title, files: files.filter(({ path }) => wanted.has(path)) };
  });
  result.push({ title: 'Other files', files: files.filter(({ path }) => !taken.has(path)) });
  return result.filter((group) => group.files.length > 0);
}

/** The files that both candidates changed, and those that only one of them changed. */
export function groupsOfTwo(
  first: { name: string; paths: readonly string[] },
  second: { name: string; paths: readonly string[] },
): DiffGroup[] {
  const [inFirst, inSecond] = [new Set(first.paths), new Set(second.paths)];
  return [
    { title: 'Changed by both', paths: first.paths.filter((path) => inSecond.has(path)) },
    { title: `Only changed by ${first.name}`, paths: first.paths.filter((path) => !inSecond.has(path)) },
    { title: `Only changed by ${second.name}`, paths: second.paths.filter((path) => !inFirst.has(path)) },
  ];
}
