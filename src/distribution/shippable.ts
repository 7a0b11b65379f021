// What a run needs on another machine besides its commits. What cannot be brought there is refused before anything runs.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { hashOf, hydraError, type Policy } from '../contract/index.ts';
import { listFiles, type ObjectStore, readTreeFiles } from '../git/index.ts';
import { describeFile, listTree } from '../store/index.ts';

export async function refuseUnshippable(objects: ObjectStore, tree: string, { workspace }: Policy): Promise<void> {
  const [link] = workspace.link;
  if (link !== undefined) throw hydraError('plan_link', { path: link }, { value: link });
  const files = await listFiles(objects, tree);
  if (files.includes('.gitmodules')) throw hydraError('plan_submodules', {});
  const attributes = await readTreeFiles(
    objects,
    tree,
    files.filter((path) => /(?:^|\/)\.gitattributes$/.test(path)),
  );
  const found = attributes.find(({ text }) => /^[^#\n]*\bfilter=lfs\b/m.test(text));
  if (found !== undefined) throw hydraError('plan_lfs', { file: found.path }, { place: { file: found.path } });
}

/** The files that `copy` adds to every checkout. Returns their hash. */
export function copyAdded(root: string, folder: string, { workspace }: Policy): string {
  for (const path of workspace.copy) {
    const from = resolve(root, path);
    if (!existsSync(from)) throw hydraError('path_to_bring_missing', { path }, { value: path });
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(from, join(folder, path), { recursive: true, dereference: true });
  }
  const files = existsSync(folder) ? listTree(folder).files.map((path) => describeFile(join(folder, path), path)) : [];
  return hashOf({ copy: workspace.copy, files });
}
