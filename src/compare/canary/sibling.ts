// What a failing test of Hydra's own is written beside.

export interface Sibling {
  path: string;
  text: string;
  /** Letters and digits that stand in the name of the new test and of its file. */
  mark: string;
}

/** Null where a test does not show how another one like it would be written. */
export type WriteCanary = (sibling: Sibling) => { path: string; text: string } | null;

/** What a person reads who finds it in a log. */
export const WHY_IT_FAILS = 'added by Hydra: a runner that is alive reports this as a failure';
