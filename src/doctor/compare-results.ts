// Compares two results of the baseline tests, in the user's environment and under Hydra, test by test if both have names.

import type { TestStatus, TestSummary } from '../contract/index.ts';
import { withheldVariables } from '../exec/index.ts';
import type { MaybeReading } from '../judge/index.ts';
import type { Diagnostic } from './diagnostic.ts';

export const TESTS_OF_BASE = 'baseline tests';
const MAX_SHOWN = 10;

type TestReading = MaybeReading<TestSummary>;

export function compareResults(byHand: TestReading, underHydra: TestReading): Diagnostic {
  const [hand, own] = [countsOf(byHand), countsOf(underHydra)];
  const differences = differencesBetween(byHand, underHydra);
  if (hand === own && differences.length === 0) return describeSame(own, underHydra);
  if (hand === own)
    return describeDifference(`${own} both in your environment and under Hydra, but not for the same tests`, differences);
  // Console output without a report may count packages or files: then only failures and the exit code are compared.
  if (showsLess(byHand, underHydra)) {
    const text = `same failures and exit code; in your environment ${hand}; under Hydra ${own}`;
    return { state: 'ok', subject: TESTS_OF_BASE, text, next: null };
  }
  return describeDifference(`in your environment ${hand}; under Hydra ${own}`, differences);
}

/** More failures or no counts under Hydra: the request for a report may be the cause. */
export function mayBeCausedByReport(byHand: TestReading, underHydra: TestReading): boolean {
  const [hand, own] = [failuresOf(byHand), failuresOf(underHydra)];
  return hand !== null && (own === null || own > hand);
}

export function reportDifference(byHand: TestReading, underHydra: TestReading): Diagnostic {
  const text = `results differ only when Hydra requests a report: in your environment ${countsOf(byHand)}; under Hydra ${countsOf(underHydra)}`;
  const next =
    '`hydra score` detects this and runs the tests without a report. If a second `hydra doctor` gives another result, the tests are flaky.';
  return { state: 'note', subject: TESTS_OF_BASE, text, next };
}

function describeSame(counts: string, reading: TestReading): Diagnostic {
  const isMeasured = reading.state === 'read' && hasCounts(reading.reading.summary) && reading.reading.summary.total > 0;
  const next = 'No test results were found. Run `hydra init --force` to find a command that gives one.';
  return {
    state: isMeasured ? 'ok' : 'note',
    subject: TESTS_OF_BASE,
    text: `same results in your environment and under Hydra: ${counts}`,
    next: isMeasured ? null : next,
  };
}

function describeDifference(counts: string, differences: readonly string[]): Diagnostic {
  const shown = differences.slice(0, MAX_SHOWN).join('; ');
  const more = differences.length > MAX_SHOWN ? ` and ${differences.length - MAX_SHOWN} more` : '';
  const text = `results differ: ${counts}${shown === '' ? '' : `. ${shown}${more}`}`;
  return { state: 'note', subject: TESTS_OF_BASE, text, next: `Run it again to rule out flaky tests. ${environmentAdvice()}` };
}

/** Names only: the values are secret. */
function environmentAdvice(): string {
  const withheld = withheldVariables(process.env);
  const general = 'If they differ again, the tests depend on the environment or on the folder they run in.';
  return withheld.length === 0 ? general : `${general} Checks do not get these variables: ${withheld.join(', ')}.`;
}

function showsLess(byHand: TestReading, underHydra: TestReading): boolean {
  if (byHand.state !== 'read' || underHydra.state !== 'read') return false;
  const [hand, own] = [byHand.reading, underHydra.reading];
  const isSameEnd = hand.capture.exit_code === own.capture.exit_code && hand.summary.failed === own.summary.failed;
  return isSameEnd && hand.summary.total < own.summary.total;
}

function hasCounts({ precision }: TestSummary): boolean {
  return precision === 'exact' || precision === 'totals';
}

function failuresOf(reading: TestReading): number | null {
  return reading.state === 'read' && hasCounts(reading.reading.summary) ? reading.reading.summary.failed : null;
}

function countsOf(reading: TestReading): string {
  if (reading.state !== 'read') return 'no result';
  const { summary, capture } = reading.reading;
  const { passed, failed, skipped } = summary;
  if (hasCounts(summary)) return `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return `no counts, exit code ${capture.exit_code ?? 'none'}`;
}

/** How often each result occurs per last part of the name: console output and report write the parts before differently. */
function differencesBetween(byHand: TestReading, underHydra: TestReading): string[] {
  const [hand, own] = [resultsOf(byHand), resultsOf(underHydra)];
  if (hand.size === 0 || own.size === 0) return [];
  const names = [...new Set([...hand.keys(), ...own.keys()])].sort();
  return names.flatMap((name) => {
    const [before, after] = [hand.get(name) ?? 'missing', own.get(name) ?? 'missing'];
    return before === after ? [] : [`${name}: ${before} in your environment, ${after} under Hydra`];
  });
}

function resultsOf(reading: TestReading): Map<string, string> {
  if (reading.state !== 'read' || reading.reading.summary.precision !== 'exact') return new Map();
  const byName = new Map<string, TestStatus[]>();
  for (const { id, status } of reading.reading.summary.tests) {
    const name = lastPart(id);
    byName.set(name, [...(byName.get(name) ?? []), status]);
  }
  return new Map([...byName].map(([name, statuses]) => [name, statuses.sort().join(', ')]));
}

function lastPart(id: string): string {
  return id.split(/ > |::/).at(-1) ?? id;
}
