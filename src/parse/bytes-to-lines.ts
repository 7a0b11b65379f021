// Room parse: bytes in any chunks -> lines of text. Any bytes are valid input; memory stays bounded
// by one chunk and one line, however long the log is.

/** Longer lines are reported as oversized and not kept: no tool writes a report of this size on one line. */
const MAX_LINE_LENGTH = 32 * 1024 * 1024;
const CARRIAGE_RETURN = 13;

export interface LineSink {
  /** A line without its line end. */
  line(text: string): void;
  /** A line was longer than can be kept. */
  oversized(): void;
}

/** `\n`, `\r\n` and a lone `\r` (a progress bar drawing over itself) end a line. */
export class LineSplitter {
  readonly #sink: LineSink;
  #decoder: TextDecoder | null = null;
  /** The beginning of a line whose end has not been seen. */
  #rest = '';
  #skipping = false;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#decoder ??= new TextDecoder(encodingOf(chunk));
    this.#split(this.#decoder.decode(chunk, { stream: true }));
  }

  end(): void {
    if (this.#decoder !== null) this.#split(this.#decoder.decode());
    const last = this.#rest;
    this.#rest = '';
    if (last !== '' && !this.#skipping) this.#emit(last);
  }

  #split(text: string): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#finishLine(text.slice(start, end));
      start = end + 1;
    }
    this.#keep(start === 0 ? text : text.slice(start));
  }

  #finishLine(tail: string): void {
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    if (this.#rest === '') {
      this.#emit(tail);
      return;
    }
    const whole = this.#rest + tail;
    this.#rest = '';
    this.#emit(whole);
  }

  #keep(tail: string): void {
    if (this.#skipping || tail === '') return;
    if (this.#rest.length + tail.length <= MAX_LINE_LENGTH) {
      this.#rest += tail;
      return;
    }
    this.#rest = '';
    this.#skipping = true;
    this.#sink.oversized();
  }

  #emit(line: string): void {
    // A terminal that is recorded turns "\r\n" into "\r\r\n".
    let end = line.length;
    while (end > 0 && line.charCodeAt(end - 1) === CARRIAGE_RETURN) end -= 1;
    const text = end === line.length ? line : line.slice(0, end);
    if (!text.includes('\r')) {
      this.#sink.line(text);
      return;
    }
    for (const part of text.split('\r')) if (part !== '') this.#sink.line(part);
  }
}

/** PowerShell redirects write UTF-16; everything else is read as UTF-8 with replacement characters. */
function encodingOf(chunk: Uint8Array): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
