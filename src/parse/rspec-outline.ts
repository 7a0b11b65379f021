// Room parse: RSpec's documentation form, an outline of groups and examples told apart by their indentation alone.
import type { TestResult, TestStatus } from '../contract/index.ts';
import { KeptTexts } from './kept-texts.ts';

/** More lines that look like documentation than any suite has: then only the totals are read. */
const MAX_OUTLINE = 100_000;

export interface OutlinedTest extends TestResult {
  /** Where its outermost group begins. */
  groupLine: number;
}

/** The last line of the outline: what comes next tells whether it is a group or an example. */
interface LastEntry {
  depth: number;
  text: string;
  /** Its number among the entries that are kept; -1 while it is not. */
  number: number;
  isTold: boolean;
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
  #last: LastEntry | null = null;
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
    this.#last = { depth: 0, text, number: -1, isTold: true };
    this.#groupLine = lineNumber;
  }

  entry(text: string): void {
    const last = this.#last;
    if (last === null || this.#isFull) return;
    let indent = 1;
    while (text.charCodeAt(indent) === 32) indent += 1;
    const depth = indent / 2;
    if (indent % 2 !== 0 || depth > last.depth + 1 || indent === text.length) return;
    if (depth > last.depth) this.#groups[last.depth] = this.#keep(last);
    else this.flush();
    this.#last = { depth, text: withoutBlanks(text, indent), number: -1, isTold: false };
  }

  /** What nothing deeper followed was an example. */
  flush(): void {
    if (this.#last === null || this.#last.isTold || this.#isFull) return;
    this.#last.isTold = true;
    this.#examples.push(this.#keep(this.#last));
  }

  get #isFull(): boolean {
    return this.#examples.length >= MAX_OUTLINE;
  }

  #keep(entry: LastEntry): number {
    if (entry.number === -1) {
      entry.number = this.#texts.add(entry.text);
      this.#parents.push(entry.depth === 0 ? -1 : (this.#groups[entry.depth - 1] ?? -1));
      this.#groupLines.push(this.#groupLine);
    }
    return entry.number;
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
