// What a reader of one form returns.
import type { TaskExample } from '../contract/index.ts';

export interface Reading extends Omit<TaskExample, 'number'> {
  /** Whether the text says that it should be so; else it only shows it. */
  readonly isFirm: boolean;
}

/** The number of the line in which an index of a text is, if the first line has the number `first`. */
export function lineAt(text: string, index: number, first: number): number {
  let line = first;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
