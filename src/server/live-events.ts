// Sends the events of a run as they are written. A client that lost the connection sends the last number it got.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { SSEStreamingApi } from 'hono/streaming';

const LOOK_AGAIN_MS = 250;
const READ_BYTES = 256 * 1024;
/** Lets both sides notice a dead connection. */
const QUIET_ROUNDS = 40;

export interface EventSource {
  /** events.jsonl of the run. */
  file: string;
  /** The number of the last event that the client has. */
  after: number;
  /** Whether more events may come. */
  isLive(): boolean;
}

export async function sendEvents(stream: SSEStreamingApi, { file, after, isLive }: EventSource): Promise<void> {
  let position = 0;
  let rest = '';
  let quiet = 0;
  while (!stream.aborted) {
    const live = isLive();
    const { text, end } = readFrom(file, position);
    position = end;
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) await sendLine(stream, line, after);
    quiet = text === '' ? quiet + 1 : 0;
    if (text === '' && !live) {
      await stream.writeSSE({ event: 'end', data: '{}' });
      return;
    }
    if (quiet % QUIET_ROUNDS === QUIET_ROUNDS - 1) await stream.writeSSE({ event: 'quiet', data: '{}' });
    if (text === '') await stream.sleep(LOOK_AGAIN_MS);
  }
}

async function sendLine(stream: SSEStreamingApi, line: string, after: number): Promise<void> {
  const seq = Number(/"seq":(\d+)/.exec(line)?.[1] ?? 0);
  if (seq > after) await stream.writeSSE({ id: String(seq), event: 'run', data: line });
}

/** The caller decodes the characters: a chunk ends where the file does, or within a line. */
function readFrom(file: string, position: number): { text: string; end: number } {
  if (!existsSync(file) || statSync(file).size <= position) return { text: '', end: position };
  const buffer = Buffer.alloc(READ_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    const read = readSync(descriptor, buffer, 0, READ_BYTES, position);
    // Up to the last newline: the chunk may end within a multi-byte character.
    const cut = buffer.subarray(0, read).lastIndexOf(10) + 1;
    const length = cut > 0 ? cut : read;
    return { text: buffer.toString('utf8', 0, length), end: position + length };
  } finally {
    closeSync(descriptor);
  }
}
