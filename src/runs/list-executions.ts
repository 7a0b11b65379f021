// Lists every execution of a run with its reason, from its events.
import type { ExecutionEntry } from '../contract/index.ts';
import type { RunFolder } from '../store/index.ts';
import { readEvents } from './read-events.ts';

/** In the order in which they finished; unfinished ones come last. */
export function listExecutions(folder: RunFolder): ExecutionEntry[] {
  const open = new Map<string, ExecutionEntry>();
  const ended: ExecutionEntry[] = [];
  for (const event of readEvents(folder)) {
    if (event.type === 'check_started') open.set(keyOf(event), startedBy(event));
    if (event.type !== 'check_finished') continue;
    const execution = open.get(keyOf(event)) ?? startedBy(event);
    open.delete(keyOf(event));
    const { ended: how, exit_code, duration_ms, from_cache, planted_failure: planted } = event;
    const more = planted === undefined ? {} : { planted_failure: planted };
    ended.push({ ...execution, ended: how, exit_code, duration_ms, from_cache, ...more });
  }
  return [...ended, ...open.values()];
}

interface CheckNamed {
  candidate: string | null;
  check: string;
  reason?: string | undefined;
}

function keyOf({ candidate, check }: CheckNamed): string {
  return JSON.stringify([candidate, check]);
}

function startedBy({ candidate, check, reason = '' }: CheckNamed): ExecutionEntry {
  const why = reason === '' ? null : reason;
  return { candidate, check, reason: why, ended: null, exit_code: null, duration_ms: 0, from_cache: false };
}
