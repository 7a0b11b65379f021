// The lines of one package's output, or of all of it -> sections. Every line goes to the few parsers it may concern.

import type { JsonLinesParser, JsonLinesReader, LineContext, LineReader } from '../../parser.ts';
import type { Section } from '../../section.ts';
import { endsWithAny, firstVisible, startsWithAny } from '../characters.ts';
import { JsonDocumentFinder, type JsonSink } from '../documents/json.ts';
import { XmlDocumentFinder } from '../documents/xml.ts';
import { EarlierLines } from '../input/line-history.ts';
import type { Page } from '../input/page.ts';
import type { Shelf } from '../shelf.ts';
import { type FoundLine, LineFilter, type OpenLook } from './line-filter.ts';
import type { LineLook } from './line-look.ts';
import type { ParserPlan } from './parser-set.ts';
import type { Candidate } from './trigger-index.ts';

/** A longer line is no tool's result line; reports may still be that long. */
export const MAX_CONSOLE_LINE = 16 * 1024;
/** More ways to want lines than any output takes: then they are made anew. */
const MAX_FILTERS = 16;
/** The codes of what a report begins with. */
const [ANGLE_BRACKET, BRACKET, BRACE] = [60, 91, 123];

interface Subscriber {
  /** The parser's place in the list of parsers. */
  readonly parser: number;
  readonly reader: LineReader;
  /** The reader's `line`: looking it up on readers of so many kinds costs more than many of them do. */
  readonly give: LineReader['line'];
  /** Wants lines, whatever they start with. */
  isActive: boolean;
  /** Which ones; null for all. */
  look: LineLook | null;
  /** The number of the last line it was given, or could have been. */
  lastLine: number;
}

/** How a line looks to those who turn it down without reading it. */
interface LineShape {
  /** Where its first visible character stands; its length for a blank line. */
  visible: number;
  /** Its places in tables. */
  beginning: number;
  ending: number;
  /** False when it holds no text that a reader wants to know of wherever it stands. */
  isHeld: boolean;
}

export class ChannelReader {
  oversized = false;
  readonly #sections: Section[] = [];
  readonly #plan: ParserPlan;
  readonly #shelf: Shelf;
  readonly #xml: XmlDocumentFinder;
  readonly #json: JsonDocumentFinder;
  readonly #jsonLines: { parser: JsonLinesParser; reader: JsonLinesReader | null }[];
  readonly #openJsonLines: JsonLinesReader[] = [];
  #subscribers: readonly Subscriber[];
  #active: Subscriber[] = [];
  /** By the place of a shared `concerns`: the last line it was asked about, and its answer. */
  readonly #askedAbout: Int32Array;
  readonly #answers: boolean[];
  readonly #earlier = new EarlierLines();
  /** Used again for every line. */
  readonly #shape: LineShape = { visible: 0, beginning: 0, ending: 0, isHeld: false };
  #documentTaken = false;
  #lastLine = 0;
  /** The one for the readers that are open now; undefined until it is asked for. */
  #filter: LineFilter | null | undefined = undefined;
  readonly #filters: LineFilter[] = [];

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
    const context = this.#context();
    this.#subscribers = plan.lines.map((parser, index) => {
      const reader = parser.open(context);
      return { parser: index, reader, give: reader.line.bind(reader), isActive: false, look: null, lastLine: 0 };
    });
    this.#askedAbout = new Int32Array(plan.dispatch.sharedConcerns.length);
    this.#answers = plan.dispatch.sharedConcerns.map(() => false);
  }

  /** Finds the lines that concern nobody, which may go to `passOver`; null when all must be read. */
  get filter(): LineFilter | null {
    if (this.#xml.isReading || this.#json.isCollecting || this.#openJsonLines.length > 0) return null;
    if (this.#filter === undefined) this.#filter = this.#findFilter();
    return this.#filter;
  }

  /** Some lines, with line ends between them, that concern nobody. `lastLine` is the number of the last of them. */
  passOver(lines: string, lastLine: number): void {
    this.#lastLine = lastLine;
    this.#earlier.add(lines);
  }

  /** A line that the filter has found. It has neither a timestamp nor a prefix. */
  found(page: Page, { start, visible, end, beginning, ending, isHeld }: FoundLine, lineNumber: number): void {
    const text = page.text.slice(start, end);
    if (page.mayBeginDocument(visible, end)) this.line(text, lineNumber, isHeld);
    else this.#console(text, lineNumber, this.#shapeOf(visible - start, beginning, ending, isHeld));
  }

  /** `isHeld` is false when it is known to hold no text that a reader wants to know of wherever it stands. */
  line(text: string, lineNumber: number, isHeld = true): void {
    const visible = firstVisible(text);
    const first = visible === text.length ? 0 : text.charCodeAt(visible);
    if ((first === ANGLE_BRACKET || this.#xml.isReading) && this.#xml.line(text, visible, lineNumber)) return;
    if (first === BRACE || first === BRACKET || this.#json.isCollecting) {
      this.#documentTaken = false;
      this.#json.line(text, lineNumber);
      if (this.#documentTaken) return;
    }
    if (text.length > MAX_CONSOLE_LINE) return;
    if (this.#openJsonLines.length > 0) for (const reader of this.#openJsonLines) reader.text?.(text, lineNumber);
    const { dispatch } = this.#plan;
    this.#console(text, lineNumber, this.#shapeOf(visible, dispatch.beginningOf(text, visible), dispatch.endOf(text), isHeld));
  }

  end(): Section[] {
    this.#xml.end();
    for (const { reader } of this.#subscribers) this.#add(reader.end());
    for (const { reader } of this.#jsonLines) if (reader !== null) this.#add(reader.end());
    // What readers kept beside their sections would else stand in memory until all is summed up.
    this.#subscribers = [];
    this.#active = [];
    return this.#sections;
  }

  #context(): LineContext {
    const lastLine = () => this.#lastLine;
    return {
      before: (distance) => this.#earlier.before(distance),
      get lastLine() {
        return lastLine();
      },
      shelf: this.#shelf,
    };
  }

  #findFilter(): LineFilter | null {
    const { dispatch } = this.#plan;
    if (dispatch.wantsPositions) return null;
    const open: OpenLook[] = [];
    for (const { parser, look } of this.#active) {
      if (look === null) return null;
      open.push({ parser, look });
    }
    const known = this.#filters.find((filter) => filter.isFor(open));
    if (known !== undefined) return known;
    const filter = new LineFilter(dispatch, open);
    if (this.#filters.length === MAX_FILTERS) this.#filters.length = 0;
    this.#filters.push(filter);
    return filter;
  }

  /** A log may hold more sections than a function may have arguments. */
  #add(sections: readonly Section[]): void {
    for (const section of sections) this.#sections.push(section);
  }

  #shapeOf(visible: number, beginning: number, ending: number, isHeld: boolean): LineShape {
    const shape = this.#shape;
    shape.visible = visible;
    shape.beginning = beginning;
    shape.ending = ending;
    shape.isHeld = isHeld;
    return shape;
  }

  #console(text: string, lineNumber: number, shape: LineShape): void {
    if (this.#active.length === 0 || !this.#giveToActive(text, lineNumber, shape)) {
      const { dispatch } = this.#plan;
      const byBeginning = dispatch.candidates(shape.beginning);
      if (byBeginning.length > 0) this.#offer(byBeginning, text, shape.visible, lineNumber);
      const byEnd = dispatch.candidatesByEnd(shape.ending);
      if (byEnd.length > 0) this.#offer(byEnd, text, shape.visible, lineNumber);
    }
    this.#lastLine = lineNumber;
    this.#earlier.add(text);
  }

  #offer(candidates: readonly Candidate[], text: string, visible: number, lineNumber: number): void {
    // Not by an iterator: this is asked of many lines.
    for (let index = 0; index < candidates.length; index += 1) {
      const candidate = candidates[index] as Candidate;
      const subscriber = this.#subscribers[candidate.parser];
      if (subscriber === undefined || subscriber.lastLine === lineNumber) continue;
      if (!this.#concerns(text, visible, lineNumber, candidate)) continue;
      subscriber.lastLine = lineNumber;
      const answer = subscriber.give(text, lineNumber);
      if (answer === false) continue;
      subscriber.isActive = true;
      this.#follow(subscriber, answer);
      this.#active.push(subscriber);
      this.#filter = undefined;
    }
  }

  /** True when one of them knows the line as its own. */
  #giveToActive(text: string, lineNumber: number, { beginning, ending, isHeld }: LineShape): boolean {
    let isOwn = false;
    let hasEnded = false;
    for (const subscriber of this.#active) {
      subscriber.lastLine = lineNumber;
      const { look } = subscriber;
      if (look !== null && !look.concernsLine(text, beginning, ending, isHeld)) continue;
      const answer = subscriber.give(text, lineNumber);
      if (answer === 'own') isOwn = true;
      else if (answer === false) hasEnded = true;
      subscriber.isActive = answer !== false;
      this.#follow(subscriber, answer);
    }
    if (hasEnded) {
      this.#active = this.#active.filter(({ isActive }) => isActive);
      this.#filter = undefined;
    }
    return isOwn;
  }

  #follow(subscriber: Subscriber, answer: boolean | 'own' | LineLook): void {
    const look = typeof answer === 'object' ? answer : null;
    if (look === subscriber.look) return;
    subscriber.look = look;
    this.#filter = undefined;
  }

  #concerns(text: string, visible: number, lineNumber: number, { beginnings, endings, concerns, shared }: Candidate): boolean {
    if (beginnings !== null && !startsWithAny(text, beginnings, visible)) return false;
    if (endings !== null && !endsWithAny(text, endings, text.length)) return false;
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
