// Tools that start every run with a header: each header finishes the run before it.
import type { LineReader } from '../../../parse/parser.ts';

interface RunWithHeader {
  line(text: string): void;
  finish(): void;
}

/** `begin` returns how to open a run if the line is a header, else null. */
export function runsWithHeader<Run extends RunWithHeader>(
  begin: (text: string, current: Run | null) => (() => Run) | null,
): LineReader {
  let run: Run | null = null;
  return {
    line(text) {
      const open = begin(text, run);
      if (open === null) run?.line(text);
      else {
        run?.finish();
        run = open();
      }
      return run !== null;
    },
    end: () => run?.finish(),
  };
}
