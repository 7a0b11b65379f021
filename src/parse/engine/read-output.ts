// Bytes -> sections. Strips from every line what the terminal, the CI system or a package manager added.

import type { Section } from '../section.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import type { ParserSet } from './dispatch/parser-set.ts';
import { PackagePrefixes } from './input/package-prefixes.ts';
import { LineSplitter } from './input/split-lines.ts';
import { cleanLine, type LineBatch } from './input/strip-decorations.ts';
import { MemoryBudget } from './memory-budget.ts';

/** More than any workspace has; each costs memory. */
const MAX_STREAMS = 500;

/** The sections of one package's output, or of all of it. */
export interface StreamSections {
  stream: string;
  sections: Section[];
}

export interface OutputReading {
  streams: StreamSections[];
  /** Something was too large to be kept in memory, so what was read is not all there was. */
  oversized: boolean;
}

export class OutputReader {
  readonly #parsers: ParserSet;
  readonly #splitter: LineSplitter;
  readonly #prefixes = new PackagePrefixes();
  readonly #budget: MemoryBudget;
  readonly #main: Dispatcher;
  readonly #streams = new Map<string, Dispatcher>();
  #oversized = false;
  #lineNumber = 0;

  constructor(parsers: ParserSet, budget = new MemoryBudget()) {
    this.#parsers = parsers;
    this.#budget = budget;
    this.#main = new Dispatcher(parsers, budget);
    this.#splitter = new LineSplitter({
      batch: (batch) => this.#batch(batch),
      line: (text) => this.#line(text),
      oversized: () => {
        this.#oversized = true;
      },
    });
  }

  push(chunk: Uint8Array): void {
    if (!this.#budget.isExceeded) this.#splitter.push(chunk);
  }

  end(): OutputReading {
    if (!this.#budget.isExceeded) this.#splitter.end();
    const readers: [string, Dispatcher][] = this.#budget.isExceeded ? [] : [['', this.#main], ...this.#streams];
    const streams = readers.map(([stream, reader]) => ({ stream, sections: reader.end() }));
    // Also by what is known to be a result only at the end.
    if (this.#budget.isExceeded) return { streams: [], oversized: true };
    const oversized = this.#oversized || readers.some(([, reader]) => reader.oversized);
    return { streams, oversized };
  }

  #batch({ text, hadTimestamps }: LineBatch): void {
    const isPlain = !this.#prefixes.mayMatch(text);
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const line = text.slice(start, end);
      const clean = hadTimestamps ? line : cleanLine(line, true);
      this.#lineNumber += 1;
      if (isPlain) this.#main.line(clean, this.#lineNumber);
      else this.#split(clean);
      start = end + 1;
    }
  }

  #line(raw: string): void {
    this.#lineNumber += 1;
    this.#split(cleanLine(raw));
  }

  #split(line: string): void {
    const prefixed = this.#prefixes.split(line);
    if (prefixed === null) this.#main.line(line, this.#lineNumber);
    else this.#stream(prefixed.stream)?.line(prefixed.text, this.#lineNumber);
  }

  #stream(name: string): Dispatcher | undefined {
    let stream = this.#streams.get(name);
    if (stream === undefined && this.#streams.size < MAX_STREAMS) {
      stream = new Dispatcher(this.#parsers, this.#budget);
      this.#streams.set(name, stream);
    }
    if (stream === undefined) this.#oversized = true;
    return stream;
  }
}
