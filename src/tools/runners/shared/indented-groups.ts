// The groups around a test, for reporters that show them by indentation.
import { appendBounded } from '../../../parse/shared/bounded-text.ts';
import { CharCode } from '../../../parse/shared/characters.ts';

export class GroupStack {
  #names: string[] = [];
  /** By depth: results of `prefix` since the groups last changed. */
  #prefixes: string[] = [];
  /** The last one that was joined: the tests of one group share the string, which saves memory. */
  #latest = '';

  clear(): void {
    this.#names = [];
    this.#prefixes = [];
  }

  /** `depth` is 0 for an outermost group. Leaves all groups of this depth and deeper. */
  enter(depth: number, name: string): void {
    this.#names.length = Math.min(this.#names.length, depth);
    while (this.#names.length < depth) this.#names.push('');
    this.#names.push(name);
    this.#prefixes = [];
  }

  /** Adds a further line to the name of the innermost group. */
  extend(text: string): void {
    const last = this.#names.pop();
    if (last !== undefined) this.#names.push(appendBounded(last, '\n', text));
    this.#prefixes = [];
  }

  /** "group > group > ", for an entry at this depth. */
  prefix(depth: number): string {
    const known = this.#prefixes[depth];
    if (known !== undefined) return known;
    const names = this.#names.slice(0, depth).filter((name) => name !== '');
    const prefix = names.map((name) => `${name} > `).join('');
    if (prefix !== this.#latest) this.#latest = prefix;
    this.#prefixes[depth] = this.#latest;
    return this.#latest;
  }

  /** False when the name of an outer group is unknown. */
  isComplete(depth: number): boolean {
    return this.#names.length >= depth && !this.#names.slice(0, depth).includes('');
  }
}

export function indentOf(text: string): number {
  const { length } = text;
  let indent = 0;
  while (indent < length && text.charCodeAt(indent) === CharCode.SPACE) indent += 1;
  return indent;
}
