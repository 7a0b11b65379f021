// Room parse: RSpec's documentation form, an outline of groups and examples told apart by their indentation alone.
import type { TestResult, TestStatus } from '../contract/index.ts';

/** More lines that look like documentation than any suite has: then only the totals are read. */
const MAX_OUTLINE = 100_000;

export interface OutlinedTest extends TestResult {
  /** Where its outermost group begins. */
  groupLine: number;
}

/** What has something deeper below it is a group, the rest are examples. */
export class RspecOutline {
  readonly tests: OutlinedTest[] = [];
  readonly #groups: string[] = [];
  #last: { depth: number; text: string; isTold: boolean } | null = null;
  #groupLine = 0;

  group(text: string, lineNumber: number): void {
    this.flush();
    this.#last = { depth: 0, text, isTold: true };
    this.#groupLine = lineNumber;
  }

  entry(text: string): void {
    if (this.#last === null) return;
    let indent = 1;
    while (text.charCodeAt(indent) === 32) indent += 1;
    const depth = indent / 2;
    if (!Number.isInteger(depth) || depth > this.#last.depth + 1 || indent === text.length) return;
    if (depth > this.#last.depth) this.#groups[this.#last.depth] = this.#last.text;
    else this.flush();
    this.#last = { depth, text: text.slice(indent).trimEnd(), isTold: false };
  }

  /** What nothing deeper followed was an example. */
  flush(): void {
    if (this.#last === null || this.#last.isTold || this.tests.length >= MAX_OUTLINE) return;
    const { depth, text } = this.#last;
    this.#last.isTold = true;
    const { name, status } = readExample(text);
    this.tests.push({ id: [...this.#groups.slice(0, depth), name].reduce(describe), status, groupLine: this.#groupLine });
  }
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
