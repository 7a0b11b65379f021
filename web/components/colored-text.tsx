// A line of text in its colors, as plain text in pieces.
import type { Run } from '../format/text-runs.ts';

export function ColoredText({ runs }: { runs: readonly Run[] }) {
  return runs.map((run, index) =>
    run.className === '' ? (
      run.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a line have no other name.
      <span key={index} className={run.className}>
        {run.text}
      </span>
    ),
  );
}
