// The reason why a run failed, as the last of its events. A resumed run appends its events after it.
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { createMasker, maskText, openEventLog } from '../capture/index.ts';
import { eventSchema, type Refusal, refusalOf } from '../contract/index.ts';
import { type RunFolder, runFile } from '../store/index.ts';

const MAX_TEXT_LENGTH = 4_000;
/** The event of a failure is always shorter. */
const TAIL_BYTES = 64 * 1024;

export function noteFailure(folder: RunFolder, error: unknown): void {
  const { code, message, next } = refusalOf(error);
  const masker = createMasker(process.env);
  const stored = (text: string) => maskText(text, masker).slice(0, MAX_TEXT_LENGTH);
  const events = openEventLog(runFile(folder, 'events.jsonl'), () => {});
  events.add({ type: 'run_failed', code, message: stored(message), next: stored(next) });
}

/** Null if the run did not fail. */
export function readFailure(folder: RunFolder): Refusal | null {
  const line = readTail(runFile(folder, 'events.jsonl')).trimEnd().split('\n').at(-1) ?? '';
  try {
    const event = eventSchema.parse(JSON.parse(line));
    return event.type === 'run_failed' ? { code: event.code, message: event.message, next: event.next } : null;
  } catch {
    // Truncated by a kill, or written by a later version.
    return null;
  }
}

function readTail(file: string): string {
  if (!existsSync(file)) return '';
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8', 0, read);
  } finally {
    closeSync(descriptor);
  }
}
