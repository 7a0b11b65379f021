// Capture: what the captures of a tree are called beside the names of the checks.

export const SETUP_CHECK = 'setup';
/** The candidate's sources with the base's tests: captured beside the candidate's own checks. */
export const PINNED_PREFIX = 'pinned-';

/** again: the whole test command once more. selected: only the tests in doubt. shuffled: only new tests, in another order. */
export type RerunKind = 'again' | 'selected' | 'shuffled';

export function rerunPrefix(kind: RerunKind, round: number, prefix: string): string {
  return `${prefix}${kind}${round}-`;
}

/** Whether a capture is one more run of a check that has its own capture already. */
export function isRerun(check: string): boolean {
  return /^(?:pinned-)?(?:again|selected|shuffled)\d+-/.test(check);
}
