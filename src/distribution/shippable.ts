// What cannot be brought to another machine is refused before anything runs.
import { hydraError, type Policy } from '../contract/index.ts';
import { listFiles, type ObjectStore, readTreeFiles } from '../git/index.ts';

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
