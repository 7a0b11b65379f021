// The format of a packed folder: gzip of one line of JSON with paths and sizes, then the contents in the same order.
// It has no times, owners or permissions, so the same files give the same content.

export const PACK_FORMAT = 'hydra-pack';
export const PACK_VERSION = 1;

export interface PackedFile {
  /** Relative, with forward slashes. */
  path: string;
  bytes: number;
}

export interface UnpackLimits {
  maxFiles: number;
  /** Of all files together, decompressed. */
  maxBytes: number;
}

const MAX_PATH_LENGTH = 1024;
const MAX_PART_LENGTH = 255;

/** Null if a file may be written to this path below a new folder, else what is wrong with it. */
export function findPathFault(path: string): string | null {
  const parts = path.split('/');
  if (path.length > MAX_PATH_LENGTH || parts.some((part) => Buffer.byteLength(part) > MAX_PART_LENGTH)) return 'is too long';
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'is not a relative path below the folder';
  // A backslash separates folders on Windows. Half a surrogate pair has no UTF-8 form.
  return /[\0\\\p{Surrogate}]/u.test(path) ? 'contains a character that paths must not contain' : null;
}
