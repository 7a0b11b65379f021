// Contract: which lines of a file tests execute, and the text that describes it for a candidate's change.
import type { ChangeCoverage } from './facts.ts';

/** The coverage of one file. */
export interface FileCoverage {
  /** As written in the report. */
  path: string;
  /** Executable lines, and whether each one was executed. */
  lines: ReadonlyMap<number, boolean>;
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
