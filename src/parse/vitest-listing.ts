// Room parse: the tests that vitest's reporters list: one a line with the file in front (verbose), or below
// the line of their file (default, tree). What a test prints may look the same; only a listing that adds up is used.
import type { TestResult, TestStatus } from '../contract/index.ts';
import { GroupStack, indentOf } from './group-stack.ts';

interface ListedFile {
  /** How many tests the line of the file says it has; null in a verbose listing. */
  announced: number | null;
  tests: TestResult[];
  /** The default reporter leaves out the names of groups. */
  hasFullNames: boolean;
}

const SYMBOLS: Readonly<Record<string, TestStatus | 'group'>> = {
  '✓': 'passed',
  '√': 'passed',
  '×': 'failed',
  '↓': 'skipped',
  '□': 'skipped',
  '❯': 'group',
};

/** "a.test.ts (4 tests | 1 failed) 12ms"; on a terminal, until version 2, "a.test.ts (4)". */
const FILE = /^([^>]*\S) {1,2}\((\d+)(?: tests?)?(?: \| [^()]*)?\)(?: \d+m?s)?(?: \d+ MB heap used)?$/;
const GROUP = / \(\d+\)$/;
const NOTE = / \[[^[\]]*\]$/;
const HEAP = / \d+ MB heap used$/;
const ATTEMPTS = / \((?:retry|repeat) x\d+\)$/;
const DURATION = / {1,2}\d+ms$/;
/** The message below a test that failed, in most listings further in than the test. */
const MESSAGE = /^ {3,}→ /;
/** A name of more lines than this is not put together again. */
const MAX_NAME_LINES = 5;

export class VitestListing {
  readonly #files = new Map<string, ListedFile>();
  readonly #groups = new GroupStack();
  /** Since version 3 every test that ran has a duration behind its name; without one the name goes on. */
  readonly #hasDurations: boolean;
  #current: { name: string; file: ListedFile } | null = null;
  #unfinished: { test: TestResult; lines: number } | null = null;

  constructor(majorVersion: number) {
    this.#hasDurations = majorVersion >= 3;
  }

  /** True when the line lists a file, or a test with its file. */
  line(text: string): boolean {
    const indent = indentOf(text);
    const kind = mayBeSymbol(text, indent) ? SYMBOLS[text.charAt(indent)] : undefined;
    if (kind === undefined) {
      this.#continueName(text);
      return false;
    }
    this.#unfinished = null;
    const rest = text.slice(indent + 2);
    if (indent === 1) return this.#outermost(rest, kind);
    if (indent >= 3 && indent % 2 === 1) this.#below(rest, kind, (indent - 3) / 2);
    return false;
  }

  /** All tests of listings that name every test of their file, each in full. */
  tests(): TestResult[] {
    const files = [...this.#files.values()];
    const usable = files.filter(
      ({ announced, tests, hasFullNames }) => hasFullNames && (announced ?? tests.length) === tests.length,
    );
    return usable.flatMap(({ tests }) => tests);
  }

  #outermost(text: string, kind: TestStatus | 'group'): boolean {
    const separator = text.indexOf(' > ');
    if (separator !== -1) {
      if (kind !== 'group') this.#verbose(text.slice(0, separator), text.slice(separator + 3), kind);
      return kind !== 'group';
    }
    const [, path, count] = FILE.exec(text) ?? [];
    if (path === undefined) return false;
    // On a terminal the list is drawn again and again: the last drawing counts.
    const file: ListedFile = { announced: Number(count), tests: [], hasFullNames: true };
    this.#current = { name: fileLabel(path), file };
    this.#files.set(this.#current.name, file);
    this.#groups.clear();
    return true;
  }

  #verbose(path: string, text: string, status: TestStatus): void {
    const name = fileLabel(path);
    let file = this.#files.get(name);
    if (file === undefined) {
      file = { announced: null, tests: [], hasFullNames: true };
      this.#files.set(name, file);
    }
    this.#add(file, `${name} > `, text, status);
  }

  #below(text: string, kind: TestStatus | 'group', depth: number): void {
    if (this.#current === null) return;
    if (GROUP.test(text)) {
      this.#groups.enter(depth, text.replace(GROUP, ''));
      return;
    }
    if (kind === 'group') return;
    const { name, file } = this.#current;
    if (!this.#groups.isComplete(depth)) file.hasFullNames = false;
    this.#add(file, `${name} > ${this.#groups.prefix(depth)}`, text, kind);
  }

  #add(file: ListedFile, prefix: string, text: string, status: TestStatus): void {
    const test = { id: prefix + withoutSuffixes(text, status), status };
    file.tests.push(test);
    if (this.#hasDurations && status !== 'skipped' && !endsWithDuration(text)) this.#unfinished = { test, lines: 1 };
  }

  #continueName(text: string): void {
    if (this.#unfinished === null) return;
    // A test that failed before it could run has no duration.
    if (MESSAGE.test(text)) {
      this.#unfinished = null;
      return;
    }
    const { test, lines } = this.#unfinished;
    const isLast = endsWithDuration(text);
    this.#unfinished = isLast || lines === MAX_NAME_LINES || text === '' ? null : { test, lines: lines + 1 };
    test.id += `\n${isLast ? withoutSuffixes(text, test.status) : text}`;
  }
}

/** All symbols are beyond ASCII, and a blank follows. */
function mayBeSymbol(text: string, at: number): boolean {
  return at + 1 < text.length && text.charCodeAt(at) > 127 && text.charCodeAt(at + 1) === 32;
}

function endsWithDuration(text: string): boolean {
  return DURATION.test(text.replace(HEAP, '').replace(ATTEMPTS, '').replace(ATTEMPTS, ''));
}

function withoutSuffixes(text: string, status: TestStatus): string {
  const name = status === 'skipped' ? text.replace(NOTE, '') : text;
  return name.replace(HEAP, '').replace(ATTEMPTS, '').replace(ATTEMPTS, '').replace(DURATION, '');
}

/**
 * The path of a file, after the project's name if there is one: "|unit| a.test.ts", in colour " unit  a.test.ts".
 * The place of a test in its file, where vitest adds it, is left out: it is not the same in every tree.
 */
export function fileLabel(text: string): string {
  return text
    .replace(/^\|([^|]*)\| /, '$1 ')
    .replace(/:\d+:\d+$/, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
