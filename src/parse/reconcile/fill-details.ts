// Completes the results of one reading of a run with the details of another: a report says more than the console, and names
// tests in another way.
import type { TestDetails, TestResult } from '../../contract/index.ts';

/** The results of `kept`, with messages, files and durations of `other` where they have none. */
export function fillDetails(kept: readonly TestResult[], other: readonly TestResult[]): TestResult[] {
  const known = new DetailsByName(other);
  return known.isEmpty ? [...kept] : kept.map((test) => complete(test, known.of(test)));
}

/** A place belongs together: the file of one reading and the line of another may be of two files. */
function complete(test: TestResult, details: TestDetails | null): TestResult {
  if (details === null) return test;
  const { file, line, ...rest } = details;
  return { ...rest, ...(test.file === undefined && { ...(file !== undefined && { file }), ...(line && { line }) }), ...test };
}

class DetailsByName {
  readonly isEmpty: boolean;
  readonly #byId = new Map<string, TestResult>();
  /** Of failed tests; null where several have the name. */
  readonly #byName = new Map<string, TestResult | null>();

  constructor(tests: readonly TestResult[]) {
    const detailed = tests.filter((test) => Object.keys(test).length > 2);
    this.isEmpty = detailed.length === 0;
    if (this.isEmpty) return;
    for (const test of detailed) this.#byId.set(test.id, test);
    for (const test of tests) {
      if (test.status !== 'failed') continue;
      const name = nameOf(test.id);
      this.#byName.set(name, this.#byName.has(name) ? null : test);
    }
  }

  of(test: TestResult): TestDetails | null {
    const found = this.#byId.get(test.id) ?? (test.status === 'failed' ? this.#byName.get(nameOf(test.id)) : null);
    if (found?.status !== test.status) return null;
    const { id, status, ...details } = found;
    return details;
  }
}

function nameOf(id: string): string {
  return wordsOf(ownName(id)).join(' ');
}

/** Without file, groups and package: a console may omit or shorten them. */
export function ownName(id: string): string {
  const withoutPackage = id.replace(/^\S+ (?=(?:Test|Example|Fuzz)\S*$)/, '');
  return withoutPackage.slice(Math.max(withoutPackage.lastIndexOf(' > '), withoutPackage.lastIndexOf('::')) + 1);
}

/** Punctuation differs between a console and a report. */
export function wordsOf(id: string): string[] {
  return id.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== '');
}
