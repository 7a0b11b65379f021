// What a parser is. Each is a plain object in its own file under test/, lint/ or security/,
// plus one line in that folder's index.ts and one folder under test/fixtures/parse/.
import type { LineLook } from './engine/dispatch/line-look.ts';
import type { Shelf } from './engine/shelf.ts';
import type { Section } from './section.ts';

interface ParserBase {
  /** The tool, as it appears in results: file name = id = fixture folder. */
  readonly id: string;
  /** Words of a command line that speak for this tool. They decide only between readings of the same lines. */
  readonly commands: readonly string[];
}

/** Reads console output line by line. */
export interface LineParser<Kind extends Section = Section> extends ParserBase {
  readonly form: 'lines';
  /**
   * What a line may start with, after blanks, to concern this parser while nothing is open: a list of beginnings, or a
   * string of single characters. Null for every line, which needs `concerns` to cost little.
   */
  readonly startsWith: string | readonly string[] | null;
  /** While nothing is open, only lines without blanks in front concern this parser. */
  readonly atMargin?: boolean;
  /** While nothing is open, only lines with so many blanks in front concern it; 4 stands for more, too. */
  readonly onlyIndents?: readonly (1 | 2 | 3 | 4)[];
  /** Also every line with so many blanks in front; 4 stands for more, too. */
  readonly indents?: readonly (1 | 2 | 3 | 4)[];
  /** Also every line without any character. */
  readonly empty?: boolean;
  /** Also lines that begin, without blanks, with a place in a file: "path:line", "path(line):", "path: line 3", "path: error: ". */
  readonly positions?: boolean;
  /** Also lines that end with one of these, whatever stands before. */
  readonly endsWith?: readonly string[];
  /**
   * A cheap look at such a line: false keeps it from the reader while nothing is open.
   * Parsers that share the same function share its cost.
   */
  readonly concerns?: (text: string) => boolean;
  /** For formats so general that they hold only where no other parser has found anything; findings: in the same lines. */
  readonly isFallback?: boolean;
  /** For annotations to a CI system, which some tools print beside their own report of the same findings. */
  readonly restates?: boolean;
  open(context: LineContext): LineReader<Kind>;
}

export interface LineReader<Kind extends Section = Section> {
  /**
   * One line: colours, CI timestamps and the line end are gone, blanks at both ends are kept.
   * Returns true while it wants every following line, blank ones too; false to go back to `startsWith`. "own" is true, and
   * says that the line is a result of a run with an unmistakable beginning: parsers with nothing open need not see it. A look
   * is true for the lines that it wants; all others would change nothing, and are kept from the reader until it answers anew.
   */
  line(text: string, lineNumber: number): boolean | 'own' | LineLook;
  /** All that was found; called once, after the last line. */
  end(): Kind[];
}

/** The same for all parsers of an output, so that those which read the same lines can share a reading. */
export interface LineContext {
  /** An earlier line: 1 is the one before the current line. Empty beyond the last 64 lines. */
  before(distance: number): string;
  /** The number of the line before the current one; in the end, of the last one. 0 before the first. */
  readonly lastLine: number;
  /**
   * Where what grows with the output is kept: `shelf.keep(tests, test)`, `shelf.keepFinding(findings, finding)` and
   * `shelf.keepRun(sections, section)`, no `push`.
   */
  readonly shelf: Shelf;
}

/** Reads a JSON document, wherever in the output it stands, whether on one line or on many. */
export interface JsonParser<Kind extends Section = Section> extends ParserBase {
  readonly form: 'json';
  /** The parsers of the same tools' console output: where both are found, they tell of the same run. */
  readonly consoles?: readonly string[];
  /**
   * Names or texts of which each of its documents holds at least one, in quotes: others need not be read, and programs log
   * many. Absent where no name is sure.
   */
  readonly holds?: readonly string[];
  /** Whether the document is this tool's. Must look at names that no other tool uses. */
  accepts(document: unknown): boolean;
  read(document: unknown, firstLine: number, lastLine: number): Kind[];
}

/** Reads a stream of one JSON document a line, each too small to be recognised for the whole. */
export interface JsonLinesParser<Kind extends Section = Section> extends ParserBase {
  readonly form: 'json-lines';
  /** As for a single document. */
  readonly holds?: readonly string[];
  accepts(document: unknown): boolean;
  open(shelf: Shelf): JsonLinesReader<Kind>;
}

export interface JsonLinesReader<Kind extends Section = Section> {
  document(document: unknown, lineNumber: number): void;
  /** A line between the documents, for tools that say some things in plain words. */
  text?(text: string, lineNumber: number): void;
  end(): Kind[];
}

/** Reads an XML report as its elements arrive. */
export interface XmlParser<Kind extends Section = Section> extends ParserBase {
  readonly form: 'xml';
  /** The names of root elements; several parsers may share one and then all read it. */
  readonly roots: readonly string[];
  /** As for JSON. */
  readonly consoles?: readonly string[];
  open(firstLine: number, shelf: Shelf): XmlReader<Kind>;
}

export interface XmlReader<Kind extends Section = Section> {
  /** `name` is without namespace prefix. */
  startElement(name: string, attributes: Readonly<Record<string, string>>): void;
  endElement(name: string): void;
  text(text: string): void;
  /** For tools that write their totals into comments. */
  comment?(text: string): void;
  /** `wellFormed` is false when the document broke off or is not XML after all. */
  end(lastLine: number, wellFormed: boolean): Kind[];
}

export type Parser<Kind extends Section = Section> =
  | LineParser<Kind>
  | JsonParser<Kind>
  | JsonLinesParser<Kind>
  | XmlParser<Kind>;
