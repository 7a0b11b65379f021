// Results of commands and the meaning of exit codes. Scripts depend on them.
import type { Scorecard } from '../contract/index.ts';

/** The text to print on stdout, and the exit code. */
export interface Outcome {
  /** Long output is a sequence of chunks, each created after the previous one was printed. */
  text: string | Iterable<string>;
  exitCode: number;
}

export const EXIT_LEADER = 0;
/** Nothing mergeable, nothing proven, or a decision is needed. */
export const EXIT_NO_LEADER = 1;
/** `hydra init` found nothing that can be measured. */
export const EXIT_NOTHING_MEASURED = 1;
/** `hydra tune` has no weights to propose. */
export const EXIT_NO_PROPOSAL = 1;
/** Usage, configuration or environment errors, or an internal error: nothing was scored. */
export const EXIT_FAULT = 2;
/** The exit code that shells use for Ctrl-C. */
export const EXIT_INTERRUPTED = 130;

/** A level result has leaders, and no single winner. */
export function exitCodeFor({ verdict }: Pick<Scorecard, 'verdict'>): number {
  return verdict.leaders.length === 0 ? EXIT_NO_LEADER : EXIT_LEADER;
}
