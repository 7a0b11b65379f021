// Reads a log in blocks of whole lines. The start of a block depends only on the file, so blocks can be read in any
// order and no byte is lost or shown twice.
import type { LogSource } from '../api/data-source.ts';

export const PIECE_BYTES = 128 * 1024;
/** How far after the border of two pieces to look for a newline. Without one the line is split at the border. */
const TAIL_BYTES = 32 * 1024;
/** A longer line is split. */
const MAX_LINE_BYTES = 16 * 1024;
const NEWLINE = 10;

export interface LogBlock {
  index: number;
  /** Offsets in the file; the byte at `end` is not part of the block. */
  start: number;
  end: number;
  bytes: Uint8Array;
  /** The offset of each line, relative to `start`. */
  lines: number[];
}

export function blockCount(size: number): number {
  return Math.max(1, Math.ceil(size / PIECE_BYTES));
}

export async function readBlock(source: LogSource, index: number): Promise<LogBlock> {
  const border = index * PIECE_BYTES;
  const from = Math.max(0, border - 1);
  const to = Math.min(source.size, border + PIECE_BYTES + TAIL_BYTES);
  const read = await source.read(from, to);
  const start = lineStartAfter(read, from, border);
  const isLast = border + PIECE_BYTES >= source.size;
  const end = isLast ? from + read.length : lineStartAfter(read, from, border + PIECE_BYTES);
  const bytes = read.subarray(start - from, end - from);
  return { index, start, end, bytes, lines: lineStarts(bytes) };
}

/** The start of the first line at or after the border. */
function lineStartAfter(read: Uint8Array, from: number, border: number): number {
  if (border === 0) return 0;
  const first = border - 1 - from;
  const newline = read.subarray(first, first + TAIL_BYTES).indexOf(NEWLINE);
  return from + (newline === -1 ? characterStart(read, border - from) : first + newline + 1);
}

/** Never inside a UTF-8 character: its bytes after the first are 10xxxxxx, and there are at most three. */
function characterStart(bytes: Uint8Array, at: number): number {
  for (let ahead = 0; ahead < 4; ahead++) if (((bytes[at + ahead] ?? 0) & 0xc0) !== 0x80) return at + ahead;
  return at;
}

function lineStarts(bytes: Uint8Array): number[] {
  const starts: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    starts.push(at);
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline === -1 ? bytes.length : newline + 1;
    at = end - at > MAX_LINE_BYTES ? characterStart(bytes, at + MAX_LINE_BYTES) : end;
  }
  return starts;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Without the newline. Bytes that are not UTF-8 become replacement characters. */
export function lineText({ bytes, lines }: LogBlock, line: number): string {
  const end = lines[line + 1] ?? bytes.length;
  const hasNewline = end > 0 && bytes[end - 1] === NEWLINE;
  return decoder.decode(bytes.subarray(lines[line], hasNewline ? end - 1 : end));
}

/** Whether the line is the rest of a longer line, which was split. */
export function isRest({ bytes, lines }: LogBlock, line: number): boolean {
  return line > 0 && bytes[(lines[line] ?? 0) - 1] !== NEWLINE;
}

/** The text of the line before a byte of the file. */
export function textBefore({ start, bytes, lines }: LogBlock, line: number, offset: number): string {
  return decoder.decode(bytes.subarray(lines[line], offset - start));
}

/** The line that contains the byte; -1 when it is not in the block. */
export function lineAt({ start, end, lines }: LogBlock, offset: number): number {
  if (offset < start || offset >= end) return -1;
  return lastNotAbove(lines, offset - start);
}

/** The index of the last value in a sorted list that is not greater than the limit. */
export function lastNotAbove(sorted: ArrayLike<number>, limit: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
