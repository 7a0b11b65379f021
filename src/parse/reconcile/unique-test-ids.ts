// The tests of several sections in one list, in which no id occurs twice.
import type { TestResult } from '../../contract/index.ts';

export interface PrefixedTests {
  /** What keeps the ids of this section apart from those of others; may be empty. */
  prefix: string;
  tests: readonly TestResult[];
}

/**
 * The same id twice gets a number, in order of appearance, so that no result hides another. Tests are given their ids in
 * place: beside hundreds of thousands of old ones there would be no room for new ones.
 */
export function distinctTests(sections: readonly PrefixedTests[]): TestResult[] {
  const areApart = keepApart(sections.map(({ prefix }) => prefix));
  const idsByPrefix = new Map<string, DistinctIds>();
  const tests: TestResult[] = [];
  for (const section of sections) {
    // Where no id can be another prefix's, the ids are compared without them, which is much cheaper.
    const [outer, inner] = areApart ? [section.prefix, ''] : ['', section.prefix];
    const ids = idsByPrefix.get(outer) ?? new DistinctIds();
    idsByPrefix.set(outer, ids);
    for (const test of section.tests) {
      test.id = outer + ids.distinct(inner + test.id);
      tests.push(test);
    }
  }
  return tests;
}

/** Whether none of them is the beginning of another. */
function keepApart(prefixes: readonly string[]): boolean {
  const sorted = [...new Set(prefixes)].sort();
  return sorted.every((prefix, index) => index === 0 || !prefix.startsWith(sorted[index - 1] ?? ''));
}

class DistinctIds {
  readonly #seen = new Set<string>();
  /** By an id that occurred more than once: the last number that was given out. */
  readonly #numbers = new Map<string, number>();

  distinct(id: string): string {
    const before = this.#seen.size;
    if (this.#seen.add(id).size > before) return id;
    let number = this.#numbers.get(id) ?? 1;
    let numbered: string;
    do {
      number += 1;
      numbered = `${id} #${number}`;
    } while (this.#seen.has(numbered));
    this.#numbers.set(id, number);
    this.#seen.add(numbered);
    return numbered;
  }
}
