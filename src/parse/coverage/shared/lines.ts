// The lines that a coverage report names, for the files that are asked for. A report is written by code under test, so
// what it can make Hydra keep has an end.
import type { FileCoverage } from '../../../contract/index.ts';

const MAX_MARKS = 2_000_000;
const MAX_LINE = 10_000_000;

/** Thrown where a report is not what it says it is. */
export class UnreadableCoverage extends Error {}

export class CoverageLines {
  readonly #isWanted: (path: string) => boolean;
  readonly #files = new Map<string, Map<number, boolean>>();
  #marks = 0;

  constructor(isWanted: (path: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /** A file can be listed without any line. Null for a file that was not asked for. */
  file(path: string): Map<number, boolean> | null {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    if (path === '' || !this.#isWanted(path)) return null;
    const lines = new Map<number, boolean>();
    this.#files.set(path, lines);
    return lines;
  }

  /** A line is executed if any part of it is, in any of the runs that a report is about. */
  mark(path: string, from: number, to: number, isExecuted: boolean): void {
    const lines = this.file(path);
    if (lines === null) return;
    const isSound = Number.isInteger(from) && Number.isInteger(to) && from >= 1 && to >= from && to <= MAX_LINE;
    if (!isSound) throw new UnreadableCoverage(`lines ${from} to ${to}`);
    this.#marks += to - from + 1;
    if (this.#marks > MAX_MARKS) throw new UnreadableCoverage('too many lines');
    for (let line = from; line <= to; line += 1) lines.set(line, isExecuted || lines.get(line) === true);
  }

  files(): FileCoverage[] {
    return [...this.#files].map(([path, lines]) => ({ path, lines }));
  }
}

/** Calls back for each line of a text, without keeping them all. */
export function eachLine(text: string, visit: (line: string) => void): void {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    visit(text.charCodeAt(end - 1) === 13 && end > start ? text.slice(start, end - 1) : text.slice(start, end));
    start = end + 1;
  }
}
