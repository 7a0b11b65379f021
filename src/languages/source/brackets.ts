// Brackets and arguments in masked source.
import type { MaskedSource } from './mask-source.ts';

export interface Range {
  start: number;
  end: number;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const MAX_LENGTH = 20_000;

export interface Arguments {
  list: Range[];
  /** After the closing bracket. */
  end: number;
}

/** The parts between the commas inside the bracket at `open`; null if it does not close. A comma at the end adds no part. */
export function argumentsAt(bare: string, open: number): Arguments | null {
  const stack: string[] = [];
  const list: Range[] = [];
  let start = open + 1;
  const add = (end: number) => {
    if (bare.slice(start, end).trim() !== '') list.push(trimmed(bare, { start, end }));
    start = end + 1;
  };
  const limit = Math.min(bare.length, open + MAX_LENGTH);
  for (let at = open; at < limit; at += 1) {
    const char = bare.charAt(at);
    const closing = CLOSING[char];
    if (closing !== undefined) stack.push(closing);
    else if (char === ')' || char === ']' || char === '}') {
      if (stack.pop() !== char) return null;
      if (stack.length === 0) {
        add(at);
        return { list, end: at + 1 };
      }
    } else if (char === ',' && stack.length === 1) add(at);
  }
  return null;
}

/** The end of the bracket at `open`, for blocks of any length; null if it does not close. */
export function bracketEnd({ bare }: Pick<MaskedSource, 'bare'>, open: number): number | null {
  let depth = 0;
  for (let at = open; at < bare.length; at += 1) {
    const char = bare.charAt(at);
    if (CLOSING[char] !== undefined) depth += 1;
    else if (char === ')' || char === ']' || char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** Up to a line end, a semicolon or one of the marks outside of brackets, or to a bracket that closes one from before. */
export function statementEnd(bare: string, start: number, marks = ';'): number {
  let depth = 0;
  const limit = Math.min(bare.length, start + MAX_LENGTH);
  for (let at = start; at < limit; at += 1) {
    const char = bare.charAt(at);
    if (CLOSING[char] !== undefined) depth += 1;
    else if (char === ')' || char === ']' || char === '}') depth -= 1;
    if (depth < 0 || (depth === 0 && (char === '\n' || marks.includes(char)))) return at;
  }
  return limit;
}

export function trimmed(bare: string, { start, end }: Range): Range {
  const part = bare.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  return { start: from, end: Math.max(from, start + part.trimEnd().length) };
}
