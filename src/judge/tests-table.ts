// The tests of the base that fail there, or whose result is another one with a candidate: one table for every view.
import type { CandidateFacts, MovedResult, TestOfBase, TestResult, TestSummary } from '../contract/index.ts';
import type { MaybeReading } from './measure.ts';
import { messagesOf, statusesOf, type TestStatuses } from './test-statuses.ts';

export interface TestedCandidate {
  facts: CandidateFacts;
  /** Its own run. */
  own: MaybeReading<TestSummary>;
  /** The base's tests on its sources; null if its own run shows that as well. */
  pinned: MaybeReading<TestSummary> | null;
}

/** Bounds the size of the facts. */
const MAX_MESSAGES = 1000;

/** In the order of the base's run. */
export function testsOfBase(baseline: MaybeReading<TestSummary>, candidates: readonly TestedCandidate[]): TestOfBase[] {
  if (baseline.state !== 'read') return [];
  const named = candidates.flatMap(withNames);
  const moved = new Set(named.flatMap(({ results }) => [...results.keys()]));
  const messages = new Messages();
  const rows: TestOfBase[] = [];
  for (const test of baseline.reading.summary.tests) {
    if (test.status !== 'failed' && !moved.has(test.id)) continue;
    const results = named.flatMap((candidate) => resultsWith(candidate, test, messages));
    rows.push({ ...placeOf(test), base: test.status, ...messages.of(baseline, test), results });
  }
  return rows;
}

interface Named extends TestedCandidate {
  name: string;
  statuses: { own: TestStatuses; pinned: TestStatuses | null };
  /** Those that are not the base's. */
  results: ReadonlyMap<string, MovedResult>;
}

/** Only tests with names can be followed from the base to a candidate. */
function withNames(candidate: TestedCandidate): Named[] {
  const { facts, own, pinned } = candidate;
  if (facts.tests.state !== 'measured' || facts.tests.compared_by !== 'identity') return [];
  const statuses = { own: statusesOf(own), pinned: pinned === null ? null : statusesOf(pinned) };
  return [{ ...candidate, name: facts.name, statuses, results: movedResults(facts) }];
}

/** The first list that has a test says what became of it. */
function movedResults({ tests, integrity }: CandidateFacts): Map<string, MovedResult> {
  const results = new Map<string, MovedResult>();
  if (tests.state !== 'measured') return results;
  const findings = (rule: string) => integrity.filter(({ id }) => id === rule).flatMap((finding) => finding.tests ?? []);
  const lists: [MovedResult, readonly string[]][] = [
    ['hidden', findings('failing_tests_hidden')],
    ['edited', findings('passes_only_after_edit')],
    ['flaky', tests.flaky],
    ['contested', tests.contested.map(({ id }) => id)],
    ['fixed', tests.fixed],
    ['gone', [...tests.dropped, ...findings('tests_vanished')]],
    ['broken', tests.regressed],
  ];
  for (const [result, ids] of lists) for (const id of ids) if (!results.has(id)) results.set(id, result);
  return results;
}

/** Nothing if the result is the base's and no message says more. */
function resultsWith(candidate: Named, { id, status }: TestResult, messages: Messages): TestOfBase['results'] {
  const { own, pinned } = candidate.statuses;
  const result = candidate.results.get(id) ?? (status === 'failed' ? 'fails' : null);
  if (result === null) return [];
  const inPinned = pinned === null ? {} : { pinned: pinned.get(id) ?? ('missing' as const) };
  const message = messages.of(candidate.pinned ?? candidate.own, { id });
  return [{ candidate: candidate.name, result, own: own.get(id) ?? 'missing', ...inPinned, ...message }];
}

function placeOf({ id, file, line }: TestResult): Pick<TestOfBase, 'id' | 'file' | 'line'> {
  return { id, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
}

class Messages {
  #count = 0;

  of(reading: MaybeReading<TestSummary>, { id }: Pick<TestResult, 'id'>): { message?: string } {
    const message = this.#count < MAX_MESSAGES ? messagesOf(reading).get(id) : undefined;
    if (message === undefined) return {};
    this.#count += 1;
    return { message };
  }
}
