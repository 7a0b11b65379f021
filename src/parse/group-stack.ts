// Room parse: the groups a test stands in, for reporters that show them by indentation.

export class GroupStack {
  #names: string[] = [];

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  clear(): void {
    this.#names = [];
  }

  /** `depth` is 0 for an outermost group. Everything deeper is left behind. */
  enter(depth: number, name: string): void {
    this.#names.length = Math.min(this.#names.length, depth);
    while (this.#names.length < depth) this.#names.push('');
    this.#names.push(name);
  }

  /** A name that goes on in the next line. */
  extend(text: string): void {
    const last = this.#names.pop();
    if (last !== undefined) this.#names.push(`${last}\n${text}`);
  }

  /** The names of the groups around something that stands at this depth. */
  around(depth: number): string[] {
    return this.#names.slice(0, depth).filter((name) => name !== '');
  }
}

export function indentOf(text: string): number {
  let indent = 0;
  while (text.charCodeAt(indent) === 32) indent += 1;
  return indent;
}
