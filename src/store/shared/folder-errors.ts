// Turns errors of the file system below a shared folder into errors for the user.
import { HydraError, hydraError } from '../../contract/index.ts';

/** Errors that do not pass by waiting. Everything else can come from a file server that is away: EIO, ESTALE, ENOTCONN ... */
const PERMANENT = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space left on the device'],
  ['EDQUOT', 'disk quota exceeded'],
  ['EFBIG', 'the file is too large for the file system'],
  ['ENOTDIR', 'a file has the name of a folder'],
  ['EISDIR', 'a folder has the name of a file'],
  ['ELOOP', 'a link is in the way'],
]);

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | null)?.code ?? '';
}

/** `action` completes "refused to". */
export async function onFolder<Result>(address: string, action: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw folderError(address, action, error);
  }
}

function folderError(address: string, action: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof HydraError || code === '') return error;
  const permanent = PERMANENT.get(code);
  const place = { place: { file: address } };
  if (permanent === undefined) {
    const reason = code === 'ENOENT' ? 'the folder disappeared' : (error as Error).message;
    return hydraError('store_unreachable', { address, reason }, place);
  }
  const advice = `Check the space in ${address} and that you may write there: \`touch ${address}/test\`.`;
  return hydraError('store_refused', { address, action, reason: `${permanent} (${code})`, advice }, place);
}
