// The tests that a run of unittest started, in order, and what it said of them.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import { ownText, type Shelf } from '../../engine/shelf.ts';

/**
 * A name in the form of a test's; one that nose prints, docstrings and functions, which may be anything; or that of the
 * set-up or tear-down of a class or a module, which is no test and not counted.
 */
export type Kind = 'named' | 'loose' | 'fixture';

/** Lists side by side, the first of which is handed over: a second object for each test would cost more than its line. */
export class StartedTests {
  readonly #shelf: Shelf;
  /** Their status is settled by `results`. */
  readonly #tests: TestResult[] = [];
  /** What was said of each; null while it runs. */
  readonly #words: (string | null)[] = [];
  readonly #kinds: Kind[] = [];
  readonly #counts: Record<Kind, number> = { named: 0, loose: 0, fixture: 0 };

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  get size(): number {
    return this.#tests.length;
  }

  sizeOf(kind: Kind): number {
    return this.#counts[kind];
  }

  /** Undefined where there is none. */
  get lastId(): string | undefined {
    return this.#tests.at(-1)?.id;
  }

  get lastWord(): string | null | undefined {
    return this.#words.at(-1);
  }

  start(id: string, kind: Kind): void {
    this.#shelf.keep(this.#tests, { id, status: 'failed' });
    this.#note(null, kind);
  }

  setLastWord(word: string): void {
    this.#words[this.#words.length - 1] = ownText(word);
  }

  only(...kinds: readonly Kind[]): StartedTests {
    if (kinds.reduce((size, kind) => size + this.#counts[kind], 0) === this.size) return this;
    const found = new StartedTests(this.#shelf);
    for (const [index, test] of this.#tests.entries()) {
      const kind = this.#kinds[index];
      if (kind === undefined || !kinds.includes(kind)) continue;
      found.#tests.push(test);
      found.#note(this.#words[index] ?? null, kind);
    }
    return found;
  }

  count(isCounted: (id: string, word: string | null) => boolean): number {
    let count = 0;
    for (const [index, { id }] of this.#tests.entries()) if (isCounted(id, this.#words[index] ?? null)) count += 1;
    return count;
  }

  /** Those that have a status. */
  results(statusOf: (id: string, word: string | null) => TestStatus | null): TestResult[] {
    const results: TestResult[] = [];
    for (const [index, test] of this.#tests.entries()) {
      const status = statusOf(test.id, this.#words[index] ?? null);
      if (status === null) continue;
      test.status = status;
      results.push(test);
    }
    return results;
  }

  #note(word: string | null, kind: Kind): void {
    this.#words.push(word);
    this.#kinds.push(kind);
    this.#counts[kind] += 1;
  }
}
