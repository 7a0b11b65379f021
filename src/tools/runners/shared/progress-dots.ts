// The characters that runners print one by one as tests end, such as "..F.S". They confirm a runner's totals or contradict
// them. Test output may precede or follow them on a line, so marks on lines of their own are tried first.
import type { TestStatus } from '../../../contract/index.ts';

export type StatusCounts = Record<TestStatus, number>;

/** How much was seen so far; a run is between two places. */
export interface MarksPlace {
  lines: number;
  /** Of all marks, including those next to other text. */
  counts: StatusCounts;
}

interface MarkedLine {
  lineNumber: number;
  marks: string;
}

/** More than any suite has. */
const MAX_MARKS = 2_000_000;
/** Any output may contain such lines, so their memory is limited here and does not count against the output's budget. */
const MAX_BYTES = 8_000_000;
const LINE_BYTES = 160;
const NOTHING: MarksPlace = { lines: 0, counts: { passed: 0, failed: 0, skipped: 0 } };

export class ProgressMarks {
  /** By character code; marks are ASCII. */
  readonly #statuses: (TestStatus | undefined)[] = new Array(128).fill(undefined);
  /** Lines without other text. */
  readonly #lines: MarkedLine[] = [];
  #length = 0;
  #bytes = 0;
  readonly #counts: StatusCounts = { passed: 0, failed: 0, skipped: 0 };

  constructor(alphabet: Readonly<Record<string, TestStatus>>) {
    for (const [mark, status] of Object.entries(alphabet)) this.#statuses[mark.charCodeAt(0)] = status;
  }

  place(): MarksPlace {
    return { lines: this.#lines.length, counts: { ...this.#counts } };
  }

  /** True when the line consists of marks only. */
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
    this.#bytes += length + LINE_BYTES;
    if (this.#length <= MAX_MARKS && this.#bytes <= MAX_BYTES) this.#lines.push({ lineNumber, marks: text });
    return true;
  }

  /** Whether the marks between two places have these counts: the last marks on lines of their own, or all marks. */
  confirm(wanted: StatusCounts, from: MarksPlace = NOTHING, to: MarksPlace = this.place()): boolean {
    if (this.startOf(wanted, from, to) !== null) return true;
    const seen = (status: TestStatus) => to.counts[status] - from.counts[status];
    return seen('passed') === wanted.passed && seen('failed') === wanted.failed && seen('skipped') === wanted.skipped;
  }

  /** The line where the last marks with these counts begin; null when there are none. */
  startOf(wanted: StatusCounts, from: MarksPlace = NOTHING, to: MarksPlace = this.place()): number | null {
    let left = wanted.passed + wanted.failed + wanted.skipped;
    const seen = { passed: 0, failed: 0, skipped: 0 };
    for (let index = to.lines - 1; index >= from.lines && left > 0; index -= 1) {
      const { lineNumber, marks } = this.#lines[index] as MarkedLine;
      for (let at = 0; at < marks.length; at += 1) seen[this.#statuses[marks.charCodeAt(at)] ?? 'failed'] += 1;
      left -= marks.length;
      if (left === 0 && seen.failed === wanted.failed && seen.skipped === wanted.skipped) return lineNumber;
    }
    return null;
  }

  /** About where that many marks of any status begin; null when there are none. */
  roughStartOf(count: number, from: MarksPlace, to: MarksPlace): number | null {
    let left = count;
    for (let index = to.lines - 1; index >= from.lines && count > 0; index -= 1) {
      const { lineNumber, marks } = this.#lines[index] as MarkedLine;
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
