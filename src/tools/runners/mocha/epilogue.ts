// What mocha prints at the end of a run, with any reporter: the totals, then every failure with its number, its groups,
// its name and the error.
import type { Results } from '../../../parse/parser.ts';
import type { TestTotals } from '../../../parse/section.ts';
import { appendBounded } from '../../../parse/shared/bounded-text.ts';
import { isDigit } from '../../../parse/shared/characters.ts';
import { indentOf } from '../shared/indented-groups.ts';

const PASSING = /^ {2}(\d+) passing(?: \(\d+\w{1,2}\))?$/;
const PENDING = /^ {2}(\d+) pending$/;
const FAILING = /^ {2}(\d+) failing$/;
/** Of the groups below the first line of a failure; every level adds to it. */
const FIRST_GROUP_INDENT = 7;
/** After the last failure. */
const BLANK_LINES_AT_END = 2;

type Stated = { [Name in keyof TestTotals]: number };

/** A cheap test that needs no earlier line. */
export function mayBeginEpilogue(text: string): boolean {
  return text.length > 2 && isDigit(text.charCodeAt(2));
}

/** Null if the line does not begin an epilogue; a blank line always precedes one. */
export function beginEpilogue(text: string, lineBefore: string, results: Results): MochaEpilogue | null {
  const isCandidate = text.includes(' passing') && lineBefore.trim() === '';
  const passed = isCandidate ? PASSING.exec(text)?.[1] : undefined;
  return passed === undefined ? null : new MochaEpilogue(Number(passed), results);
}

export class MochaEpilogue {
  readonly totals: Stated;
  /** Ids of the failures, in order. */
  readonly failures: string[];
  /** Other totals are among the failures: an error quotes them, or a test printed this epilogue. */
  containsTotals = false;
  #part: 'totals' | 'failures' | 'over' = 'totals';
  #title: string[] | null = null;
  #blankLines = 0;

  constructor(passed: number, results: Results) {
    this.failures = results.list();
    this.totals = { passed, failed: 0, skipped: 0 };
  }

  /** All of it was seen. */
  get isOver(): boolean {
    return this.#part === 'over';
  }

  line(text: string): void {
    if (this.#part === 'totals' && this.#total(text)) return;
    if (this.#part === 'totals') this.#part = this.totals.failed > 0 ? 'failures' : 'over';
    if (this.#part === 'failures') this.#failureLine(text);
  }

  #total(text: string): boolean {
    const pending = PENDING.exec(text)?.[1];
    if (pending !== undefined) this.totals.skipped = Number(pending);
    const failing = FAILING.exec(text)?.[1];
    if (failing !== undefined) this.totals.failed = Number(failing);
    return pending !== undefined || failing !== undefined;
  }

  #failureLine(text: string): void {
    const isBlank = text.trim() === '';
    if (this.#blankLines > 0 && PASSING.test(text)) this.containsTotals = true;
    this.#blankLines = isBlank ? this.#blankLines + 1 : 0;
    if (this.#title !== null) {
      if (this.#continuesTitle(this.#title, text)) return;
      this.#endTitle(this.#title);
    }
    const isLast = this.failures.length === this.totals.failed;
    if (isLast) {
      if (this.#blankLines >= BLANK_LINES_AT_END) this.#part = 'over';
      return;
    }
    const number = `  ${this.failures.length + 1}) `;
    if (text.startsWith(number)) this.#title = [text.slice(number.length)];
  }

  /** Groups may end with a colon too; a line with the indentation of the next level is still part of the title. */
  #continuesTitle(title: string[], text: string): boolean {
    const isLevel = indentOf(text) === FIRST_GROUP_INDENT + 2 * (title.length - 1);
    if (isLevel && text.trim() !== '') {
      title.push(text.trimStart());
      return true;
    }
    const last = title.length - 1;
    if (title[last]?.endsWith(':') || text.trim() === '') return false;
    // A name with several lines.
    title[last] = appendBounded(title[last] ?? '', '\n', text);
    return true;
  }

  #endTitle(title: readonly string[]): void {
    this.#title = null;
    this.failures.push(title.join(' > ').replace(/:$/, ''));
  }
}
