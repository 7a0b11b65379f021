// The source files of a tree that can be mutated: no tests, settings, generated or vendored files.

import { listFiles, type ObjectStore, readTreeFiles } from '../git/index.ts';
import { supportRole } from '../tools/index.ts';
import { isMutable, type SourceFile } from './mutations.ts';

const MAX_FILES = 400;
/** Not part of the product: their lines are rarely tested. */
const ASIDE =
  /(?:^|\/)(?:examples?|samples?|demos?|docs?|bench(?:mark)?s?|scripts?|tools?|third_party|vendor|node_modules|dist|build|generated)\/|\.(?:min|config|generated)\.\w+$|(?:^|\/)(?:setup|conf)\.py$/i;

export async function readSourceFiles(objects: ObjectStore, tree: string): Promise<SourceFile[]> {
  const all = await listFiles(objects, tree);
  const isSource = (path: string) => isMutable(path) && supportRole(path) === null && !ASIDE.test(path);
  const paths = all.filter(isSource).slice(0, MAX_FILES);
  return readTreeFiles(objects, tree, paths);
}
