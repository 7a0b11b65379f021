// The error for a file that cannot be written, with the reason.
import { type HydraError, hydraError } from '../contract/index.ts';

const REASONS = new Map([
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EACCES', 'you may not write there'],
  ['EPERM', 'you may not write there'],
  ['EISDIR', 'it is a folder'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'your quota of the disk is used up'],
  ['EROFS', 'the file system is read-only'],
]);

/** `what` describes the file, such as "report". */
export function unwritable(file: string, what: string, { code = '', message }: NodeJS.ErrnoException): HydraError {
  return hydraError('file_unwritable', { what, reason: REASONS.get(code) ?? message }, { place: { file } });
}
