// What a parser is: a plain object in its own file under test/, lint/ or security/ (in the folder of its tool family, if there
// is one), one line in index.ts there, and one folder under test/fixtures/parse/. Parsers emit into `Results`, which the engine
// owns.
import type { TestDetails } from '../contract/index.ts';
import type { RawDetails, RunOf, Section } from './section.ts';

interface ParserBase {
  /** The tool as it appears in results, and the name of its fixture folder. */
  readonly id: string;
  /** Words of a command line that indicate this tool. They only decide between parsers that matched the same lines. */
  readonly commands: readonly string[];
}

/** Where a parser emits its results. The engine counts memory, knows line numbers and copies strings. */
export interface Results<Kind extends Section = Section> {
  /** The line that is being read; for a document and in `end`, the last line that was read. */
  readonly lineNumber: number;
  /** An earlier line: 1 is the line before the current one. Empty beyond the last 64 lines. */
  before(distance: number): string;
  /** Starts a run at the current line (for a document: at its first line) and adds it to the results. */
  beginRun(initial?: Partial<Kind>): RunOf<Kind>;
  /** Like `beginRun`, but the run counts only after `add`: for output that another program could imitate. */
  draftRun(initial?: Partial<Kind>): RunOf<Kind>;
  add(run: Kind): void;
  /** Collections for everything that grows with the output: what they hold counts against the memory limit. */
  list<Entry>(): Entry[];
  map<Key, Value>(): Map<Key, Value>;
  set<Value>(): Set<Value>;
  /** Details in the form of a result: shortened, without colors, and without what is no number. Runs do this by themselves. */
  details(raw: RawDetails): TestDetails;
  /** Empties a list and gives its memory back. */
  discard(list: unknown[]): void;
  /** The memory limit is exceeded: nothing more is kept, and no numbers will be reported. */
  readonly isFull: boolean;
}

/** The engine calls an idle reader only for lines that match one of its triggers. */
export interface Triggers {
  /**
   * Prefixes after leading spaces, as a list of strings or a string of single characters; null for every line, which needs a
   * cheap `prefilter`.
   */
  readonly startsWith: string | readonly string[] | null;
  /** Restricts triggers to lines without leading spaces. */
  readonly atMargin?: boolean;
  /** Restricts triggers to lines with so many leading spaces; 4 means 4 or more. */
  readonly onlyIndents?: readonly (1 | 2 | 3 | 4)[];
  /** Additional trigger: any line with so many leading spaces; 4 means 4 or more. */
  readonly indents?: readonly (1 | 2 | 3 | 4)[];
  /** Additional trigger: empty lines. */
  readonly empty?: boolean;
  /** Additional trigger: lines that start with a file position: "path:line", "path(line):", "path: line 3", "path: error: ". */
  readonly positions?: boolean;
  /** Additional trigger: lines with one of these suffixes. */
  readonly endsWith?: readonly string[];
  /** Restricts file positions and digits as triggers, which lines of many tools have, to lines that match. */
  readonly contains?: RegExp;
  /** A cheap test of a triggered line; false skips it while the parser is idle. Parsers that share the function share its cost. */
  readonly prefilter?: (text: string) => boolean;
}

/** Reads console output line by line. */
export interface LineParser<Kind extends Section = Section> extends ParserBase, Triggers {
  readonly form: 'lines';
  /** How the tool reports failed tests, apart from the lines with their results. */
  readonly failures?: FailureReports;
  /** For formats so general that they count only where no other parser found anything; findings: in the same lines. */
  readonly isFallback?: boolean;
  /** For CI annotations, which some tools print in addition to their own report of the same findings. */
  readonly isAnnotation?: boolean;
  open(results: Results<Kind>): LineReader;
}

export interface LineReader {
  /**
   * One line without colors, CI timestamps and line end; spaces at both ends are kept. Returns true to get every following
   * line, false to become idle until the next trigger. "claimed" is true and marks a result inside a run with a header: idle
   * parsers are not called for it.
   */
  line(text: string): boolean | 'claimed';
  /** Called once after the last line, for results that are only known then. */
  end?(): void;
}

/**
 * The reports of single failures on a console: a heading that names the test, and lines below it. They are assigned to the
 * failed tests of the same parser by their titles. Triggers are those of headings.
 */
export interface FailureReports extends Triggers {
  /** The test that a line names, if it begins a report. `before` is that of `Results`. */
  heading(text: string, before: (distance: number) => string): FailureHeading | null;
  /** Reads the lines below a heading. */
  open(heading: FailureHeading): (text: string) => FailureLine;
  /** How headings may name a test, the most specific first. */
  titles(id: string): readonly string[];
  /** For tools that print several reports of one failure, which belong together. */
  readonly areJoined?: boolean;
}

export interface FailureHeading extends RawDetails {
  title: string;
}

/** A line of the message; the place of the failure; null for a line that is neither; false for one behind the report. */
export type FailureLine = string | FailurePlace | null | false;

export interface FailurePlace {
  file: string;
  line: number | null;
  /** If the line is also one of the message. */
  text?: string;
}

/** Reads a JSON document, wherever it is in the output, on one line or on many. */
export interface JsonParser<Kind extends Section = Section> extends ParserBase {
  readonly form: 'json';
  /** The parsers of the same tool's console output: where both match, they report the same run. */
  readonly consoles?: readonly string[];
  /** For formats that many tools write: only the names of the tests show which tool wrote the report. */
  readonly isOfManyTools?: true;
  /** Strings of which every document of this tool contains at least one, in quotes; absent where no string is certain. */
  readonly contains?: readonly string[];
  /** Whether the document is this tool's. Must test for member names that no other tool uses. */
  accepts(document: unknown): boolean;
  read(document: unknown, results: Results<Kind>): void;
}

/** Reads a stream of JSON documents, each too small to be recognized as a whole report. */
export interface JsonLinesParser<Kind extends Section = Section> extends ParserBase {
  readonly form: 'json-lines';
  /** As for `JsonParser`. */
  readonly contains?: readonly string[];
  accepts(document: unknown): boolean;
  /** Called for the first accepted document. */
  open(results: Results<Kind>): JsonLinesReader;
}

export interface JsonLinesReader {
  document(document: unknown): void;
  /** A line between the documents, for tools that also print plain text. */
  text?(text: string): void;
  end?(): void;
}

/** Reads an XML report element by element. */
export interface XmlParser<Kind extends Section = Section> extends ParserBase {
  readonly form: 'xml';
  /** Names of root elements; parsers with the same root all read the document. */
  readonly roots: readonly string[];
  /** As for `JsonParser`. */
  readonly consoles?: readonly string[];
  /** As for `JsonParser`. */
  readonly isOfManyTools?: true;
  open(results: Results<Kind>): XmlReader;
}

export interface XmlReader {
  /** `name` has no namespace prefix. */
  startElement(name: string, attributes: Readonly<Record<string, string>>): void;
  endElement(name: string): void;
  text(text: string): void;
  /** For tools that write their totals into comments. */
  comment?(text: string): void;
  /** `isWellFormed` is false when the document is truncated or malformed. */
  end(isWellFormed: boolean): void;
}

export type Parser<Kind extends Section = Section> =
  | LineParser<Kind>
  | JsonParser<Kind>
  | JsonLinesParser<Kind>
  | XmlParser<Kind>;
