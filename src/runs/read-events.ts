// Reads the events of a run.
import { existsSync, readFileSync } from 'node:fs';
import { eventSchema, type HydraEvent } from '../contract/index.ts';
import { type RunFolder, runFile } from '../store/index.ts';

/** `concerns` skips lines before they are parsed: a race may have tens of thousands. */
export function readEvents(folder: RunFolder, concerns: (line: string) => boolean = () => true): HydraEvent[] {
  const file = runFile(folder, 'events.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter(concerns).flatMap(readEvent);
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
