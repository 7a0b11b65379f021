// The lines of one package's output, or of all of it -> sections. Every line goes to the few parsers it may concern.

import type { JsonLinesParser, JsonLinesReader, JsonParser, LineReader } from '../../parser.ts';
import type { Section } from '../../section.ts';
import { CharCode, endsWithAny, firstVisible, startsWithAny } from '../../shared/characters.ts';
import { JsonDocumentFinder, type JsonSink } from '../documents/json.ts';
import { XmlDocumentFinder } from '../documents/xml.ts';
import { FailureCollector } from '../failure-collector.ts';
import { LineHistory } from '../input/line-history.ts';
import { detach, type MemoryBudget } from '../memory-budget.ts';
import { type Position, ResultBuilder } from '../result-builder.ts';
import type { ParserSet } from './parser-set.ts';
import type { Candidate } from './trigger-index.ts';

/** A longer line is no tool's result line; reports may still be that long. */
const MAX_CONSOLE_LINE = 16 * 1024;

interface Subscriber {
  readonly reader: LineReader;
  /** Null for one that only completes the results of another. */
  readonly results: ResultBuilder | null;
  /** The reader's `line`, bound once: a megamorphic property lookup is slow. */
  readonly read: LineReader['line'];
  /** Gets every line, whatever the triggers say. */
  isActive: boolean;
  /** The number of the last line it was given, or could have been. */
  lastLine: number;
}

interface JsonStream {
  readonly parser: JsonLinesParser;
  readonly results: ResultBuilder;
  /** Null until the first document. */
  reader: JsonLinesReader | null;
}

export class Dispatcher {
  oversized = false;
  readonly #sections: Section[] = [];
  readonly #parsers: ParserSet;
  readonly #budget: MemoryBudget;
  readonly #xml: XmlDocumentFinder;
  readonly #json: JsonDocumentFinder;
  readonly #jsonLines: JsonStream[];
  readonly #openJsonLines: JsonLinesReader[] = [];
  #subscribers: readonly Subscriber[];
  #active: Subscriber[] = [];
  /** By the index of a shared prefilter: the last line it was asked about, and its answer. */
  readonly #askedAbout: Int32Array;
  readonly #answers: boolean[];
  readonly #history = new LineHistory();
  readonly #position: Position;
  #documentTaken = false;
  #lastLine = 0;
  /** The copy of the current line that all readers get; null until one needs it. */
  #copy: string | null = null;

  constructor(parsers: ParserSet, budget: MemoryBudget) {
    this.#parsers = parsers;
    this.#budget = budget;
    this.#position = { firstLine: 0, lineNumber: 0, before: (distance) => this.#history.before(distance) };
    this.#jsonLines = parsers.jsonLines.map((parser) => ({ parser, results: this.#builder(parser.id), reader: null }));
    this.#xml = new XmlDocumentFinder(parsers, budget, (section) => this.#sections.push(section));
    const documents: JsonSink = {
      document: (value, firstLine, lastLine) => this.#document(value, firstLine, lastLine),
      oversized: () => {
        this.oversized = true;
      },
    };
    this.#json = new JsonDocumentFinder(documents, parsers.wantedJson);
    const builders = parsers.lines.map(({ id }) => this.#builder(id));
    this.#subscribers = [
      ...parsers.lines.map((parser, index) => subscribe(parser.open(builders[index] as ResultBuilder), builders[index])),
      ...parsers.failures.map(({ parser, format }) => subscribe(new FailureCollector(format, builders[parser] as ResultBuilder))),
    ];
    this.#askedAbout = new Int32Array(parsers.triggers.sharedPrefilters.length);
    this.#answers = parsers.triggers.sharedPrefilters.map(() => false);
  }

  line(text: string, lineNumber: number): void {
    const visible = firstVisible(text);
    const first = visible === text.length ? 0 : text.charCodeAt(visible);
    if ((first === CharCode.LESS_THAN || this.#xml.isReading) && this.#xml.line(text, visible, lineNumber)) return;
    if (first === CharCode.LEFT_BRACE || first === CharCode.LEFT_BRACKET || this.#json.isCollecting) {
      this.#documentTaken = false;
      this.#json.line(text, lineNumber);
      if (this.#documentTaken) return;
    }
    if (text.length > MAX_CONSOLE_LINE) return;
    this.#position.firstLine = lineNumber;
    this.#position.lineNumber = lineNumber;
    this.#budget.startLine(text.length);
    if (this.#openJsonLines.length > 0) for (const reader of this.#openJsonLines) reader.text?.(detach(text));
    this.#console(text, visible, lineNumber);
  }

  end(): Section[] {
    this.#xml.end();
    this.#budget.startLine(0);
    this.#position.firstLine = this.#lastLine;
    this.#position.lineNumber = this.#lastLine;
    for (const { reader, results } of [...this.#subscribers, ...this.#jsonLines]) {
      reader?.end?.();
      if (results !== null) this.#collect(results);
    }
    // Readers and what they kept besides their sections are garbage from here on.
    this.#subscribers = [];
    this.#active = [];
    return this.#sections;
  }

  #builder(parser: string): ResultBuilder {
    return new ResultBuilder(this.#parsers.kind, parser, this.#budget, this.#position);
  }

  /** A log may have more sections than a function may have arguments. */
  #collect(results: ResultBuilder): void {
    for (const section of results.sections) this.#sections.push(section);
  }

  #console(line: string, visible: number, lineNumber: number): void {
    this.#copy = this.#active.length > 0 ? detach(line) : null;
    const text = this.#copy ?? line;
    // A claimed line is offered to readers of failures only.
    const first = this.#active.length > 0 && this.#readActive(text, lineNumber) ? this.#parsers.lines.length : 0;
    const { triggers } = this.#parsers;
    const byPrefix = triggers.candidates(triggers.prefixKeyOf(text, visible));
    if (byPrefix.length > 0) this.#offer(byPrefix, first, text, visible, lineNumber);
    const bySuffix = triggers.candidatesBySuffix(triggers.suffixKeyOf(text));
    if (bySuffix.length > 0) this.#offer(bySuffix, first, text, visible, lineNumber);
    this.#lastLine = lineNumber;
    this.#history.add(text);
  }

  /** `first`: the index of the first subscriber that may read the line. */
  #offer(candidates: readonly Candidate[], first: number, text: string, visible: number, lineNumber: number): void {
    // Not by an iterator: this runs for many lines.
    for (let index = 0; index < candidates.length; index += 1) {
      const candidate = candidates[index] as Candidate;
      if (candidate.parser < first) continue;
      const subscriber = this.#subscribers[candidate.parser];
      if (subscriber === undefined || subscriber.lastLine === lineNumber) continue;
      if (!this.#matches(text, visible, lineNumber, candidate)) continue;
      subscriber.lastLine = lineNumber;
      this.#copy ??= detach(text);
      if (subscriber.read(this.#copy) === false) continue;
      subscriber.isActive = true;
      this.#active.push(subscriber);
    }
  }

  /** True when one of them claims the line. */
  #readActive(text: string, lineNumber: number): boolean {
    let isClaimed = false;
    let hasEnded = false;
    for (const subscriber of this.#active) {
      subscriber.lastLine = lineNumber;
      const answer = subscriber.read(text);
      if (answer === 'claimed') isClaimed = true;
      else if (answer === false) hasEnded = true;
      subscriber.isActive = answer !== false;
    }
    if (hasEnded) this.#active = this.#active.filter(({ isActive }) => isActive);
    return isClaimed;
  }

  #matches(
    text: string,
    visible: number,
    lineNumber: number,
    { prefixes, suffixes, contains, prefilter, shared }: Candidate,
  ): boolean {
    if (prefixes !== null && !startsWithAny(text, prefixes, visible)) return false;
    if (suffixes !== null && !endsWithAny(text, suffixes, text.length)) return false;
    if (contains !== null && !contains.test(text)) return false;
    if (prefilter === null) return true;
    if (shared === -1) return prefilter(text);
    if (this.#askedAbout[shared] !== lineNumber) {
      this.#askedAbout[shared] = lineNumber;
      this.#answers[shared] = prefilter(text);
    }
    return this.#answers[shared] === true;
  }

  #document(value: unknown, firstLine: number, lastLine: number): void {
    this.#position.firstLine = firstLine;
    this.#position.lineNumber = lastLine;
    this.#budget.startLine(0);
    for (const parser of this.#parsers.json) if (parser.accepts(value)) this.#readDocument(parser, value);
    for (const entry of this.#jsonLines) if (entry.parser.accepts(value)) this.#readStream(entry, value);
  }

  #readDocument(parser: JsonParser, value: unknown): void {
    const results = this.#builder(parser.id);
    parser.read(value, results);
    this.#collect(results);
    this.#documentTaken = true;
  }

  #readStream(entry: JsonStream, value: unknown): void {
    if (entry.reader === null) {
      entry.reader = entry.parser.open(entry.results);
      if (entry.reader.text !== undefined) this.#openJsonLines.push(entry.reader);
    }
    entry.reader.document(value);
    this.#documentTaken = true;
  }
}

function subscribe(reader: LineReader, results: ResultBuilder | null = null): Subscriber {
  return { reader, results, read: reader.line.bind(reader), isActive: false, lastLine: 0 };
}
