// Reads files given by the user, with errors that name the reason.
import { readFileSync } from 'node:fs';
import { type HydraError, hydraError } from '../contract/index.ts';

const REASONS = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'you may not read it'],
  ['EPERM', 'you may not read it'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is not a folder'],
]);

/** `what` describes the file in an error, such as "facts file". */
export function readBytes(file: string, what: string): Uint8Array {
  const bytes = readBytesIfPresent(file, what);
  if (bytes === null) throw unreadable(file, what, { code: 'ENOENT' });
  return bytes;
}

/** Null if the file does not exist; any other problem is an error. */
export function readBytesIfPresent(file: string, what: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unreadable(file, what, error as NodeJS.ErrnoException);
  }
}

/** Null if the bytes are not valid text. Removes a byte order mark. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function unreadable(file: string, what: string, error: Partial<NodeJS.ErrnoException>): HydraError {
  return hydraError('file_unreadable', { what, reason: unreadableReason(error) }, { place: { file } });
}

export function unreadableReason(error: Partial<NodeJS.ErrnoException>): string {
  return REASONS.get(error.code ?? '') ?? error.message ?? 'the system gives no reason';
}
