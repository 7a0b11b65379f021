// The tests that two runs do not agree about. Nearly all tests have the same result in both, and every later step asks only
// for the others, so that they are found once for each pair of runs.
import type { TestStatus } from '../contract/index.ts';
import type { TestStatuses } from './test-statuses.ts';

export interface ChangedTest {
  id: string;
  /** Its position among the tests of the first run. */
  at: number;
  before: TestStatus;
  /** Undefined if the second run does not list it. */
  after: TestStatus | undefined;
}

export interface TestChanges {
  /** In the order of the first run. */
  changed: readonly ChangedTest[];
  /** Tests that only the second run lists, in its order. */
  added: readonly (readonly [id: string, status: TestStatus])[];
}

/** Statuses never change after they are read. */
const KNOWN = new WeakMap<TestStatuses, WeakMap<TestStatuses, TestChanges>>();

export function testChanges(before: TestStatuses, after: TestStatuses): TestChanges {
  const ofBefore = KNOWN.get(before) ?? new WeakMap<TestStatuses, TestChanges>();
  KNOWN.set(before, ofBefore);
  const changes = ofBefore.get(after) ?? compare(before, after);
  ofBefore.set(after, changes);
  return changes;
}

function compare(before: TestStatuses, after: TestStatuses): TestChanges {
  const changed: ChangedTest[] = [];
  let [at, missing] = [0, 0];
  for (const [id, status] of before) {
    const now = after.get(id);
    if (now !== status) changed.push({ id, at, before: status, after: now });
    if (now === undefined) missing += 1;
    at += 1;
  }
  const hasAdded = after.size > before.size - missing;
  return { changed, added: hasAdded ? [...after].filter(([id]) => !before.has(id)) : [] };
}

/** In the order of the first run. */
export function idsChanged(before: TestStatuses, after: TestStatuses, from: TestStatus, to: TestStatus): string[] {
  return testChanges(before, after).changed.flatMap((test) => (test.before === from && test.after === to ? [test.id] : []));
}

/** The tests that both passed and failed in these runs. */
export function mixedTests(runs: readonly TestStatuses[]): string[] {
  const [first, ...others] = runs;
  if (first === undefined || others.length === 0) return [];
  const differing = others.flatMap((run) => {
    const { changed, added } = testChanges(first, run);
    return [...changed.map(({ id }) => id), ...added.map(([id]) => id)];
  });
  const passesIn = (id: string, status: TestStatus) => runs.some((run) => run.get(id) === status);
  return [...new Set(differing)].filter((id) => passesIn(id, 'passed') && passesIn(id, 'failed'));
}
