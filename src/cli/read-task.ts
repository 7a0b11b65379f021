// Reads the text of a task: given as an argument, from a file or a pipe, or from standard input.
import { createReadStream, type Stats, statSync } from 'node:fs';
import { type HydraError, hydraError } from '../contract/index.ts';
import { decodeText, unreadableReason } from './read-text.ts';

/** Longer than any issue; every run stores the text, and agents get it. */
const MAX_TASK_BYTES = 1024 * 1024;
const FILE = 'task file';
const STANDARD_INPUT = 'task from standard input';

/** `-` is standard input. What exists as a file or pipe, or is named like a file, is read; any other text is the task itself. */
export async function readTask(given: string): Promise<string> {
  if (given === '-') return readStandardInput();
  const isPath = given.length < 1000 && !given.includes('\n') && (exists(given) || looksLikeFile(given));
  return isPath ? readTaskFile(given) : wholeTask(given);
}

export async function readTaskFile(file: string): Promise<string> {
  if (statIfPresent(file)?.isDirectory()) throw unreadable(FILE, file, unreadableReason({ code: 'EISDIR' }));
  return wholeTask(await readText(createReadStream(file, { end: MAX_TASK_BYTES }), FILE, file));
}

async function readStandardInput(): Promise<string> {
  if (process.stdin.isTTY) throw unreadable(STANDARD_INPUT, '-', 'standard input is a terminal, not a file or a pipe');
  return wholeTask(await readText(process.stdin, STANDARD_INPUT, '-'));
}

/** At most the limit is read: a device may have no end. */
async function readText(stream: NodeJS.ReadableStream, what: string, file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(Buffer.from(chunk));
      size += chunk.length;
      if (size > MAX_TASK_BYTES) throw unreadable(what, file, `it is larger than ${MAX_TASK_BYTES} bytes`);
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === undefined
      ? error
      : unreadable(what, file, unreadableReason(error as NodeJS.ErrnoException));
  }
  const text = decodeText(Buffer.concat(chunks));
  if (text === null) throw unreadable(what, file, 'it is not text');
  return text;
}

function wholeTask(text: string): string {
  if (text.trim() === '') throw hydraError('no_task', {});
  return text.trim();
}

function exists(given: string): boolean {
  const found = statIfPresent(given);
  // `docs` may be the title of a task; `docs/` names the folder.
  return found !== null && (!found.isDirectory() || given.includes('/'));
}

function statIfPresent(given: string): Stats | null {
  try {
    return statSync(given);
  } catch {
    return null;
  }
}

/** A mistyped name would be a useless task. */
function looksLikeFile(given: string): boolean {
  return /^\S+\.(?:md|markdown|mdx|rst|adoc|txt)$/i.test(given);
}

function unreadable(what: string, file: string, reason: string): HydraError {
  return hydraError('task_unreadable', { what, reason }, file === '-' ? {} : { place: { file } });
}
