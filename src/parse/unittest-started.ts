// Room parse: the tests that a run of unittest started, in order, and what it said of them.
import type { TestResult, TestStatus } from '../contract/index.ts';

/**
 * A name in the form of a test's; one that nose prints, docstrings and functions, which may be anything; or that of the
 * set-up or tear-down of a class or a module, which is no test and not counted.
 */
export type Kind = 'named' | 'loose' | 'fixture';

/** Lists side by side: an object for each test would cost more than reading its line. */
export class StartedTests {
  readonly #ids: string[] = [];
  /** What was said of each; null while it runs. */
  readonly #words: (string | null)[] = [];
  readonly #kinds: Kind[] = [];
  readonly #counts: Record<Kind, number> = { named: 0, loose: 0, fixture: 0 };

  get size(): number {
    return this.#ids.length;
  }

  sizeOf(kind: Kind): number {
    return this.#counts[kind];
  }

  /** Undefined where there is none. */
  get lastId(): string | undefined {
    return this.#ids.at(-1);
  }

  get lastWord(): string | null | undefined {
    return this.#words.at(-1);
  }

  add(id: string, word: string | null, kind: Kind): void {
    this.#ids.push(id);
    this.#words.push(word);
    this.#kinds.push(kind);
    this.#counts[kind] += 1;
  }

  setLastWord(word: string): void {
    this.#words[this.#words.length - 1] = word;
  }

  only(...kinds: readonly Kind[]): StartedTests {
    if (kinds.reduce((size, kind) => size + this.#counts[kind], 0) === this.size) return this;
    const found = new StartedTests();
    for (const [index, kind] of this.#kinds.entries()) {
      if (kinds.includes(kind)) found.add(this.#ids[index] ?? '', this.#words[index] ?? null, kind);
    }
    return found;
  }

  count(isCounted: (id: string, word: string | null) => boolean): number {
    let count = 0;
    for (let index = 0; index < this.size; index += 1) {
      if (isCounted(this.#ids[index] ?? '', this.#words[index] ?? null)) count += 1;
    }
    return count;
  }

  /** Those that have a status. */
  results(statusOf: (id: string, word: string | null) => TestStatus | null): TestResult[] {
    const results: TestResult[] = [];
    for (let index = 0; index < this.size; index += 1) {
      const id = this.#ids[index] ?? '';
      const status = statusOf(id, this.#words[index] ?? null);
      if (status !== null) results.push({ id, status });
    }
    return results;
  }
}
