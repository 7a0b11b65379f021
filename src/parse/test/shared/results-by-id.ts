// The tests that a tool names, for tools that may name the same one again and mean it.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';

export class ResultsById {
  /** Each once, in the order of their first appearance. */
  readonly tests: TestResult[] = [];
  readonly #byId = new Map<string, TestResult>();
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  get(id: string): TestStatus | undefined {
    return this.#byId.get(id)?.status;
  }

  /** Whatever was said of it before. */
  set(id: string, status: TestStatus): void {
    const known = this.#byId.get(id);
    if (known !== undefined) known.status = status;
    else if (!this.#shelf.isFull) this.#add({ id, status });
  }

  #add(test: TestResult): void {
    this.#shelf.keepAtOnce(this.tests, test);
    this.#byId.set(test.id, test);
  }
}
