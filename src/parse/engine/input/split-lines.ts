// Bytes in any chunks -> lines of text. Any bytes are valid input; memory stays bounded
// by one chunk and one line, however long the log is.
import { type LineBatch, stripBatch } from './strip-decorations.ts';

/** Longer lines are reported as oversized and not kept: no tool writes a report of this size on one line. */
const MAX_LINE_LENGTH = 32 * 1024 * 1024;
/** Lines are decoded in batches: one call for many lines is far quicker. */
const BATCH_BYTES = 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export interface LineSink {
  batch(batch: LineBatch): void;
  /** A line without its line end that needs to be stripped by itself. */
  line(text: string): void;
  /** A line was longer than can be kept. */
  oversized(): void;
}

/** `\n`, `\r\n` and a lone `\r` (a progress bar drawing over itself) end a line. */
export class LineSplitter {
  readonly #sink: LineSink;
  #decoder: ChunkDecoder | null = null;
  /** When that is all that has come so far. */
  #firstByte: Uint8Array | null = null;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    if (this.#decoder === null) this.#begin(chunk);
    else this.#decoder.push(chunk);
  }

  end(): void {
    if (this.#decoder === null && this.#firstByte !== null) this.#open(this.#firstByte);
    this.#decoder?.end();
  }

  /** Two bytes tell the encoding; the first may come alone. */
  #begin(chunk: Uint8Array): void {
    const first = this.#firstByte === null ? chunk : Uint8Array.from([...this.#firstByte, ...chunk.subarray(0, 1)]);
    if (first.length < 2) {
      this.#firstByte = new Uint8Array(first);
      return;
    }
    this.#open(first);
    if (first !== chunk) this.#decoder?.push(chunk.subarray(1));
  }

  #open(first: Uint8Array): void {
    this.#decoder = openDecoder(first, (text) => this.#lines(text), this.#sink);
    this.#decoder.push(first);
  }

  /** Whole lines, each with its line feed. */
  #lines(text: string): void {
    const batch = stripBatch(text);
    if (batch !== null) {
      this.#sink.batch(batch);
      return;
    }
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#emit(text.slice(start, end));
      start = end + 1;
    }
  }

  #emit(line: string): void {
    // A terminal that is recorded turns "\r\n" into "\r\r\n".
    let end = line.length;
    while (end > 0 && line.charCodeAt(end - 1) === CARRIAGE_RETURN) end -= 1;
    const text = end === line.length ? line : line.slice(0, end);
    let start = 0;
    for (let next = text.indexOf('\r'); next !== -1; next = text.indexOf('\r', start)) {
      if (next > start) this.#sink.line(text.slice(start, next));
      start = next + 1;
    }
    this.#sink.line(start === 0 ? text : text.slice(start));
  }
}

interface ChunkDecoder {
  push(chunk: Uint8Array): void;
  end(): void;
}

type TextSink = (lines: string) => void;

/** PowerShell redirects write UTF-16; everything else is read as UTF-8 with replacement characters. */
function openDecoder(first: Uint8Array, emit: TextSink, sink: LineSink): ChunkDecoder {
  if (first[0] === 0xff && first[1] === 0xfe) return new Utf16Decoder('utf-16le', emit, sink);
  if (first[0] === 0xfe && first[1] === 0xff) return new Utf16Decoder('utf-16be', emit, sink);
  return new Utf8Decoder(emit, sink);
}

/** Cuts before it decodes: no character of UTF-8 holds the byte of a line feed, and whole texts decode far quicker. */
class Utf8Decoder implements ChunkDecoder {
  readonly #emit: TextSink;
  readonly #sink: LineSink;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The beginning of a line whose end has not been seen. */
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  #skipping = false;

  constructor(emit: TextSink, sink: LineSink) {
    this.#emit = emit;
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    const first = this.#restBytes > 0 || this.#skipping ? chunk.indexOf(LINE_FEED) : -1;
    if (first !== -1) this.#finishLine(chunk.subarray(0, first + 1));
    let start = first + 1;
    if (this.#restBytes === 0 && !this.#skipping) {
      for (let end = batchEnd(chunk, start); end > start; end = batchEnd(chunk, start)) {
        this.#emit(this.#decoder.decode(chunk.subarray(start, end)));
        start = end;
      }
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  end(): void {
    if (this.#restBytes > 0) this.#finishLine(new Uint8Array([LINE_FEED]));
  }

  #finishLine(tail: Uint8Array): void {
    const whole = new Uint8Array(this.#restBytes + tail.length);
    let at = 0;
    for (const part of [...this.#rest, tail]) {
      whole.set(part, at);
      at += part.length;
    }
    this.#rest = [];
    this.#restBytes = 0;
    if (!this.#skipping) this.#emit(this.#decoder.decode(whole));
    this.#skipping = false;
  }

  #keep(bytes: Uint8Array): void {
    if (this.#skipping) return;
    this.#restBytes += bytes.length;
    // The caller may reuse the chunk. A Buffer's own `slice` would not copy it.
    this.#rest.push(new Uint8Array(bytes));
    if (this.#restBytes <= MAX_LINE_LENGTH) return;
    this.#rest = [];
    this.#restBytes = 0;
    this.#skipping = true;
    this.#sink.oversized();
  }
}

/** Where the next batch of whole lines ends; the start itself when no whole line is left. */
function batchEnd(bytes: Uint8Array, start: number): number {
  const last = bytes.lastIndexOf(LINE_FEED, start + BATCH_BYTES);
  if (last >= start) return last + 1;
  const next = bytes.indexOf(LINE_FEED, start);
  return next === -1 ? start : next + 1;
}

class Utf16Decoder implements ChunkDecoder {
  readonly #emit: TextSink;
  readonly #sink: LineSink;
  readonly #decoder: TextDecoder;
  #rest = '';
  #skipping = false;

  constructor(encoding: string, emit: TextSink, sink: LineSink) {
    this.#decoder = new TextDecoder(encoding);
    this.#emit = emit;
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    this.#text(this.#decoder.decode(chunk, { stream: true }));
  }

  end(): void {
    this.#text(this.#decoder.decode());
    if (this.#rest !== '') this.#text('\n');
  }

  #text(text: string): void {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) {
      const lines = this.#rest + text.slice(0, end);
      this.#emit(this.#skipping ? lines.slice(lines.indexOf('\n') + 1) : lines);
      this.#skipping = false;
      this.#rest = '';
    }
    if (!this.#skipping) this.#rest += text.slice(end);
    if (this.#rest.length <= MAX_LINE_LENGTH) return;
    this.#rest = '';
    this.#skipping = true;
    this.#sink.oversized();
  }
}
