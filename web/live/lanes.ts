// From the events of a run to one lane per candidate: which check waits, runs, or how it ended.
import { type Ended, type HydraEvent, type Run, TEST_AUTHOR } from '../../src/contract/index.ts';
import { afterAgentEvent, isOfAgent, type LaneAgent } from './agent-lane.ts';

export interface LaneCheck {
  check: string;
  state: 'waiting' | 'running' | 'done';
  testsSeen: number;
  startedAt: string | null;
  ended: Ended | null;
  exitCode: number | null;
  durationMs: number | null;
  fromCache: boolean;
}

export interface Lane {
  /** Null is the baseline; TEST_AUTHOR is an agent that is asked for tests only. */
  candidate: string | null;
  /** Null where no agent works: the attempt was there before. */
  agent: LaneAgent | null;
  checks: LaneCheck[];
}

const ORDER = ['build', 'test', 'lint', 'security'] as const;

export function lanesOf(run: Run, events: readonly HydraEvent[]): Lane[] {
  const planned = ORDER.filter((check) => run.policy.scoring.commands[check] !== null);
  const lanes = [null, ...run.candidates.map(({ name }) => name)].map(
    (candidate): Lane => ({ candidate, agent: null, checks: planned.map(waiting) }),
  );
  // It has no tree of its own that is checked.
  if (events.some((event) => 'candidate' in event && event.candidate === TEST_AUTHOR))
    lanes.push({ candidate: TEST_AUTHOR, agent: null, checks: [] });
  for (const event of events) {
    if (!('candidate' in event)) continue;
    const lane = lanes.find(({ candidate }) => candidate === event.candidate);
    if (lane === undefined) continue;
    if (isOfAgent(event)) {
      lane.agent = afterAgentEvent(lane.agent, event);
      continue;
    }
    const known = lane.checks.find(({ check }) => check === event.check);
    const entry = known ?? waiting(event.check);
    if (known === undefined) lane.checks.push(entry);
    apply(entry, event);
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

function apply(entry: LaneCheck, event: CheckEvent): void {
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
      });
      break;
  }
}
