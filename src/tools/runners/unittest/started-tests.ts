// The tests that a run of unittest started, in order, and the word it printed for each.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Results } from '../../../parse/parser.ts';

/**
 * named: a name in the form of a test's. loose: a docstring or function as nose prints it, which may be any text. fixture:
 * the set-up or teardown of a class or module, which is not counted as a test.
 */
export type Kind = 'named' | 'loose' | 'fixture';

/** Longer words end with a reason. */
const MAX_WORD_LENGTH = 'unexpected success'.length;

/** Parallel arrays: the first one becomes the result, and a second object per test would take more time than its line. */
export class StartedTests {
  readonly #results: Results;
  /** `results` sets their status. */
  readonly #tests: TestResult[];
  /** The word for each; null while it runs. */
  readonly #words: (string | null)[] = [];
  readonly #kinds: Kind[] = [];
  readonly #counts: Record<Kind, number> = { named: 0, loose: 0, fixture: 0 };

  constructor(results: Results) {
    this.#results = results;
    this.#tests = results.list();
  }

  get size(): number {
    return this.#tests.length;
  }

  sizeOf(kind: Kind): number {
    return this.#counts[kind];
  }

  /** Undefined without a test. */
  get lastId(): string | undefined {
    return this.#tests.at(-1)?.id;
  }

  get lastWord(): string | null | undefined {
    return this.#words.at(-1);
  }

  start(id: string, kind: Kind): void {
    this.#tests.push({ id, status: 'failed' });
    this.#note(null, kind);
  }

  setLastWord(word: string): void {
    this.#words[this.#words.length - 1] = word.length > MAX_WORD_LENGTH ? word.slice(0, 'skipped'.length) : word;
  }

  only(...kinds: readonly Kind[]): StartedTests {
    if (kinds.reduce((size, kind) => size + this.#counts[kind], 0) === this.size) return this;
    const found = new StartedTests(this.#results);
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
