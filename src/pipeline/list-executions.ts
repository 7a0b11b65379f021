// Every execution of a run with its reason, from the events of the run.
import { existsSync, readFileSync } from 'node:fs';
import { type Ended, eventSchema, type HydraEvent } from '../contract/index.ts';
import { type RunFolder, runFile } from '../store/index.ts';

export interface Execution {
  /** Null is the base. */
  candidate: string | null;
  /** The name of the capture: `pinned-selected1-test`. */
  check: string;
  /** Empty for captures from the cache and runs of earlier versions. */
  reason: string;
  /** Null when it did not end. */
  ended: Ended | null;
  exitCode: number | null;
  durationMs: number;
  fromCache: boolean;
}

/** In the order in which they ended; those that did not end come last. */
export function listExecutions(folder: RunFolder): Execution[] {
  const file = runFile(folder, 'events.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const open = new Map<string, Execution>();
  const ended: Execution[] = [];
  for (const event of lines.flatMap(readEvent)) {
    if (event.type === 'check_started') open.set(keyOf(event), startedBy(event));
    if (event.type !== 'check_finished') continue;
    const execution = open.get(keyOf(event)) ?? startedBy({ ...event, reason: '' });
    open.delete(keyOf(event));
    const { ended: how, exit_code, duration_ms, from_cache } = event;
    ended.push({ ...execution, ended: how, exitCode: exit_code, durationMs: duration_ms, fromCache: from_cache });
  }
  return [...ended, ...open.values()];
}

/** A kill can cut a line short, and a later version may write other events. */
function readEvent(line: string): HydraEvent[] {
  try {
    const parsed = eventSchema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

interface CheckNamed {
  candidate: string | null;
  check: string;
  reason?: string | undefined;
}

function keyOf({ candidate, check }: CheckNamed): string {
  return JSON.stringify([candidate, check]);
}

function startedBy({ candidate, check, reason = '' }: CheckNamed): Execution {
  return { candidate, check, reason, ended: null, exitCode: null, durationMs: 0, fromCache: false };
}
