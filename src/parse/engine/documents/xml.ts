// Finds XML reports in a stream of lines and hands their elements to the parsers that know the root.
// Document type definitions are never acted on: entities of their own are unknown and end the document as malformed.
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { XmlParser, XmlReader } from '../../parser.ts';
import type { Section } from '../../section.ts';
import type { ParserSet } from '../dispatch/parser-set.ts';
import { detach, type MemoryBudget } from '../memory-budget.ts';
import { type Position, ResultBuilder } from '../result-builder.ts';

const ANGLE_BRACKET = 60;
const BEGINNING = /^<(\?xml\b|!DOCTYPE\b|!--|[A-Za-z][\w:.-]*)/;

export class XmlDocumentFinder {
  readonly #parsersByRoot = new Map<string, XmlParser[]>();
  readonly #kind: Section['kind'];
  readonly #budget: MemoryBudget;
  readonly #found: (section: Section) => void;
  #document: OpenDocument | null = null;

  constructor(parsers: Pick<ParserSet, 'kind' | 'xml'>, budget: MemoryBudget, found: (section: Section) => void) {
    this.#kind = parsers.kind;
    this.#budget = budget;
    this.#found = found;
    for (const parser of parsers.xml) {
      for (const root of parser.roots) this.#parsersByRoot.set(root, [...(this.#parsersByRoot.get(root) ?? []), parser]);
    }
  }

  /** A document was begun; else only a line that begins with "<" can begin one. */
  get isReading(): boolean {
    return this.#document !== null;
  }

  /** `start` is the index of the first visible character. True when the line belongs to a report. */
  line(text: string, start: number, lineNumber: number): boolean {
    if (this.#document === null) {
      if (text.charCodeAt(start) !== ANGLE_BRACKET || !this.#mayBegin(text, start)) return false;
      this.#document = new OpenDocument(lineNumber, this.#kind, this.#parsersByRoot, this.#budget);
    }
    const document = this.#document;
    document.write(text, lineNumber);
    if (document.state === 'open') return document.rootKnown;
    this.#document = null;
    for (const section of document.end()) this.#found(section);
    return document.rootKnown;
  }

  end(): void {
    if (this.#document === null) return;
    for (const section of this.#document.end()) this.#found(section);
    this.#document = null;
  }

  #mayBegin(text: string, start: number): boolean {
    if (this.#parsersByRoot.size === 0) return false;
    const name = BEGINNING.exec(text.slice(start, start + 128))?.[1];
    return name !== undefined && (!/^[A-Za-z]/.test(name) || this.#parsersByRoot.has(withoutPrefix(name)));
  }
}

/** No report is nested deeper. */
const MAX_DEPTH = 500;
/** Text that is handed over before its end is seen: a test may have printed any amount of it. */
const LONG_TEXT = 64 * 1024;

/** Of a tag or a comment. */
const MAX_UNFINISHED_LENGTH = 16 * 1024 * 1024;

/** What the parser has read of a text, a tag or a comment whose end it has not seen. */
interface Unfinished {
  state: number;
  text: string;
}

/** By which the parser tells that what it has read is text. */
const TEXT_STATES = ['<a>', '<a><![CDATA['].map((beginning) => unfinishedOf(new SaxesParser().write(beginning)).state);

function unfinishedOf(parser: SaxesParser): Unfinished {
  return parser as unknown as Unfinished;
}

/** Stops in the middle of a line, which may hold megabytes that each are an error of their own. */
const NOTHING_MORE = new Error('this document is not read any further');

interface OpenReader {
  reader: XmlReader;
  results: ResultBuilder;
}

function detachAll(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, detach(value)]));
}

class OpenDocument {
  state: 'open' | 'closed' | 'malformed' | 'unknown' = 'open';
  readonly #readers: OpenReader[] = [];
  readonly #parser = new SaxesParser();
  #depth = 0;
  readonly #position: Position;

  constructor(firstLine: number, kind: Section['kind'], parsersByRoot: ReadonlyMap<string, XmlParser[]>, budget: MemoryBudget) {
    this.#position = { firstLine, lineNumber: firstLine, before: () => '' };
    const open = (parser: XmlParser): OpenReader => {
      const results = new ResultBuilder(kind, parser.id, budget, this.#position);
      return { reader: parser.open(results), results };
    };
    const parser = this.#parser;
    parser.on('opentag', (tag: SaxesTagPlain) => {
      if (this.#depth === 0) this.#openReaders((parsersByRoot.get(withoutPrefix(tag.name)) ?? []).map(open));
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) this.#giveUp();
      const name = withoutPrefix(tag.name);
      const attributes = detachAll(tag.attributes);
      for (const { reader } of this.#readers) reader.startElement(name, attributes);
    });
    parser.on('closetag', (tag: SaxesTagPlain) => {
      this.#depth -= 1;
      for (const { reader } of this.#readers) reader.endElement(withoutPrefix(tag.name));
      if (this.#depth === 0 && this.state === 'open') this.state = 'closed';
    });
    const text = (value: string) => {
      if (this.#depth === 0) return;
      for (const { reader } of this.#readers) reader.text(detach(value));
    };
    parser.on('text', text);
    parser.on('cdata', text);
    parser.on('comment', (value: string) => {
      for (const { reader } of this.#readers) reader.comment?.(value);
    });
    parser.on('error', () => this.#giveUp());
  }

  get rootKnown(): boolean {
    return this.#readers.length > 0;
  }

  write(line: string, lineNumber: number): void {
    this.#position.lineNumber = lineNumber;
    try {
      this.#parser.write(`${replaceForbidden(line)}\n`);
      this.#handOverLongText();
    } catch (reason) {
      if (reason !== NOTHING_MORE) throw reason;
    }
  }

  end(): Section[] {
    return this.#readers.flatMap(({ reader, results }) => {
      reader.end(this.state === 'closed');
      return results.sections;
    });
  }

  #giveUp(): never {
    if (this.state === 'open') this.state = 'malformed';
    throw NOTHING_MORE;
  }

  #handOverLongText(): void {
    const unfinished = unfinishedOf(this.#parser);
    if (unfinished.text.length < LONG_TEXT) return;
    if (!TEXT_STATES.includes(unfinished.state)) {
      if (unfinished.text.length > MAX_UNFINISHED_LENGTH) this.#giveUp();
      return;
    }
    for (const { reader } of this.#readers) reader.text(detach(unfinished.text));
    unfinished.text = '';
  }

  #openReaders(readers: readonly OpenReader[]): void {
    if (readers.length === 0) {
      this.state = 'unknown';
      throw NOTHING_MORE;
    }
    this.#readers.push(...readers);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: tools put raw program output into their reports
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const FORBIDDEN_REFERENCE = /&#(?:x0*(?:[0-8bcef]|1[0-9a-f]|fff[ef])|0*(?:[0-8]|1[124-9]|2[0-9]|3[01]));/gi;

/** Captured output holds characters that XML forbids; they are no reason to distrust the report around them. */
function replaceForbidden(line: string): string {
  const clean = line.replace(FORBIDDEN, '\ufffd');
  return clean.includes('&#') ? clean.replace(FORBIDDEN_REFERENCE, '\ufffd') : clean;
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
