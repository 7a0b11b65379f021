// Contract: which lines of a file tests execute, and the text that describes it for a candidate's change.
import type { ChangeCoverage } from './files/facts.ts';

/** The coverage of one file. */
export interface FileCoverage {
  /** As written in the report. */
  path: string;
  /** Executable lines, and whether each one was executed. */
  lines: ReadonlyMap<number, boolean>;
}

const IN_TREE = 'coverage/tree/';

/** Where a capture stores a coverage report that the test command wrote to this path in the tree. */
export function reportInTree(place: string): string {
  return `${IN_TREE}${place}`;
}

/** Null for a report that Hydra requested. */
export function placeOfReport(path: string): string | null {
  return path.startsWith(IN_TREE) ? path.slice(IN_TREE.length) : null;
}

/** "3-5, 9" */
function lineRanges(lines: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const line of lines) {
    const open = ranges.at(-1);
    if (open !== undefined && open[1] === line - 1) open[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

/** "8 of 10 changed lines; not executed: lines 3-4" */
export function fileCoverageText({
  changed_lines: changed,
  executed_lines: executed,
  missed_lines: missed = [],
}: ChangeCoverage['files'][number]): string {
  const counted = `${executed} of ${changed} changed ${changed === 1 ? 'line' : 'lines'}`;
  return missed.length === 0
    ? counted
    : `${counted}; not executed: ${missed.length === 1 ? 'line' : 'lines'} ${lineRanges(missed)}`;
}

/** "tests execute 8 of 10 changed lines"; null if no executable line is changed. */
export function coverageText({
  changed_lines: changed,
  executed_lines: executed,
  only_task_tests,
}: ChangeCoverage): string | null {
  if (changed === 0) return null;
  const who = only_task_tests ? 'tests about the task' : 'tests';
  const lines = `${changed} changed ${changed === 1 ? 'line' : 'lines'}`;
  return executed === 0 && !only_task_tests ? `no test executes any of ${lines}` : `${who} execute ${executed} of ${lines}`;
}
