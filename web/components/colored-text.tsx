// A line of text with colors. Each piece is a text node, so that text of a candidate is never markup.
import type { TextRun } from '../format/text-runs.ts';

export function ColoredText({ runs }: { runs: readonly TextRun[] }) {
  return runs.map((run, index) =>
    run.className === '' ? (
      run.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a line have no other key.
      <span key={index} className={run.className}>
        {run.text}
      </span>
    ),
  );
}
