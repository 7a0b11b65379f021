// Room parse: bytes -> sections. Every line goes to the few parsers it may concern, so that
// the speed does not depend on how many parsers there are.
import { LineSplitter } from './bytes-to-lines.ts';
import { ChannelSplitter } from './channels.ts';
import { cleanLine } from './clean-line.ts';
import { JsonDocumentFinder } from './json-documents.ts';
import type { JsonLinesParser, JsonLinesReader, JsonParser, LineParser, LineReader, Parser, XmlParser } from './parser.ts';
import type { Section } from './section.ts';
import { XmlDocumentFinder } from './xml-documents.ts';

/** A longer line is no tool's result line; reports may still be that long. */
const MAX_CONSOLE_LINE = 16 * 1024;
const REMEMBERED_LINES = 64;
/** Lines that start with a character beyond ASCII share one list. */
const BEYOND_ASCII = 128;

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
  readonly #parsers: readonly Parser[];
  readonly #splitter: LineSplitter;
  readonly #channelSplitter = new ChannelSplitter();
  readonly #channels = new Map<string, ChannelReader>();
  #oversized = false;
  #lineNumber = 0;

  constructor(parsers: readonly Parser[]) {
    this.#parsers = parsers;
    const oversized = () => {
      this.#oversized = true;
    };
    this.#splitter = new LineSplitter({ line: (text) => this.#line(text), oversized });
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  end(): OutputReading {
    this.#splitter.end();
    const channels = [...this.#channels].map(([channel, reader]) => ({ channel, sections: reader.end() }));
    const oversized = this.#oversized || [...this.#channels.values()].some((reader) => reader.oversized);
    return { channels, oversized };
  }

  #line(raw: string): void {
    this.#lineNumber += 1;
    const line = cleanLine(raw);
    const prefixed = this.#channelSplitter.split(line);
    if (prefixed === null) this.#channel('').line(line, this.#lineNumber);
    else this.#channel(prefixed.channel).line(prefixed.text, this.#lineNumber);
  }

  #channel(name: string): ChannelReader {
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      channel = new ChannelReader(this.#parsers);
      this.#channels.set(name, channel);
    }
    return channel;
  }
}

interface LineSubscriber {
  reader: LineReader;
  concerns: ((text: string) => boolean) | null;
  /** Wants every line, whatever it starts with. */
  active: boolean;
}

interface OfferedLine {
  slice: string;
  /** The copy that readers may keep; made when the first one wants the line. */
  text: string | null;
  lineNumber: number;
}

/** True when the subscriber begins or ceases to want every line. */
function offer(subscriber: LineSubscriber, line: OfferedLine): boolean {
  if (!subscriber.active && subscriber.concerns?.(line.slice) === false) return false;
  line.text ??= detached(line.slice);
  const active = subscriber.reader.line(line.text, line.lineNumber);
  const changed = active !== subscriber.active;
  subscriber.active = active;
  return changed;
}

class ChannelReader {
  oversized = false;
  readonly #sections: Section[] = [];
  readonly #xml: XmlDocumentFinder;
  readonly #json: JsonDocumentFinder;
  readonly #jsonParsers: JsonParser[];
  readonly #jsonLines: { parser: JsonLinesParser; reader: JsonLinesReader | null }[];
  readonly #openJsonLines: JsonLinesReader[] = [];
  readonly #subscribers: LineSubscriber[] = [];
  /** By the code of a line's first visible character: who listens to it. */
  readonly #listeners: LineSubscriber[][] = Array.from({ length: BEYOND_ASCII + 1 }, () => []);
  /** The same for lines that hold a position, to which more may listen. */
  readonly #listenersAtPositions: LineSubscriber[][] = Array.from({ length: BEYOND_ASCII + 1 }, () => []);
  #wantsPositions = false;
  #active: LineSubscriber[] = [];
  readonly #recent: string[] = new Array(REMEMBERED_LINES).fill('');
  #seen = 0;
  #documentTaken = false;

  constructor(parsers: readonly Parser[]) {
    const ofForm = <Form extends Parser['form']>(form: Form) =>
      parsers.filter((parser): parser is Extract<Parser, { form: Form }> => parser.form === form);
    this.#jsonParsers = ofForm('json');
    this.#jsonLines = ofForm('json-lines').map((parser) => ({ parser, reader: null }));
    this.#xml = new XmlDocumentFinder(ofForm('xml') as XmlParser[], (sections) => this.#sections.push(...sections));
    this.#json = new JsonDocumentFinder({
      document: (value, firstLine, lastLine) => this.#document(value, firstLine, lastLine),
      oversized: () => {
        this.oversized = true;
      },
    });
    for (const parser of ofForm('lines')) this.#subscribe(parser);
  }

  line(text: string, lineNumber: number): void {
    if (this.#xml.line(text, lineNumber)) return;
    this.#documentTaken = false;
    this.#json.line(text, lineNumber);
    if (this.#documentTaken || text.length > MAX_CONSOLE_LINE) return;
    for (const reader of this.#openJsonLines) reader.text?.(text, lineNumber);
    this.#dispatch(text, lineNumber);
    this.#recent[this.#seen % REMEMBERED_LINES] = text;
    this.#seen += 1;
  }

  end(): Section[] {
    this.#xml.end();
    for (const { reader } of this.#subscribers) this.#sections.push(...reader.end());
    for (const { reader } of this.#jsonLines) if (reader !== null) this.#sections.push(...reader.end());
    return this.#sections;
  }

  #subscribe(parser: LineParser): void {
    const before = (distance: number) =>
      distance > REMEMBERED_LINES
        ? ''
        : detached(this.#recent[(this.#seen - distance + REMEMBERED_LINES) % REMEMBERED_LINES] ?? '');
    const concerns = parser.concerns === undefined ? null : (text: string) => parser.concerns?.(text) === true;
    const subscriber: LineSubscriber = { reader: parser.open({ before }), concerns, active: false };
    this.#subscribers.push(subscriber);
    if (parser.positions === true) this.#wantsPositions = true;
    const codes = parser.startsWith === null ? null : new Set([...parser.startsWith].map(listCode));
    this.#listeners.forEach((list, code) => {
      if (codes === null || codes.has(code)) list.push(subscriber);
    });
    this.#listenersAtPositions.forEach((list, code) => {
      if (codes === null || codes.has(code) || parser.positions === true) list.push(subscriber);
    });
  }

  #dispatch(slice: string, lineNumber: number): void {
    const lists = this.#wantsPositions && holdsPosition(slice) ? this.#listenersAtPositions : this.#listeners;
    const listeners = lists[firstVisibleCode(slice)] ?? [];
    if (listeners.length === 0 && this.#active.length === 0) return;
    const line = { slice, text: null, lineNumber };
    const active = this.#active;
    let changed = false;
    for (const subscriber of listeners) changed = offer(subscriber, line) || changed;
    for (const subscriber of active) if (!listeners.includes(subscriber)) changed = offer(subscriber, line) || changed;
    if (changed) this.#active = this.#subscribers.filter((subscriber) => subscriber.active);
  }

  #document(value: unknown, firstLine: number, lastLine: number): void {
    for (const parser of this.#jsonParsers) {
      if (!parser.accepts(value)) continue;
      this.#sections.push(...parser.read(value, firstLine, lastLine));
      this.#documentTaken = true;
    }
    for (const entry of this.#jsonLines) {
      if (!entry.parser.accepts(value)) continue;
      if (entry.reader === null) {
        entry.reader = entry.parser.open();
        if (entry.reader.text !== undefined) this.#openJsonLines.push(entry.reader);
      }
      entry.reader.document(value, lastLine);
      this.#documentTaken = true;
    }
  }
}

/**
 * A copy that shares no memory with the text it was cut from. Engines keep the whole text alive behind every slice,
 * so ids kept from slices would keep the whole log.
 */
function detached(slice: string): string {
  return ` ${slice}`.slice(1);
}

/** Positions stand near the beginning of a line. */
const FARTHEST_POSITION = 1024;

/** Whether a number, or one in brackets, stands right behind a colon. */
function holdsPosition(text: string): boolean {
  for (let at = text.indexOf(':'); at !== -1 && at < FARTHEST_POSITION; at = text.indexOf(':', at + 1)) {
    const code = text.charCodeAt(at + 1);
    if ((code >= 48 && code <= 57) || code === 40) return true;
  }
  return false;
}

function listCode(character: string): number {
  return Math.min(character.charCodeAt(0), BEYOND_ASCII);
}

/** 0 for a blank line. */
function firstVisibleCode(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 32) return Math.min(code, BEYOND_ASCII);
  }
  return 0;
}
