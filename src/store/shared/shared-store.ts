// A store that all machines of a run reach: files by name, written once and never changed.
import { hydraError } from '../../contract/index.ts';

/** Files by name that all machines of a run reach. */
export interface SharedStore {
  /** For messages; without credentials. */
  readonly address: string;
  has(name: string): Promise<boolean>;
  /**
   * Atomic and idempotent: the first content of a name stays. Resolves to false if the name was already there, which
   * includes a call whose success was reported only after it had been repeated.
   */
  put(name: string, file: string): Promise<boolean>;
  /** Writes the content to `file`, which appears only when it is complete. False if there is none of that name. */
  get(name: string, file: string): Promise<boolean>;
}

const MAX_NAME_LENGTH = 512;
// Neither `..` nor an absolute path matches, and no temporary file of a store, whose names contain a `~`.
const NAME = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** Names become paths and URLs without any quoting. */
export function checkName(name: string): void {
  if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) throw hydraError('store_name', { name }, { value: name });
}
