// The existing test on which an added failing test is modeled.

export interface Sibling {
  path: string;
  text: string;
  /** Letters and digits in the name of the new test and of its file. */
  mark: string;
}

/** Null if a test does not show how to write a similar one. */
export type WriteCanary = (sibling: Sibling) => { path: string; text: string } | null;

/** The message for a reader who finds it in a log. */
export const WHY_IT_FAILS = 'added by Hydra: a runner that is alive reports this as a failure';
