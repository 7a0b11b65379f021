// Finds JSON documents in a stream of lines. It looks at lines, it takes none away:
// a line that only looked like the beginning of a document is console text as before.
import { KeptLines } from '../../shared/line-buffer.ts';

/** Reports larger than this are not read; what is said about them must then not be a number. */
const MAX_DOCUMENT_LENGTH = 48 * 1024 * 1024;

export interface JsonSink {
  document(value: unknown, firstLine: number, lastLine: number): void;
  /** A document began and was too large to read. */
  oversized(firstLine: number): void;
}

const OPENERS = new Set(['{', '[']);
const CLOSERS = new Set(['}', ']']);
/** What may follow an opening bracket: "[INFO]", "[2026-11-15 10:00]" and "{ name: 1 }" are no JSON. */
const AFTER_OPENER = /^(?:\{\s*(?:$|["}])|\[\s*(?:$|["{[\]]|-?\d{1,20}\s*[,\]]|true\b|false\b|null\b))/;
/** By the code of a character: whether it may be that, or a blank before it. Most lines in brackets are turned down by this alone. */
const MAY_FOLLOW_OPENER: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  '"}{[]tfn-0123456789 \t'.includes(String.fromCharCode(code)),
);

/** What a line inside a pretty-printed document may start with. */
const INSIDE = /^\s*(?:$|["{[\]},0-9-]|true|false|null)/;

const QUOTE = 0x22;
const BRACE = 0x7b;
const BACKSLASH = 0x5c;
/** By the code of a character: what it does to the depth. */
const BRACKET_STEPS = new Int8Array(128);
for (const bracket of '{[') BRACKET_STEPS[bracket.charCodeAt(0)] = 1;
for (const bracket of '}]') BRACKET_STEPS[bracket.charCodeAt(0)] = -1;
const BROKEN = -1;

export class JsonDocumentFinder {
  readonly #sink: JsonSink;
  readonly #wanted: RegExp | null;
  /** The lines of a document whose end has not been seen. */
  #lines: KeptLines | null = null;
  #lastLine = '';
  #length = 0;
  #depth = 0;
  #firstLine = 0;

  /** `wanted` finds what some reader's document would hold; null when that may be anything. */
  constructor(sink: JsonSink, wanted: RegExp | null = null) {
    this.#sink = sink;
    this.#wanted = wanted;
  }

  /** A document was begun; else only a line that begins with a bracket can begin one. */
  get isCollecting(): boolean {
    return this.#lines !== null;
  }

  /** True when the line belongs to a document that is being collected, or was one by itself. */
  line(text: string, lineNumber: number): boolean {
    if (this.#lines !== null) return this.#collect(this.#lines, text, lineNumber);
    return text !== '' && BRACKET_STEPS[text.charCodeAt(0)] === 1 && this.#begin(text, lineNumber);
  }

  #begin(text: string, lineNumber: number): boolean {
    if (text.length > 1 && MAY_FOLLOW_OPENER[text.charCodeAt(1)] !== true) return false;
    const isMember = text.charCodeAt(0) === BRACE && text.charCodeAt(1) === QUOTE;
    if (!isMember && !AFTER_OPENER.test(text.length > 64 ? text.slice(0, 64) : text)) return false;
    const last = lastVisibleCharacter(text);
    const isWanted = this.#wanted?.test(text) !== false;
    if (isWanted && (last === '}' || last === ']') && this.#tryParse(text, lineNumber, lineNumber)) return true;
    // Most programs that log in JSON write one flat document a line.
    if (!isWanted && last === '}' && text.indexOf('{', 1) === -1 && text.indexOf('[', 1) === -1) return false;
    const { depth, end } = scan(text, 0);
    if (depth <= 0) return depth === 0 && end < text.length && this.#tryParse(text.slice(0, end), lineNumber, lineNumber);
    this.#depth = depth;
    this.#firstLine = lineNumber;
    this.#lines = new KeptLines();
    this.#length = 0;
    this.#add(this.#lines, text);
    return true;
  }

  #add(lines: KeptLines, text: string): void {
    lines.add(text);
    this.#lastLine = text;
    this.#length += text.length + 1;
  }

  #collect(lines: KeptLines, text: string, lineNumber: number): boolean {
    const isInside = INSIDE.test(text.length > 64 ? text.slice(0, 64) : text) && !this.#lacksComma(text);
    const { depth, end } = isInside ? scan(text, this.#depth) : NOT_JSON;
    this.#depth = depth;
    if (depth === BROKEN) {
      this.#giveUp(lines);
      // The line may begin a document of its own.
      return OPENERS.has(text.charAt(0)) && this.#begin(text, lineNumber);
    }
    if (this.#length + text.length > MAX_DOCUMENT_LENGTH) {
      this.#lines = null;
      this.#sink.oversized(this.#firstLine);
      return false;
    }
    this.#add(lines, text.slice(0, end));
    if (depth > 0) return true;
    this.#lines = null;
    return this.#tryParse(lines.text(), this.#firstLine, lineNumber);
  }

  /** Two documents below each other, of which none can be inside the one that was begun. */
  #lacksComma(text: string): boolean {
    return OPENERS.has(text.charAt(0)) && CLOSERS.has(lastVisibleCharacter(this.#lastLine));
  }

  /** What was begun is no document, but the lines collected since may each be one. */
  #giveUp(lines: KeptLines): void {
    this.#lines = null;
    for (const [index, line] of lines.lines().slice(1).entries()) {
      if (OPENERS.has(line.charAt(0))) this.#tryParse(line, this.#firstLine + 1 + index, this.#firstLine + 1 + index);
    }
  }

  #tryParse(text: string, firstLine: number, lastLine: number): boolean {
    if (this.#wanted?.test(text) === false) return false;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return false;
    }
    this.#sink.document(value, firstLine, lastLine);
    return true;
  }
}

interface Scan {
  /** How many brackets are open after the line, or BROKEN: no string reaches over a line end, no bracket closes what is not open. */
  depth: number;
  /** Where the document ends within the line: tools that write no line end behind a report have other text follow it. */
  end: number;
}

const NOT_JSON: Scan = { depth: BROKEN, end: 0 };

function scan(text: string, before: number): Scan {
  let depth = before;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) inString = !inString;
    else if (inString) index += code === BACKSLASH ? 1 : 0;
    else if (BRACKET_STEPS[code]) {
      depth += BRACKET_STEPS[code];
      if (depth === 0) return { depth, end: index + 1 };
    }
  }
  return inString ? NOT_JSON : { depth, end: text.length };
}

function lastVisibleCharacter(text: string): string {
  let index = text.length - 1;
  while (index >= 0 && text.charCodeAt(index) <= 32) index -= 1;
  return text.charAt(index);
}
