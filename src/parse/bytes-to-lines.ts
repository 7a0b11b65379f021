// Room parse: bytes in any chunks -> lines of text. Any bytes are valid input; memory stays bounded
// by one chunk and one line, however long the log is.

/** Longer lines are reported as oversized and not kept: no tool writes a report of this size on one line. */
const MAX_LINE_LENGTH = 32 * 1024 * 1024;
/** Some lines; short, because a page stays in memory as long as anything that was cut from it. */
const PAGE_LENGTH = 1024;
const CARRIAGE_RETURN = 13;
const ESCAPE = '\u001b';

export interface LineSink {
  /** A line without its line end, which keeps little else in memory. `isPlain`: it is known to hold neither escape sequences nor tabs. */
  line(text: string, isPlain: boolean): void;
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
    const first = text.indexOf('\n');
    if (first === -1) {
      this.#keep(text);
      return;
    }
    this.#finishLine(text.slice(0, first));
    let start = first + 1;
    for (let end = pageEnd(text, start); end > start; end = pageEnd(text, start)) {
      this.#page(detached(text.slice(start, end)));
      start = end;
    }
    this.#keep(detached(text.slice(start)));
  }

  /** Whole lines, each with its end. */
  #page(text: string): void {
    // One look at them together is much cheaper than one at every line.
    const hasReturns = text.includes('\r');
    const isPlain = !text.includes(ESCAPE) && !text.includes('\t');
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      if (hasReturns) this.#emit(text.slice(start, end));
      else this.#sink.line(text.slice(start, end), isPlain);
      start = end + 1;
    }
  }

  #finishLine(tail: string): void {
    const whole = this.#rest + tail;
    this.#rest = '';
    if (!this.#skipping) this.#emit(whole);
    this.#skipping = false;
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
    let start = 0;
    for (let next = text.indexOf('\r'); next !== -1; next = text.indexOf('\r', start)) {
      if (next > start) this.#sink.line(text.slice(start, next), false);
      start = next + 1;
    }
    this.#sink.line(start === 0 ? text : text.slice(start), false);
  }
}

/** Where the next lines that together make up about a page end; the start itself when no whole line is left. */
function pageEnd(text: string, start: number): number {
  const last = text.lastIndexOf('\n', start + PAGE_LENGTH);
  return (last >= start ? last : text.indexOf('\n', start)) + 1 || start;
}

/**
 * A copy that shares no memory with the text it was cut from. Engines keep the whole text alive behind every slice,
 * so that an id would keep a whole chunk; like this it keeps a page.
 */
function detached(slice: string): string {
  return ` ${slice}`.slice(1);
}

/** PowerShell redirects write UTF-16; everything else is read as UTF-8 with replacement characters. */
function encodingOf(chunk: Uint8Array): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
