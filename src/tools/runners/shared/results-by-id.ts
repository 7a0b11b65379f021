// For tools that may report the same test again, where the last report counts.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Results } from '../../../parse/parser.ts';

export class ResultsById {
  readonly #byId: Map<string, TestResult>;

  constructor(results: Pick<Results, 'map'>) {
    this.#byId = results.map();
  }

  /** Each test once, in the order of first appearance. */
  get tests(): TestResult[] {
    return [...this.#byId.values()];
  }

  get(id: string): TestStatus | undefined {
    return this.#byId.get(id)?.status;
  }

  set(id: string, status: TestStatus): TestResult {
    const test = this.#byId.get(id) ?? { id, status };
    test.status = status;
    this.#byId.set(id, test);
    return test;
  }
}
