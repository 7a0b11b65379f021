// How a command ends, and what the exit codes mean. Scripts rest on them.
import type { Scorecard } from '../contract/index.ts';

/** What a command leaves to be printed on stdout, and how the process ends. */
export interface Outcome {
  /** One that may be very long comes in pieces, each made when the one before it is printed. */
  text: string | Iterable<string>;
  exitCode: number;
}

export const EXIT_LEADER = 0;
/** Nothing mergeable, nothing proven, or a decision is needed. */
export const EXIT_NO_LEADER = 1;
/** `hydra init` found nothing that can be measured. */
export const EXIT_NOTHING_MEASURED = 1;
/** Usage, configuration, environment, or a fault of Hydra itself: nothing was scored. */
export const EXIT_FAULT = 2;
/** As shells have it for a program that Ctrl-C ended. */
export const EXIT_INTERRUPTED = 130;

/** A level result has leaders, and no single winner. */
export function exitCodeFor({ verdict }: Pick<Scorecard, 'verdict'>): number {
  return verdict.leaders.length === 0 ? EXIT_NO_LEADER : EXIT_LEADER;
}
