// Bytes -> sections. Takes from every line what the terminal, the CI system or a package manager put there, and
// passes over the lines that concern no parser.

import type { Section } from '../section.ts';
import { ChannelReader, MAX_CONSOLE_LINE } from './dispatch/dispatcher.ts';
import type { LineFilter } from './dispatch/line-filter.ts';
import type { ParserPlan } from './dispatch/parser-set.ts';
import { ChannelSplitter } from './input/package-prefixes.ts';
import type { Page } from './input/page.ts';
import { LineSplitter } from './input/split-lines.ts';
import { cleanLine } from './input/strip-decorations.ts';
import { Shelf } from './shelf.ts';

/** Nobody's output has more packages; what looks like more is something else, and each costs memory. */
const MAX_CHANNELS = 500;

/** The sections of lines that stand together: one package's output, or all of it. */
export interface ChannelSections {
  channel: string;
  sections: Section[];
}

export interface OutputReading {
  channels: ChannelSections[];
  /** Something was too large to be kept in memory, so what was read is not all there was. */
  oversized: boolean;
}

export class OutputReader {
  readonly #plan: ParserPlan;
  readonly #splitter: LineSplitter;
  readonly #channelSplitter = new ChannelSplitter();
  readonly #shelf: Shelf;
  readonly #main: ChannelReader;
  readonly #channels = new Map<string, ChannelReader>();
  #oversized = false;
  #lineNumber = 0;

  constructor(plan: ParserPlan, shelf = new Shelf()) {
    this.#plan = plan;
    this.#shelf = shelf;
    this.#main = new ChannelReader(plan, shelf);
    this.#splitter = new LineSplitter({
      page: (page) => this.#page(page),
      line: (text) => this.#line(text),
      oversized: () => {
        this.#oversized = true;
      },
    });
  }

  push(chunk: Uint8Array): void {
    if (!this.#shelf.isFull) this.#splitter.push(chunk);
  }

  end(): OutputReading {
    if (!this.#shelf.isFull) this.#splitter.end();
    const readers: [string, ChannelReader][] = this.#shelf.isFull ? [] : [['', this.#main], ...this.#channels];
    const channels = readers.map(([channel, reader]) => ({ channel, sections: reader.end() }));
    // Also by what is known to be a result only at the end.
    if (this.#shelf.isFull) return { channels: [], oversized: true };
    const oversized = this.#oversized || readers.some(([, reader]) => reader.oversized);
    return { channels, oversized };
  }

  #page(page: Page): void {
    const isSingle = page.text.length <= MAX_CONSOLE_LINE && !this.#channelSplitter.mayConcern(page.text);
    let start = 0;
    while (start < page.text.length) {
      const filter = isSingle ? this.#main.filter : null;
      start = filter === null ? this.#readLine(page, start, isSingle) : this.#readFirstWanted(page, start, filter);
    }
  }

  /** Reads the line that begins there. Answers where the next one does. `isSingle`: no line has the name of a channel in front. */
  #readLine(page: Page, start: number, isSingle: boolean): number {
    const end = page.text.indexOf('\n', start);
    const line = page.text.slice(start, end);
    const clean = page.mayStartTimestamp(start, end) ? cleanLine(line, true) : line;
    this.#lineNumber += 1;
    if (isSingle) this.#main.line(clean, this.#lineNumber);
    else this.#split(clean);
    return end + 1;
  }

  /** Reads the first line from there on that may concern somebody, and passes over those before it. Answers as `#readLine`. */
  #readFirstWanted(page: Page, start: number, filter: LineFilter): number {
    const hasFound = filter.find(page, start);
    const { found, passed } = filter;
    if (passed > 0) {
      this.#lineNumber += passed;
      this.#main.passOver(page.text.slice(start, found.start - 1), this.#lineNumber);
    }
    if (!hasFound) return page.text.length;
    if (page.mayStartTimestamp(found.start, found.end)) return this.#readLine(page, found.start, true);
    this.#lineNumber += 1;
    this.#main.found(page, found, this.#lineNumber);
    return found.end + 1;
  }

  #line(raw: string): void {
    this.#lineNumber += 1;
    this.#split(cleanLine(raw));
  }

  #split(line: string): void {
    const prefixed = this.#channelSplitter.split(line);
    if (prefixed === null) this.#main.line(line, this.#lineNumber);
    else this.#channel(prefixed.channel)?.line(prefixed.text, this.#lineNumber);
  }

  #channel(name: string): ChannelReader | undefined {
    let channel = this.#channels.get(name);
    if (channel === undefined && this.#channels.size < MAX_CHANNELS) {
      channel = new ChannelReader(this.#plan, this.#shelf);
      this.#channels.set(name, channel);
    }
    if (channel === undefined) this.#oversized = true;
    return channel;
  }
}
