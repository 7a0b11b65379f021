// The characters that runners print one by one as tests end, such as "..F.S". They bear out a runner's
// totals, or do not. What tests print may stick to them, so those on lines of their own are tried first.
import type { TestStatus } from '../../../contract/index.ts';
import { Shelf } from '../../engine/shelf.ts';

export type StatusCounts = Record<TestStatus, number>;

/** How much was seen so far; between two places lies a run. */
export interface MarksPlace {
  lines: number;
  /** Of all marks, also those that stick to other text. */
  counts: StatusCounts;
}

interface MarkedLine {
  lineNumber: number;
  /** The marks. */
  id: string;
}

/** More than any suite has: from here on marks are not kept. */
const MAX_MARKS = 2_000_000;
const MAX_BYTES = 8_000_000;
const NOTHING: MarksPlace = { lines: 0, counts: { passed: 0, failed: 0, skipped: 0 } };

export class ProgressMarks {
  /** By the code of a character; everything beyond ASCII is no mark. */
  readonly #statuses: (TestStatus | undefined)[] = new Array(128).fill(undefined);
  /** Lines that hold nothing else. */
  readonly #lines: MarkedLine[] = [];
  /** Of its own: any output may hold such lines, and need not be given up for them. */
  readonly #shelf = new Shelf(MAX_BYTES);
  #length = 0;
  readonly #counts: StatusCounts = { passed: 0, failed: 0, skipped: 0 };

  constructor(alphabet: Readonly<Record<string, TestStatus>>) {
    for (const [mark, status] of Object.entries(alphabet)) this.#statuses[mark.charCodeAt(0)] = status;
  }

  place(): MarksPlace {
    return { lines: this.#lines.length, counts: { ...this.#counts } };
  }

  /** True when the line holds nothing but marks. */
  line(text: string, lineNumber: number): boolean {
    const { length } = text;
    let leading = 0;
    while (leading < length && this.#count(text.charCodeAt(leading))) leading += 1;
    if (leading < length) {
      let last = length - 1;
      while (last > leading && this.#count(text.charCodeAt(last))) last -= 1;
      return false;
    }
    this.#length += length;
    if (this.#length <= MAX_MARKS) this.#shelf.keep(this.#lines, { id: text, lineNumber });
    return true;
  }

  /** Whether the marks between two places make up these counts: the last ones of those alone on their lines, or all. */
  bearOut(wanted: StatusCounts, from: MarksPlace = NOTHING, to: MarksPlace = this.place()): boolean {
    if (this.startOf(wanted, from, to) !== null) return true;
    const seen = (status: TestStatus) => to.counts[status] - from.counts[status];
    return seen('passed') === wanted.passed && seen('failed') === wanted.failed && seen('skipped') === wanted.skipped;
  }

  /** The line where the last marks begin that make up these counts; null when they do not. */
  startOf(wanted: StatusCounts, from: MarksPlace = NOTHING, to: MarksPlace = this.place()): number | null {
    let left = wanted.passed + wanted.failed + wanted.skipped;
    const seen = { passed: 0, failed: 0, skipped: 0 };
    for (let index = to.lines - 1; index >= from.lines && left > 0; index -= 1) {
      const { lineNumber, id: marks } = this.#lines[index] as MarkedLine;
      for (let at = 0; at < marks.length; at += 1) seen[this.#statuses[marks.charCodeAt(at)] ?? 'failed'] += 1;
      left -= marks.length;
      if (left === 0 && seen.failed === wanted.failed && seen.skipped === wanted.skipped) return lineNumber;
    }
    return null;
  }

  /** About where that many marks begin, whatever they say; null when there are none. */
  roughStartOf(count: number, from: MarksPlace, to: MarksPlace): number | null {
    let left = count;
    for (let index = to.lines - 1; index >= from.lines && count > 0; index -= 1) {
      const { lineNumber, id: marks } = this.#lines[index] as MarkedLine;
      left -= marks.length;
      if (left <= 0 || index === from.lines) return lineNumber;
    }
    return null;
  }

  #count(code: number): boolean {
    if (code > 127) return false;
    const status = this.#statuses[code];
    if (status === undefined) return false;
    this.#counts[status] += 1;
    return true;
  }
}
