// RSpec's documentation form, an outline of groups and examples told apart by their indentation alone.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import { KeptLines } from '../../shared/line-buffer.ts';
import { indentOf } from '../shared/indented-groups.ts';

/** More lines that look like documentation than any suite has: then only the totals are read. */
const MAX_OUTLINE = 100_000;
const MAX_OUTLINE_CHARACTERS = 4_000_000;

export interface OutlinedTest extends TestResult {
  /** Where its outermost group begins. */
  groupLine: number;
}

/**
 * What has something deeper below it is a group, the rest are examples.
 * Most outlines were never RSpec's, so that lines are only laid aside until totals ask for them.
 */
export class RspecOutline {
  readonly #examples: Example[] = [];
  #aside = new KeptLines();
  /** How many lines were ever laid aside. */
  #lines = 0;
  #characters = 0;
  /** The line numbers of the outermost groups among those laid aside now. */
  #groupLines: number[] = [];
  /** The last line at the margin behind a blank one, until something below it makes it a group. */
  #heading = '';
  #headingLine = 0;
  /** Of the last line; -1 before the first group. */
  #depth = -1;
  readonly #reading: OutlineReading;

  constructor(shelf: Shelf) {
    this.#reading = new OutlineReading(shelf, this.#examples);
  }

  /** More lines looked like documentation than are kept. */
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
    if (this.#heading !== '') this.#layAsideHeading();
    this.#depth = depth;
    this.#aside.add(text);
    this.#lines += 1;
    this.#characters += text.length;
  }

  /** How many examples were seen; what nothing deeper has followed so far is one. */
  count(): number {
    const aside = this.#aside;
    const groupLines = this.#groupLines.values();
    this.#aside = new KeptLines();
    this.#groupLines = [];
    for (const text of aside.lines()) {
      if (text.startsWith(' ')) this.#reading.entry(text);
      else this.#reading.group(text, groupLines.next().value ?? 0);
    }
    this.#reading.flush();
    return this.#examples.length;
  }

  /** None when there were too many lines to keep. */
  tests(from: number, to: number): OutlinedTest[] {
    return this.isFull ? [] : this.#examples.slice(from, to).map(readExample);
  }

  #layAsideHeading(): void {
    this.#aside.add(this.#heading);
    this.#groupLines.push(this.#headingLine);
    this.#heading = '';
  }
}

interface Example {
  groups: readonly string[];
  /** As printed, with what became of it. */
  id: string;
  groupLine: number;
}

/** Tells groups from examples. */
class OutlineReading {
  readonly #shelf: Shelf;
  readonly #examples: Example[];
  /** By depth: the groups that the last line stands in, then the last line itself. */
  #path: string[] = [];
  #groupLine = 0;
  #isTold = true;

  constructor(shelf: Shelf, examples: Example[]) {
    this.#shelf = shelf;
    this.#examples = examples;
  }

  group(text: string, lineNumber: number): void {
    this.flush();
    this.#path = [text];
    this.#groupLine = lineNumber;
    this.#isTold = true;
  }

  entry(text: string): void {
    const indent = indentOf(text);
    const depth = indent / 2;
    if (depth < this.#path.length) this.flush();
    this.#path = [...this.#path.slice(0, depth), text.slice(indent).trimEnd()];
    this.#isTold = false;
  }

  /** What nothing deeper followed was an example. */
  flush(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const example = { groups: this.#path.slice(0, -1), id: this.#path.at(-1) ?? '', groupLine: this.#groupLine };
    this.#shelf.keep(this.#examples, example);
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
