// Proves for one repository that Hydra does not change test results: the test command on the base as the user would run it,
// against the same as `hydra score` runs it, test by test where both runs name their tests.
import type { MaybeReading } from '../../compare/index.ts';
import { HydraError, type HydraEvent, type Policy, type TestStatus, type TestSummary } from '../../contract/index.ts';
import { findRepository, resolveCommit } from '../../git/index.ts';
import type { Examined } from './examined.ts';
import { inTrialArea, tryChecks } from './try-checks.ts';
import { readWorkingSettings } from './working-settings.ts';

const SUBJECT = 'fidelity';
const MAX_SHOWN = 10;

export interface FidelityOptions {
  signal: AbortSignal;
  watch(event: HydraEvent): void;
}

/** Empty when there is nothing to compare: no repository, no commit, no test command. */
export async function compareByHand(cwd: string, options: FidelityOptions): Promise<Examined[]> {
  try {
    const repository = await findRepository(cwd);
    const base = await resolveCommit(repository, 'HEAD');
    const policy = readWorkingSettings(repository);
    if (base === null || policy.scoring.commands.test === null) return [];
    const [byHand, underHydra] = await inTrialArea(repository, base, async (area) => {
      const request = { ...requestOf(policy), ...options };
      return [await tryChecks(area, { ...request, byHand: true }), await tryChecks(area, request)] as const;
    });
    const setupFailure = byHand.setupFailure ?? underHydra.setupFailure;
    if (setupFailure !== null) return [{ state: 'fault', subject: SUBJECT, text: setupFailure, next: 'Run `hydra init`.' }];
    return [judge(byHand.test, underHydra.test)];
  } catch (error) {
    // What is wrong with the repository or the settings is reported by the other examinations.
    if (error instanceof HydraError) return [];
    throw error;
  }
}

function requestOf({ scoring, workspace }: Policy) {
  const { build, test } = scoring.commands;
  return { commands: { build, test }, setup: workspace.setup, link: workspace.link };
}

function judge(byHand: MaybeReading<TestSummary>, underHydra: MaybeReading<TestSummary>): Examined {
  const [hand, own] = [countsOf(byHand), countsOf(underHydra)];
  if (hand === own) {
    const isMeasured = underHydra.state === 'read' && underHydra.reading.summary.total > 0;
    const differences = differencesBetween(byHand, underHydra);
    if (differences.length === 0) {
      const next = isMeasured ? null : 'No test result can be read. Run `hydra init` to find a command that gives one.';
      return { state: isMeasured ? 'ok' : 'note', subject: SUBJECT, text: `base by hand and under Hydra: ${own}`, next };
    }
    return differing(`the same counts (${own}), other tests`, differences);
  }
  // A console without a report may count packages or files: then the failures and the exit code are compared.
  if (showsLess(byHand, underHydra)) {
    const text = `base by hand and under Hydra: the same failures and exit code; by hand ${hand}, under Hydra ${own}`;
    return { state: 'ok', subject: SUBJECT, text, next: null };
  }
  return differing(`by hand ${hand}; under Hydra ${own}`, differencesBetween(byHand, underHydra));
}

function showsLess(byHand: MaybeReading<TestSummary>, underHydra: MaybeReading<TestSummary>): boolean {
  if (byHand.state !== 'read' || underHydra.state !== 'read') return false;
  const [hand, own] = [byHand.reading, underHydra.reading];
  const isSameEnd = hand.capture.exit_code === own.capture.exit_code && hand.summary.failed === own.summary.failed;
  return isSameEnd && hand.summary.total < own.summary.total;
}

function differing(counts: string, differences: readonly string[]): Examined {
  const shown = differences.slice(0, MAX_SHOWN).join('; ');
  const more = differences.length > MAX_SHOWN ? ` and ${differences.length - MAX_SHOWN} more` : '';
  const text = `the base differs: ${counts}${shown === '' ? '' : `. ${shown}${more}`}`;
  const next = 'Run it again: flaky tests differ too. If it persists, the tests depend on the place or the time they run in.';
  return { state: 'note', subject: SUBJECT, text, next };
}

function countsOf(reading: MaybeReading<TestSummary>): string {
  if (reading.state !== 'read') return 'no result';
  const { precision, passed, failed, skipped } = reading.reading.summary;
  if (precision === 'exact' || precision === 'totals') return `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return `no counts, exit code ${reading.reading.capture.exit_code ?? 'none'}`;
}

/** By the last part of the names, how often each result occurs: a console and a report spell the parts before differently. */
function differencesBetween(byHand: MaybeReading<TestSummary>, underHydra: MaybeReading<TestSummary>): string[] {
  const [hand, own] = [resultsOf(byHand), resultsOf(underHydra)];
  if (hand.size === 0 || own.size === 0) return [];
  const names = [...new Set([...hand.keys(), ...own.keys()])].sort();
  return names.flatMap((name) => {
    const [before, after] = [hand.get(name) ?? 'missing', own.get(name) ?? 'missing'];
    return before === after ? [] : [`${name}: ${before} by hand, ${after} under Hydra`];
  });
}

function resultsOf(reading: MaybeReading<TestSummary>): Map<string, string> {
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
