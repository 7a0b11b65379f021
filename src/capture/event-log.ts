// The events of a run, appended to events.jsonl as they happen and passed to the caller.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type HydraEvent, SCHEMA_VERSION } from '../contract/index.ts';

type WithoutStamp<Event> = Event extends HydraEvent ? Omit<Event, 'schema_version' | 'seq' | 'at'> : never;
export type NewEvent = WithoutStamp<HydraEvent>;

export interface EventLog {
  add(event: NewEvent): void;
}

/** A resumed run continues the numbers. A line truncated by a kill is kept as it is. */
export function openEventLog(file: string, watch: (event: HydraEvent) => void): EventLog {
  const earlier = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (earlier !== '' && !earlier.endsWith('\n')) appendFileSync(file, '\n');
  let seq = earlier.split('\n').filter((line) => line !== '').length;
  return {
    add(event) {
      seq += 1;
      const stamped = { schema_version: SCHEMA_VERSION, seq, at: new Date().toISOString(), ...event } as HydraEvent;
      appendFileSync(file, `${JSON.stringify(stamped)}\n`);
      watch(stamped);
    },
  };
}
