// Opens the store that an address names. Touches neither disk nor network: the first operation does.
import { FolderStore } from './folder-store.ts';
import { readS3Settings } from './s3-settings.ts';
import { S3Store } from './s3-store.ts';
import type { SharedStore } from './shared-store.ts';
import { parseStoreAddress } from './store-address.ts';

/** `address` is a folder or `s3://BUCKET/PREFIX`; `env` has the settings and credentials of S3. */
export function openSharedStore(address: string, env: NodeJS.ProcessEnv): SharedStore {
  const parsed = parseStoreAddress(address);
  if (parsed.kind === 'folder') return new FolderStore(parsed.path);
  return new S3Store(readS3Settings(parsed.bucket, parsed.prefix, env));
}
