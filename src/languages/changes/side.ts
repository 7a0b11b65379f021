// One version of a file as numbers: its tokens, and its lines in one layout for all texts.

import type { Token } from '../token.ts';
import { layOut } from './lines.ts';

export interface Side {
  tokens: Int32Array;
  /** The index of the first token of each line, and at the end the number of tokens. */
  starts: Int32Array;
  /** Equal numbers for equal lines. */
  lines: Int32Array;
  /** For each line 1 if it contains a changed token. */
  changed: Uint8Array;
  /** For each line 1 if it is part of a moved block. */
  moved: Uint8Array;
}

/** Gives equal texts equal numbers, across all files of a diff. */
export class Interner {
  readonly #numbers = new Map<string, number>();

  number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

export function toSide(tokens: readonly Token[], interner: Interner): Side {
  const numbers = Int32Array.from(tokens, ({ text }) => interner.number(text));
  const starts = Int32Array.from([...layOut(tokens), tokens.length]);
  const count = starts.length - 1;
  // No token contains this mark: a token cannot look like a line.
  const lineText = (line: number) => `\0${numbers.subarray(starts[line], starts[line + 1]).join(' ')}`;
  const lines = Int32Array.from({ length: count }, (_, line) => interner.number(lineText(line)));
  return { tokens: numbers, starts, lines, changed: new Uint8Array(count), moved: new Uint8Array(count) };
}

/** The number of tokens in a line. */
export function sizeOfLine({ starts }: Side, line: number): number {
  return (starts[line + 1] ?? 0) - (starts[line] ?? 0);
}
