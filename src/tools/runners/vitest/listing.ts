// The tests that vitest's reporters list: one per line with the file (verbose), or below the line of their file (default,
// tree). Test output may look the same, so only a complete listing is used.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { byCode, CharCode, isDigit } from '../../../parse/shared/characters.ts';
import { GroupStack, indentOf } from '../shared/indented-groups.ts';

interface ListedFile {
  /** The number of tests according to the line of the file; null in a verbose listing. */
  announced: number | null;
  tests: TestResult[];
  /** The default reporter omits the names of groups. */
  hasFullNames: boolean;
}

/** The file of the previous test in a verbose listing; most lines have the same file. */
interface VerboseFile {
  /** As printed. */
  path: string;
  /** As in ids. */
  name: string;
  file: ListedFile;
}

/** A test whose name continues on the next line. */
interface UnfinishedName {
  test: TestResult;
  lines: number;
}

const SYMBOLS = byCode<TestStatus | 'group'>({
  '✓': 'passed',
  '√': 'passed',
  '×': 'failed',
  '↓': 'skipped',
  '□': 'skipped',
  '❯': 'group',
});
/** The start of the text after the symbol of a file, or of a test with its file. */
const OUTERMOST_TEXT = 3;
const SEPARATOR = ' > ';

/** "a.test.ts (4 tests | 1 failed) 12ms"; on a terminal, until version 2, "a.test.ts (4)". */
const FILE = /^([^>]*\S) {1,2}\((\d+)(?: tests?)?(?: \| [^()]*)?\)(?: \d+m?s)?(?: \d+ MB heap used)?$/;
const GROUP = / \(\d+\)$/;
const NOTE = / \[[^[\]]*\]$/;
const HEAP = / \d+ MB heap used$/;
const ATTEMPTS = / \((?:retry|repeat) x\d+\)$/;
/** The message below a failed test, in most listings indented more than the test. */
const MESSAGE = /^ {3,}→ /;
/** Further lines of a name are ignored. */
const MAX_NAME_LINES = 5;

export class VitestListing {
  readonly #results: Results<TestSection>;
  readonly #files: Map<string, ListedFile>;
  readonly #groups = new GroupStack();
  /** Since version 3 every test that ran has a duration after its name; without one the name continues. */
  readonly #hasDurations: boolean;
  #current: { name: string; file: ListedFile } | null = null;
  #verbose: VerboseFile | null = null;
  #unfinished: UnfinishedName | null = null;

  constructor(majorVersion: number, results: Results<TestSection>) {
    this.#results = results;
    this.#files = results.map();
    this.#hasDurations = majorVersion >= 3;
  }

  /** True when the line lists a file, or a test with its file. */
  line(text: string): boolean {
    const indent = indentOf(text);
    const kind = mayBeSymbol(text, indent) ? SYMBOLS.get(text.charCodeAt(indent)) : undefined;
    if (kind === undefined) {
      if (this.#unfinished !== null) this.#continueName(this.#unfinished, text);
      return false;
    }
    this.#unfinished = null;
    if (indent === 1) return this.#outermost(text, kind);
    if (indent >= 3 && indent % 2 === 1) this.#below(text.slice(indent + 2), kind, (indent - 3) / 2);
    return false;
  }

  /** Neither a file nor a test was listed. */
  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** The tests of all files whose listing is complete and has full names. */
  tests(): TestResult[] {
    const all: TestResult[] = [];
    for (const { announced, tests, hasFullNames } of this.#files.values()) {
      if (hasFullNames && (announced ?? tests.length) === tests.length) for (const test of tests) all.push(test);
    }
    return all;
  }

  #outermost(line: string, kind: TestStatus | 'group'): boolean {
    const separator = line.indexOf(SEPARATOR, OUTERMOST_TEXT);
    if (separator === -1) return this.#fileLine(line.slice(OUTERMOST_TEXT));
    if (kind === 'group') return false;
    const path = line.slice(OUTERMOST_TEXT, separator);
    if (this.#verbose?.path !== path) this.#verbose = this.#verboseFile(path);
    this.#addVerbose(this.#verbose, line, kind);
    return true;
  }

  #fileLine(text: string): boolean {
    const [, path, count] = FILE.exec(text) ?? [];
    if (path === undefined) return false;
    // On a terminal the list is redrawn: the last drawing counts.
    const file: ListedFile = { announced: Number(count), tests: this.#results.list(), hasFullNames: true };
    const name = fileLabel(path);
    this.#files.set(name, file);
    this.#current = { name, file };
    this.#verbose = null;
    this.#groups.clear();
    return true;
  }

  #verboseFile(path: string): VerboseFile {
    const name = fileLabel(path);
    let file = this.#files.get(name);
    if (file === undefined) {
      file = { announced: null, tests: this.#results.list(), hasFullNames: true };
      this.#files.set(name, file);
    }
    return { path, name, file };
  }

  #addVerbose({ path, name, file }: VerboseFile, line: string, status: TestStatus): void {
    const nameAt = OUTERMOST_TEXT + path.length + SEPARATOR.length;
    const text = withoutNotes(line.slice(nameAt), status);
    const length = lengthBeforeDuration(text);
    // Mostly the id is a part of the line and need not be joined.
    const id = path === name ? line.slice(OUTERMOST_TEXT, nameAt + length) : name + SEPARATOR + text.slice(0, length);
    this.#add(file, id, status, length < text.length);
  }

  #below(line: string, kind: TestStatus | 'group', depth: number): void {
    if (this.#current === null) return;
    if (GROUP.test(line)) {
      this.#groups.enter(depth, line.replace(GROUP, ''));
      return;
    }
    if (kind === 'group') return;
    const { name, file } = this.#current;
    if (!this.#groups.isComplete(depth)) file.hasFullNames = false;
    const text = withoutNotes(line, kind);
    const length = lengthBeforeDuration(text);
    const id = name + SEPARATOR + this.#groups.prefix(depth) + text.slice(0, length);
    this.#add(file, id, kind, length < text.length);
  }

  #add(file: ListedFile, id: string, status: TestStatus, hasDuration: boolean): void {
    const test = { id, status };
    file.tests.push(test);
    if (this.#hasDurations && status !== 'skipped' && !hasDuration) this.#unfinished = { test, lines: 1 };
  }

  #continueName({ test, lines }: UnfinishedName, line: string): void {
    // A test that failed before it could run has no duration.
    if (MESSAGE.test(line)) {
      this.#unfinished = null;
      return;
    }
    const text = withoutNotes(line, test.status);
    const length = lengthBeforeDuration(text);
    const isLast = length < text.length;
    this.#unfinished = isLast || lines === MAX_NAME_LINES || line === '' ? null : { test, lines: lines + 1 };
    test.id += `\n${isLast ? text.slice(0, length) : line}`;
  }
}

/** All symbols are beyond ASCII, and a space follows. */
function mayBeSymbol(text: string, at: number): boolean {
  return at + 1 < text.length && text.charCodeAt(at) > 127 && text.charCodeAt(at + 1) === CharCode.SPACE;
}

/** Removes the notes that may follow the duration. */
function withoutNotes(text: string, status: TestStatus): string {
  if (text.endsWith('ms')) return text;
  const name = status === 'skipped' ? text.replace(NOTE, '') : text;
  return name.replace(HEAP, '').replace(ATTEMPTS, '').replace(ATTEMPTS, '');
}

/** The length of the text without " 12ms" at its end, which may follow two spaces. */
function lengthBeforeDuration(text: string): number {
  const { length } = text;
  if (!text.endsWith('ms')) return length;
  let start = length - 2;
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
  if (start === length - 2 || start === 0 || text.charCodeAt(start - 1) !== CharCode.SPACE) return length;
  return start > 1 && text.charCodeAt(start - 2) === CharCode.SPACE ? start - 2 : start - 1;
}

/**
 * The path of a file, after the project's name if there is one: "|unit| a.test.ts", in color " unit  a.test.ts".
 * Without line and column, which differ between commits.
 */
export function fileLabel(text: string): string {
  return text
    .replace(/^\|([^|]*)\| /, '$1 ')
    .replace(/:\d+:\d+$/, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
