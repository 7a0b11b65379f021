// The lines of a coverage report, for the requested files. The code under test writes the report, so its size is bounded.
import type { FileCoverage } from '../../../contract/index.ts';
import { CharCode } from '../../shared/characters.ts';

const MAX_MARKS = 2_000_000;
const MAX_LINE = 10_000_000;

/** The report is malformed or too large. */
export class UnreadableCoverage extends Error {}

export class CoverageLines {
  readonly #isWanted: (path: string) => boolean;
  readonly #files = new Map<string, Map<number, boolean>>();
  #marks = 0;

  constructor(isWanted: (path: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /** A file may have no lines. Null for a file that was not requested. */
  file(path: string): Map<number, boolean> | null {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    if (path === '' || !this.#isWanted(path)) return null;
    const lines = new Map<number, boolean>();
    this.#files.set(path, lines);
    return lines;
  }

  /** A line counts as executed if any part of it is, in any run of the report. */
  mark(path: string, from: number, to: number, isExecuted: boolean): void {
    const lines = this.file(path);
    if (lines === null) return;
    const isValid = Number.isInteger(from) && Number.isInteger(to) && from >= 1 && to >= from && to <= MAX_LINE;
    if (!isValid) throw new UnreadableCoverage(`lines ${from} to ${to}`);
    this.#marks += to - from + 1;
    if (this.#marks > MAX_MARKS) throw new UnreadableCoverage('too many lines');
    for (let line = from; line <= to; line += 1) lines.set(line, isExecuted || lines.get(line) === true);
  }

  files(): FileCoverage[] {
    return [...this.#files].map(([path, lines]) => ({ path, lines }));
  }
}

/** Calls `visit` for each line, without a list of all lines. */
export function eachLine(text: string, visit: (line: string) => void): void {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    visit(
      text.charCodeAt(end - 1) === CharCode.CARRIAGE_RETURN && end > start ? text.slice(start, end - 1) : text.slice(start, end),
    );
    start = end + 1;
  }
}
