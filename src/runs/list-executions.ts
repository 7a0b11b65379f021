// Lists every execution of a run with its reason, from its events.
import { existsSync, readFileSync } from 'node:fs';
import { type ExecutionEntry, eventSchema, type HydraEvent } from '../contract/index.ts';
import { type RunFolder, runFile } from '../store/index.ts';

/** In the order in which they finished; unfinished ones come last. */
export function listExecutions(folder: RunFolder): ExecutionEntry[] {
  const file = runFile(folder, 'events.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const open = new Map<string, ExecutionEntry>();
  const ended: ExecutionEntry[] = [];
  for (const event of lines.flatMap(readEvent)) {
    if (event.type === 'check_started') open.set(keyOf(event), startedBy(event));
    if (event.type !== 'check_finished') continue;
    const execution = open.get(keyOf(event)) ?? startedBy(event);
    open.delete(keyOf(event));
    const { ended: how, exit_code, duration_ms, from_cache } = event;
    ended.push({ ...execution, ended: how, exit_code, duration_ms, from_cache });
  }
  return [...ended, ...open.values()];
}

/** A kill can truncate a line, and a later version may write other events. */
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

function startedBy({ candidate, check, reason = '' }: CheckNamed): ExecutionEntry {
  const why = reason === '' ? null : reason;
  return { candidate, check, reason: why, ended: null, exit_code: null, duration_ms: 0, from_cache: false };
}
