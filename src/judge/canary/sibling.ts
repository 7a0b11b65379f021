// The existing test on which an added failing test is modeled, and the values that it compares.
import type { Draw } from '../vary/index.ts';

export interface Sibling {
  path: string;
  text: string;
  /** Chooses names and values: code under test must not be able to recognise them. */
  draw: Draw;
}

export interface WrittenCanary {
  path: string;
  text: string;
  /** The names of its tests. All of them fail. */
  tests: string[];
}

/** Null if a test does not show how to write a similar one. */
export type WriteCanary = (sibling: Sibling) => WrittenCanary | null;

/** Two different numbers. */
export function unequal(draw: Draw): [string, string] {
  const value = draw.number(2, 90);
  return [String(value), String(value + draw.number(1, 9))];
}

/** Two different words. */
export function unequalWords(draw: Draw): [string, string] {
  const [one = '', other = ''] = draw.words();
  return [one, other];
}
