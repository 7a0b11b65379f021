// Turns the events of a run into one lane per candidate with the state of each check.
import {
  AUTO_SECURITY,
  type Ended,
  type HydraEvent,
  type PlantedFailure,
  type Run,
  TEST_AUTHOR,
} from '../../src/contract/index.ts';
import { afterAgentEvent, isAgentEvent, type LaneAgent } from './agent-lane.ts';

export interface LaneCheck {
  check: string;
  state: 'waiting' | 'running' | 'done';
  testsSeen: number;
  startedAt: string | null;
  ended: Ended | null;
  exitCode: number | null;
  durationMs: number | null;
  fromCache: boolean;
  planted?: PlantedFailure | undefined;
}

export interface Lane {
  /** Null is the base. TEST_AUTHOR is the agent that only writes tests. */
  candidate: string | null;
  /** Null when no agent runs: the candidate existed before the run. */
  agent: LaneAgent | null;
  checks: LaneCheck[];
}

const ORDER = ['build', 'test', 'lint', 'security'] as const;

export function lanesOf(run: Run, events: readonly HydraEvent[]): Lane[] {
  // Automatic scans run only if a candidate changes a lockfile.
  const planned = ORDER.filter((check) => ![null, AUTO_SECURITY].includes(run.policy.scoring.commands[check]));
  const lanes = [null, ...run.candidates.map(({ name }) => name)].map(
    (candidate): Lane => ({ candidate, agent: null, checks: planned.map(waiting) }),
  );
  // No checks run on the tree of the test author.
  if (events.some((event) => 'candidate' in event && event.candidate === TEST_AUTHOR))
    lanes.push({ candidate: TEST_AUTHOR, agent: null, checks: [] });
  for (const event of events) {
    if (!('candidate' in event)) continue;
    const lane = lanes.find(({ candidate }) => candidate === event.candidate);
    if (lane === undefined) continue;
    if (isAgentEvent(event)) {
      lane.agent = afterAgentEvent(lane.agent, event);
      continue;
    }
    const known = lane.checks.find(({ check }) => check === event.check);
    const entry = known ?? waiting(event.check);
    if (known === undefined) lane.checks.push(entry);
    applyEvent(entry, event);
  }
  return lanes;
}

function waiting(check: string): LaneCheck {
  return {
    ...{ check, state: 'waiting', testsSeen: 0, startedAt: null },
    ...{ ended: null, exitCode: null, durationMs: null, fromCache: false },
  };
}

type CheckEvent = Extract<HydraEvent, { check: string }>;

function applyEvent(entry: LaneCheck, event: CheckEvent): void {
  switch (event.type) {
    case 'check_started':
      Object.assign(entry, { ...waiting(entry.check), state: 'running', startedAt: event.at });
      break;
    case 'check_progress':
      entry.testsSeen = event.tests_seen;
      break;
    case 'check_finished':
      Object.assign(entry, {
        state: 'done',
        ended: event.ended,
        exitCode: event.exit_code,
        durationMs: event.duration_ms,
        fromCache: event.from_cache,
        planted: event.planted_failure,
      });
      break;
  }
}
