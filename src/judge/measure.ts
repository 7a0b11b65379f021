// Whether a check was measured at all. A check that could not run, or whose output is
// unreliable, never counts as a number.
import type { BuildFacts, Capture, Summary } from '../contract/index.ts';

/**
 * agrees: the same counts. differs: other counts. fails: failures that the report does not have. silent: no test results.
 * unclear: it contradicts itself.
 */
export type ConsoleBesideReport = 'agrees' | 'differs' | 'fails' | 'silent' | 'unclear';

/** The parsed result of one check on one tree. */
export interface CheckReading<Read extends Summary | null = Summary | null> {
  capture: Capture;
  /** Null for a build, which has only its exit code. */
  summary: Read;
  /** The console output of tests whose results come from a report; omitted otherwise. */
  console?: ConsoleBesideReport;
  /** The line of a failing run that says what could not be compiled or loaded; omitted without one. */
  loadError?: string;
  /** The line that reports a missing tool or script; null if it ran. */
  absentTool: string | null;
  /** Why an advisory service did not answer; omitted if it did. */
  unreachable?: string;
}

/** Why there is no result: no command, or the set-up before it failed. */
export type NoReading = { state: 'not_configured' } | { state: 'broken'; why: string };

export type MaybeReading<Read extends Summary | null> = { state: 'read'; reading: CheckReading<Read> } | NoReading;

type Unmeasured = { state: 'unavailable'; why: string } | { state: 'broken'; why: string };

/** Why a capture is not a measurement, or null if it may be one. */
export function whyNotMeasured({
  capture,
  absentTool,
  unreachable,
}: Pick<CheckReading, 'capture' | 'absentTool' | 'unreachable'>): Unmeasured | null {
  const { ended, exit_code, signal, timeout_seconds } = capture;
  if (ended === 'not_started') return { state: 'unavailable', why: 'the command could not be started' };
  if (absentTool !== null) return { state: 'unavailable', why: absentTool };
  if (unreachable !== undefined) return { state: 'unavailable', why: unreachable };
  if (ended === 'timed_out') return { state: 'broken', why: `it did not end within ${timeout_seconds} s` };
  if (ended === 'output_limit') return { state: 'broken', why: 'it printed more than the output limit' };
  if (ended === 'disk_limit')
    return { state: 'broken', why: 'it wrote more than `disk_limit_mb`, or half of the free disk space' };
  if (ended === 'memory_limit') return { state: 'broken', why: 'it used more than the memory limit' };
  if (ended === 'process_limit') return { state: 'broken', why: 'it started more than the limit of processes' };
  if (ended === 'interrupted') return { state: 'broken', why: 'it was interrupted' };
  if (ended === 'lost') return { state: 'broken', why: 'two machines were lost while they ran it' };
  if (exit_code === null) return { state: 'broken', why: `it was killed by ${signal ?? 'a signal'}` };
  return null;
}

export function measureBuild(build: MaybeReading<null>, targets: { name: string; build: MaybeReading<null> }[]): BuildFacts {
  const parts = targets.map(({ name, build: part }) => ({ name, passed: passes(part) }));
  if (build.state !== 'read') {
    if (build.state === 'broken' || parts.length === 0) return build;
    return { state: 'measured', passed: parts.every(({ passed }) => passed), targets: parts };
  }
  const unmeasured = whyNotMeasured(build.reading);
  if (unmeasured !== null) return unmeasured;
  const whole = { passed: passes(build) && parts.every(({ passed }) => passed), targets: parts };
  const { loadError } = build.reading;
  return {
    state: 'measured',
    ...whole,
    ...(parts.length === 0 ? {} : { command_passed: passes(build) }),
    ...(loadError !== undefined && !passes(build) && { error: loadError }),
  };
}

function passes(build: MaybeReading<null>): boolean {
  return build.state === 'read' && build.reading.capture.ended === 'exited' && build.reading.capture.exit_code === 0;
}
