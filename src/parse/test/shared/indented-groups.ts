// The groups a test stands in, for reporters that show them by indentation.

import { ownText } from '../../engine/shelf.ts';
import { extended } from '../../shared/bounded-text.ts';

export class GroupStack {
  #names: string[] = [];
  /** By depth: what `prefix` has answered since the groups last changed. */
  #prefixes: string[] = [];
  /** The last that was put together: tests keep theirs, and those of one group share it, whatever was printed between them. */
  #latest = '';

  clear(): void {
    this.#names = [];
    this.#prefixes = [];
  }

  /** `depth` is 0 for an outermost group. Everything deeper is left behind. */
  enter(depth: number, name: string): void {
    this.#names.length = Math.min(this.#names.length, depth);
    while (this.#names.length < depth) this.#names.push('');
    this.#names.push(name);
    this.#prefixes = [];
  }

  /** A name that goes on in the next line. */
  extend(text: string): void {
    const last = this.#names.pop();
    if (last !== undefined) this.#names.push(extended(last, '\n', text));
    this.#prefixes = [];
  }

  /** "group > group > ", for something that stands at this depth. */
  prefix(depth: number): string {
    const known = this.#prefixes[depth];
    if (known !== undefined) return known;
    const names = this.#names.slice(0, depth).filter((name) => name !== '');
    const prefix = names.map((name) => `${name} > `).join('');
    if (prefix !== this.#latest) this.#latest = ownText(prefix);
    this.#prefixes[depth] = this.#latest;
    return this.#latest;
  }

  /** False when the name of a group around this depth was never seen. */
  isComplete(depth: number): boolean {
    return this.#names.length >= depth && !this.#names.slice(0, depth).includes('');
  }
}

export function indentOf(text: string): number {
  const { length } = text;
  let indent = 0;
  while (indent < length && text.charCodeAt(indent) === 32) indent += 1;
  return indent;
}
