// Prints the result of a run as soon as it is stored: removing the checkouts can take longer than reading it.
import type { ScoredRun } from '../pipeline/index.ts';
import type { Outcome } from './exit-code.ts';
import type { Progress } from './progress.ts';

export interface ResultPrinter {
  onScored(scored: ScoredRun): void;
  /** What is left to print at the end. */
  outcome(scored: ScoredRun): Outcome;
}

export type Rendered = Outcome & { text: string };

export function openResultPrinter(progress: Progress, render: (scored: ScoredRun) => Rendered): ResultPrinter {
  let printed: Rendered | null = null;
  return {
    onScored(scored) {
      progress.close();
      printed = render(scored);
      process.stdout.write(printed.text);
    },
    outcome: (scored) => (printed === null ? render(scored) : { ...printed, text: '' }),
  };
}
