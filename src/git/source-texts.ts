// The texts of a tree's files, for whoever looks for a definition. A file that several trees share is read once.
import { blobSizes } from './blobs.ts';
import type { ObjectStore } from './object-store.ts';
import { listBlobs, readTreeFiles } from './tree.ts';

export interface SourceTexts {
  /** The paths of all plain files, also of those whose text is not read. */
  files: readonly string[];
  /** Null for a file that is missing or was not read. */
  read(path: string): string | null;
}

/** Larger files are generated, and a larger tree is not searched as a whole. */
const MAX_FILE_BYTES = 512 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;

/** `isWanted` chooses the files whose texts are read. */
export function openSourceTexts(store: ObjectStore, isWanted: (path: string) => boolean): (tree: string) => Promise<SourceTexts> {
  const texts = new Map<string, string>();
  let bytes = 0;
  return async (tree) => {
    const blobs = await listBlobs(store, tree);
    const unread = [...blobs].filter(([path, id]) => !texts.has(id) && isWanted(path) && !path.includes('\n'));
    const sizes = await blobSizes(
      store,
      unread.map(([, id]) => id),
    );
    const paths = unread.flatMap(([path], index) => {
      const size = sizes[index] ?? 0;
      if (size > MAX_FILE_BYTES || bytes + size > MAX_BYTES) return [];
      bytes += size;
      return [path];
    });
    for (const { path, text } of await readTreeFiles(store, tree, paths)) texts.set(blobs.get(path) ?? '', text);
    return { files: [...blobs.keys()], read: (path) => texts.get(blobs.get(path) ?? '') ?? null };
  };
}
