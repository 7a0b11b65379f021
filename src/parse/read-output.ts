// Room parse: bytes -> sections. Every line goes to the few parsers it may concern.
import { LineSplitter } from './bytes-to-lines.ts';
import { ChannelSplitter } from './channels.ts';
import { firstVisible } from './characters.ts';
import { cleanLine } from './clean-line.ts';
import { JsonDocumentFinder, type JsonSink } from './json-documents.ts';
import { type Candidate, LineDispatch } from './line-dispatch.ts';
import type { JsonLinesParser, JsonLinesReader, JsonParser, LineParser, LineReader, Parser, XmlParser } from './parser.ts';
import type { Section } from './section.ts';
import { Shelf } from './shelf.ts';
import { XmlDocumentFinder } from './xml-documents.ts';

/** A longer line is no tool's result line; reports may still be that long. */
const MAX_CONSOLE_LINE = 16 * 1024;
const REMEMBERED_LINES = 64;
/** Nobody's output has more packages; what looks like more is something else, and each costs memory. */
const MAX_CHANNELS = 500;
/** The codes of what a report begins with. */
const [ANGLE_BRACKET, BRACKET, BRACE] = [60, 91, 123];

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

/** The parsers of one kind, sorted by how they read. Made once for all outputs. */
export class ParserPlan {
  readonly lines: readonly LineParser[];
  readonly json: readonly JsonParser[];
  readonly jsonLines: readonly JsonLinesParser[];
  readonly xml: readonly XmlParser[];
  readonly dispatch: LineDispatch;
  /** What a JSON document must hold to concern any parser; null when that may be anything. */
  readonly wantedJson: RegExp | null;

  constructor(parsers: readonly Parser[]) {
    const ofForm = <Form extends Parser['form']>(form: Form) =>
      parsers.filter((parser): parser is Extract<Parser, { form: Form }> => parser.form === form);
    this.lines = ofForm('lines');
    this.json = ofForm('json');
    this.jsonLines = ofForm('json-lines');
    this.xml = ofForm('xml');
    this.dispatch = new LineDispatch(this.lines);
    this.wantedJson = namesInQuotes([...this.json, ...this.jsonLines]);
  }
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
    const oversized = () => {
      this.#oversized = true;
    };
    this.#splitter = new LineSplitter({ line: (text, isPlain) => this.#line(text, isPlain), oversized });
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

  #line(raw: string, isPlain: boolean): void {
    this.#lineNumber += 1;
    const line = cleanLine(raw, isPlain);
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

interface Subscriber {
  readonly reader: LineReader;
  /** The reader's `line`: looking it up on readers of so many kinds costs more than many of them do. */
  readonly give: LineReader['line'];
  /** Wants every line, whatever it starts with. */
  isActive: boolean;
  /** The number of the last line it was given. */
  lastLine: number;
}

class ChannelReader {
  oversized = false;
  readonly #sections: Section[] = [];
  readonly #plan: ParserPlan;
  readonly #shelf: Shelf;
  readonly #xml: XmlDocumentFinder;
  readonly #json: JsonDocumentFinder;
  readonly #jsonLines: { parser: JsonLinesParser; reader: JsonLinesReader | null }[];
  readonly #openJsonLines: JsonLinesReader[] = [];
  readonly #subscribers: readonly Subscriber[];
  #active: Subscriber[] = [];
  /** By the place of a shared `concerns`: the last line it was asked about, and its answer. */
  readonly #askedAbout: Int32Array;
  readonly #answers: boolean[];
  readonly #earlier = new EarlierLines();
  #documentTaken = false;

  constructor(plan: ParserPlan, shelf: Shelf) {
    this.#plan = plan;
    this.#shelf = shelf;
    this.#jsonLines = plan.jsonLines.map((parser) => ({ parser, reader: null }));
    this.#xml = new XmlDocumentFinder(plan.xml, shelf, (section) => shelf.keepRun(this.#sections, section));
    const documents: JsonSink = {
      document: (value, firstLine, lastLine) => this.#document(value, firstLine, lastLine),
      oversized: () => {
        this.oversized = true;
      },
    };
    this.#json = new JsonDocumentFinder(documents, plan.wantedJson);
    const context = { before: (distance: number) => this.#earlier.before(distance), shelf };
    this.#subscribers = plan.lines.map((parser) => {
      const reader = parser.open(context);
      return { reader, give: reader.line.bind(reader), isActive: false, lastLine: 0 };
    });
    this.#askedAbout = new Int32Array(plan.dispatch.sharedConcerns.length);
    this.#answers = plan.dispatch.sharedConcerns.map(() => false);
  }

  line(text: string, lineNumber: number): void {
    const start = firstVisible(text);
    const isBlank = start === text.length;
    const first = isBlank ? 0 : text.charCodeAt(start);
    if ((first === ANGLE_BRACKET || this.#xml.isReading) && this.#xml.line(text, start, lineNumber)) return;
    if (first === BRACE || first === BRACKET || this.#json.isCollecting) {
      this.#documentTaken = false;
      this.#json.line(text, lineNumber);
      if (this.#documentTaken) return;
    }
    if (text.length > MAX_CONSOLE_LINE) return;
    if (this.#openJsonLines.length > 0) for (const reader of this.#openJsonLines) reader.text?.(text, lineNumber);
    this.#dispatch(text, start, lineNumber);
    this.#earlier.add(text);
  }

  end(): Section[] {
    this.#xml.end();
    for (const { reader } of this.#subscribers) this.#add(reader.end());
    for (const { reader } of this.#jsonLines) if (reader !== null) this.#add(reader.end());
    return this.#sections;
  }

  /** A log may hold more sections than a function may have arguments. */
  #add(sections: readonly Section[]): void {
    for (const section of sections) this.#sections.push(section);
  }

  #dispatch(text: string, start: number, lineNumber: number): void {
    if (this.#active.length > 0 && this.#giveToActive(text, lineNumber)) return;
    const { dispatch } = this.#plan;
    const byBeginning = dispatch.candidates(text, start);
    if (byBeginning.length > 0) this.#offer(byBeginning, text, start, lineNumber);
    const byEnd = dispatch.candidatesByEnd(text);
    if (byEnd.length > 0) this.#offer(byEnd, text, start, lineNumber);
  }

  #offer(candidates: readonly Candidate[], text: string, start: number, lineNumber: number): void {
    // Not by an iterator: this is asked of every line.
    for (let index = 0; index < candidates.length; index += 1) {
      const candidate = candidates[index] as Candidate;
      const subscriber = this.#subscribers[candidate.parser];
      if (subscriber === undefined || subscriber.lastLine === lineNumber) continue;
      if (!this.#concerns(text, start, lineNumber, candidate)) continue;
      subscriber.lastLine = lineNumber;
      if (subscriber.give(text, lineNumber) === false) continue;
      subscriber.isActive = true;
      this.#active.push(subscriber);
    }
  }

  /** True when one of them knows the line as its own. */
  #giveToActive(text: string, lineNumber: number): boolean {
    let isOwn = false;
    let hasEnded = false;
    for (const subscriber of this.#active) {
      const answer = subscriber.give(text, lineNumber);
      subscriber.lastLine = lineNumber;
      if (answer === 'own') isOwn = true;
      else if (answer === false) hasEnded = true;
      subscriber.isActive = answer !== false;
    }
    if (hasEnded) this.#active = this.#active.filter(({ isActive }) => isActive);
    return isOwn;
  }

  #concerns(text: string, start: number, lineNumber: number, { beginnings, endings, concerns, shared }: Candidate): boolean {
    if (beginnings !== null && !startsWithAny(text, beginnings, start)) return false;
    if (endings !== null && !endsWithAny(text, endings)) return false;
    if (concerns === null) return true;
    if (shared === -1) return concerns(text);
    if (this.#askedAbout[shared] !== lineNumber) {
      this.#askedAbout[shared] = lineNumber;
      this.#answers[shared] = concerns(text);
    }
    return this.#answers[shared] === true;
  }

  #document(value: unknown, firstLine: number, lastLine: number): void {
    for (const parser of this.#plan.json) {
      if (!parser.accepts(value)) continue;
      for (const section of parser.read(value, firstLine, lastLine)) this.#shelf.keepDocument(this.#sections, section);
      this.#documentTaken = true;
    }
    for (const entry of this.#jsonLines) {
      if (!entry.parser.accepts(value)) continue;
      if (entry.reader === null) {
        entry.reader = entry.parser.open(this.#shelf);
        if (entry.reader.text !== undefined) this.#openJsonLines.push(entry.reader);
      }
      entry.reader.document(value, lastLine);
      this.#documentTaken = true;
    }
  }
}

/**
 * The last lines, in two lists that are thrown away in turn: one list kept for long would have to be told to the garbage
 * collector at every line.
 */
class EarlierLines {
  #last: string[] = [];
  #before: string[] = [];

  add(text: string): void {
    if (this.#last.length === REMEMBERED_LINES) {
      this.#before = this.#last;
      this.#last = [];
    }
    this.#last.push(text);
  }

  before(distance: number): string {
    if (distance > REMEMBERED_LINES) return '';
    return this.#last.at(-distance) ?? this.#before.at(this.#last.length - distance) ?? '';
  }
}

function namesInQuotes(parsers: readonly (JsonParser | JsonLinesParser)[]): RegExp | null {
  if (parsers.some(({ holds }) => holds === undefined)) return null;
  const names = new Set(parsers.flatMap(({ holds = [] }) => holds));
  return new RegExp(`"(?:${[...names].join('|')})"`);
}

function startsWithAny(text: string, beginnings: readonly string[], start: number): boolean {
  for (const beginning of beginnings) if (text.startsWith(beginning, start)) return true;
  return false;
}

function endsWithAny(text: string, endings: readonly string[]): boolean {
  for (const ending of endings) if (text.endsWith(ending)) return true;
  return false;
}
