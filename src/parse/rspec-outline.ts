// Room parse: RSpec's documentation form, an outline of groups and examples told apart by their indentation alone.
import type { TestResult, TestStatus } from '../contract/index.ts';
import { KeptTexts } from './kept-texts.ts';

/** More lines that look like documentation than any suite has: then only the totals are read. */
const MAX_OUTLINE = 100_000;

export interface OutlinedTest extends TestResult {
  /** Where its outermost group begins. */
  groupLine: number;
}

/**
 * What has something deeper below it is a group, the rest are examples.
 * Most outlines were never RSpec's, so that nothing is read from them until totals ask for it.
 */
export class RspecOutline {
  readonly #texts = new KeptTexts();
  /** By the number of a kept entry: that of the group it stands in (-1: none), and where its outermost group begins. */
  readonly #parents: number[] = [];
  readonly #groupLines: number[] = [];
  /** The numbers of the entries that are examples. */
  readonly #examples: number[] = [];
  /** By depth: the group that the last entry stands in. */
  readonly #groups: number[] = [];
  /** The last line of the outline: what comes next tells whether it is a group or an example. Depth -1: there is none. */
  #depth = -1;
  #text = '';
  #indent = 0;
  /** Its number among the entries that are kept; -1 while it is not. */
  #number = -1;
  #isTold = false;
  #groupLine = 0;

  /** How many examples were seen. */
  get length(): number {
    return this.#examples.length;
  }

  tests(from: number, to: number): OutlinedTest[] {
    return this.#examples.slice(from, to).map((example) => this.#test(example));
  }

  group(text: string, lineNumber: number): void {
    this.flush();
    this.#begin(0, text, 0, true);
    this.#groupLine = lineNumber;
  }

  entry(text: string): void {
    if (this.#depth === -1 || this.#isFull) return;
    const { length } = text;
    let indent = 1;
    while (indent < length && text.charCodeAt(indent) === 32) indent += 1;
    if (indent % 2 !== 0 || indent === length) return;
    const depth = indent / 2;
    if (depth > this.#depth + 1) return;
    if (depth > this.#depth) this.#groups[this.#depth] = this.#keep();
    else this.flush();
    this.#begin(depth, text, indent, false);
  }

  /** What nothing deeper followed was an example. */
  flush(): void {
    if (this.#depth === -1 || this.#isTold || this.#isFull) return;
    this.#isTold = true;
    this.#examples.push(this.#keep());
  }

  #begin(depth: number, text: string, indent: number, isTold: boolean): void {
    this.#depth = depth;
    this.#text = text;
    this.#indent = indent;
    this.#number = -1;
    this.#isTold = isTold;
  }

  get #isFull(): boolean {
    return this.#examples.length >= MAX_OUTLINE;
  }

  #keep(): number {
    if (this.#number === -1) {
      // A group at the margin is kept as it stands.
      this.#number = this.#texts.add(this.#depth === 0 ? this.#text : withoutBlanks(this.#text, this.#indent));
      this.#parents.push(this.#depth === 0 ? -1 : (this.#groups[this.#depth - 1] ?? -1));
      this.#groupLines.push(this.#groupLine);
    }
    return this.#number;
  }

  #test(example: number): OutlinedTest {
    const groups: string[] = [];
    for (let group = this.#parents[example] ?? -1; group !== -1; group = this.#parents[group] ?? -1) {
      groups.unshift(this.#texts.text(group));
    }
    const { name, status } = readExample(this.#texts.text(example));
    return { id: [...groups, name].reduce(describe), status, groupLine: this.#groupLines[example] ?? 0 };
  }
}

/** Without those at the end; hardly any line has some. */
function withoutBlanks(text: string, start: number): string {
  const last = text.charCodeAt(text.length - 1);
  return last > 32 && last < 127 ? text.slice(start) : text.slice(start).trimEnd();
}

function readExample(text: string): { name: string; status: TestStatus } {
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
