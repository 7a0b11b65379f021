// One execution of a check in a run: what ran, why, and how it ended. Commands, the page and the API show the same list.
import { z } from 'zod';
import { endedSchema } from '../check.ts';
import {
  CANARY_CHECK,
  COVERAGE_CHECK,
  INDEPENDENT_CANARY_CHECK,
  INDEPENDENT_CHECK,
  mustFail,
  parseCheckRun,
} from '../check-run.ts';
import { type PlantedFailure, plantedFailureSchema } from '../files/event.ts';

export const executionEntrySchema = z.strictObject({
  /** Null is the base. */
  candidate: z.string().nullable(),
  /** The name of the capture: `pinned-selected1-test`. */
  check: z.string(),
  /** Null for captures from the cache. */
  reason: z.string().nullable(),
  /** Null when it did not finish. */
  ended: endedSchema.nullable(),
  exit_code: z.number().int().nullable(),
  duration_ms: z.number(),
  from_cache: z.boolean(),
  /** Only for a run that must fail. */
  planted_failure: plantedFailureSchema.optional(),
});
export type ExecutionEntry = z.infer<typeof executionEntrySchema>;

/** "passed", "exit code 1", "timed out" */
export function describeExecutionEnd({ check, ended, exit_code: exitCode, planted_failure: planted }: ExecutionEntry): string {
  if (ended === null) return 'did not end';
  if (ended !== 'exited') return ended.replaceAll('_', ' ');
  if (mustFail(parseCheckRun(check))) return describePlantedFailure(exitCode, planted);
  return exitCode === 0 ? 'passed' : `exit code ${exitCode ?? '?'}`;
}

/** A command that fails for another reason, such as a usage error, reports nothing. */
export function describePlantedFailure(exitCode: number | null, planted: PlantedFailure | undefined): string {
  if (exitCode === 0) return 'planted failure not reported';
  if (planted === 'reported') return 'planted failure reported';
  const exit = exitCode === null ? 'ended by a signal' : `exit code ${exitCode}`;
  return planted === undefined ? exit : `${exit}, planted failure not in its results`;
}

/** "12 executions, 41.2 s of check time; 8 whole test runs for 8 trees" */
export function describeExecutions(executions: readonly ExecutionEntry[]): string {
  const ran = executions.filter(({ from_cache: isCached }) => !isCached);
  const seconds = ran.reduce((sum, { duration_ms: ms }) => sum + ms, 0) / 1000;
  const whole = ran.filter(({ check }) => isWholeTestRun(check)).length;
  const trees = new Set(executions.map(({ candidate }) => candidate)).size;
  return `${ran.length} executions, ${seconds.toFixed(1)} s of check time; ${whole} whole test runs for ${trees} trees`;
}

const SUITES: readonly string[] = ['test', CANARY_CHECK, COVERAGE_CHECK, INDEPENDENT_CHECK, INDEPENDENT_CANARY_CHECK];

function isWholeTestRun(name: string): boolean {
  const { check, attempt } = parseCheckRun(name);
  return SUITES.includes(check) && (attempt === null || attempt.kind === 'again');
}
