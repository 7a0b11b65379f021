// RSpec's documentation format: an outline of groups and examples that only the indentation distinguishes.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { KeptLines } from '../../../parse/shared/line-buffer.ts';
import { indentOf } from '../shared/indented-groups.ts';

/** More lines than any suite has; then only the totals are read. */
const MAX_OUTLINE = 100_000;
const MAX_OUTLINE_CHARACTERS = 4_000_000;

export interface OutlinedTest extends TestResult {
  /** The line of its outermost group. */
  groupLine: number;
}

/**
 * A line with deeper lines below it is a group, any other an example. Most outlines are other tools' output, so lines are
 * only buffered until totals follow.
 */
export class RspecOutline {
  readonly #examples: Example[];
  #buffered = new KeptLines();
  /** How many lines were ever buffered. */
  #lines = 0;
  #characters = 0;
  /** The line numbers of the outermost groups in the buffer. */
  #groupLines: number[] = [];
  /** The last line at the margin after an empty one; a group if indented lines follow. */
  #heading = '';
  #headingLine = 0;
  /** Of the last line; -1 before the first group. */
  #depth = -1;
  readonly #parser: OutlineParser;

  constructor(results: Results<TestSection>) {
    this.#examples = results.list();
    this.#parser = new OutlineParser(this.#examples);
  }

  /** There are more lines than are kept. */
  get isFull(): boolean {
    return this.#lines > MAX_OUTLINE || this.#characters > MAX_OUTLINE_CHARACTERS;
  }

  group(text: string, lineNumber: number): void {
    this.#heading = text;
    this.#headingLine = lineNumber;
    this.#depth = 0;
  }

  entry(text: string): void {
    if (this.#depth === -1 || this.isFull) return;
    const indent = indentOf(text);
    if (indent % 2 !== 0 || indent === text.length) return;
    const depth = indent / 2;
    if (depth > this.#depth + 1) return;
    if (this.#heading !== '') this.#bufferHeading();
    this.#depth = depth;
    this.#buffered.add(text);
    this.#lines += 1;
    this.#characters += text.length;
  }

  /** How many examples were seen; a last line without deeper lines below it so far is one. */
  count(): number {
    const buffered = this.#buffered;
    const groupLines = this.#groupLines.values();
    this.#buffered = new KeptLines();
    this.#groupLines = [];
    for (const text of buffered.lines()) {
      if (text.startsWith(' ')) this.#parser.entry(text);
      else this.#parser.group(text, groupLines.next().value ?? 0);
    }
    this.#parser.flush();
    return this.#examples.length;
  }

  /** Empty when there were too many lines. */
  tests(from: number, to: number): OutlinedTest[] {
    return this.isFull ? [] : this.#examples.slice(from, to).map(readExample);
  }

  #bufferHeading(): void {
    this.#buffered.add(this.#heading);
    this.#groupLines.push(this.#headingLine);
    this.#heading = '';
  }
}

interface Example {
  groups: readonly string[];
  /** As printed, with its status. */
  id: string;
  groupLine: number;
}

/** Distinguishes groups from examples. */
class OutlineParser {
  readonly #examples: Example[];
  /** By depth: the groups around the last line, then the last line itself. */
  #path: string[] = [];
  #groupLine = 0;
  /** The last line is listed, or is an outermost group. */
  #isListed = true;

  constructor(examples: Example[]) {
    this.#examples = examples;
  }

  group(text: string, lineNumber: number): void {
    this.flush();
    this.#path = [text];
    this.#groupLine = lineNumber;
    this.#isListed = true;
  }

  entry(text: string): void {
    const indent = indentOf(text);
    const depth = indent / 2;
    if (depth < this.#path.length) this.flush();
    this.#path = [...this.#path.slice(0, depth), text.slice(indent).trimEnd()];
    this.#isListed = false;
  }

  /** A last line without deeper lines below it is an example. */
  flush(): void {
    if (this.#isListed) return;
    this.#isListed = true;
    this.#examples.push({ groups: this.#path.slice(0, -1), id: this.#path.at(-1) ?? '', groupLine: this.#groupLine });
  }
}

function readExample({ groups, id, groupLine }: Example): OutlinedTest {
  const { name, status } = readResult(id);
  return { id: [...groups, name].reduce(describe), status, groupLine };
}

function readResult(text: string): { name: string; status: TestStatus } {
  const failed = text.lastIndexOf(' (FAILED - ');
  if (failed > 0 && text.endsWith(')')) return { name: text.slice(0, failed), status: 'failed' };
  const pending = text.indexOf(' (PENDING: ');
  if (pending > 0 && text.endsWith(')')) return { name: text.slice(0, pending), status: 'skipped' };
  return { name: text, status: 'passed' };
}

/** RSpec's own full description: "User" and "#name" make "User#name". */
function describe(parent: string, child: string): string {
  const isMethod = /^(?:#|::|\.)/.test(child) && /^[A-Z][\w:]*$/.test(parent);
  return isMethod ? parent + child : `${parent} ${child}`;
}
