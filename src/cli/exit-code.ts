// Room cli: how a command ends, and what the exit codes mean. Scripts rest on them.
import type { Scorecard } from '../contract/index.ts';

/** What a command leaves to be printed on stdout, and how the process ends. */
export interface Outcome {
  /** One that may be very long comes in pieces, each made when the one before it is printed. */
  text: string | Iterable<string>;
  exitCode: number;
}

export const EXIT_WINNER = 0;
export const EXIT_NOTHING_MERGEABLE = 1;
/** `hydra init` found nothing that can be measured. */
export const EXIT_NOTHING_MEASURED = 1;
/** Usage, configuration, environment, or a fault of Hydra itself: nothing was scored. */
export const EXIT_FAULT = 2;
/** As shells have it for a program that Ctrl-C ended. */
export const EXIT_INTERRUPTED = 130;

export function exitCodeFor({ winner }: Pick<Scorecard, 'winner'>): number {
  return winner === null ? EXIT_NOTHING_MERGEABLE : EXIT_WINNER;
}
