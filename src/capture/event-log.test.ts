import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { type HydraEvent, parseStored } from '../contract/index.ts';
import { openEventLog } from './event-log.ts';

const STARTED = { type: 'check_started', candidate: null, check: 'build', reason: 'every tree' } as const;
const FINISHED = { type: 'run_finished', winner: 'a' } as const;

function readLines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n');
}

test('writes and shows events as they happen, numbered from 1', () => {
  const file = join(temporaryFolder(), 'events.jsonl');
  const seen: HydraEvent[] = [];
  const log = openEventLog(file, (event) => seen.push(event));
  log.add(STARTED);
  expect(readLines(file)).toEqual([JSON.stringify(seen[0]), '']);
  log.add(FINISHED);
  expect(seen).toMatchObject([
    { seq: 1, ...STARTED },
    { seq: 2, ...FINISHED },
  ]);
  const stored = readLines(file).slice(0, -1);
  expect(stored.map((line) => parseStored('event', line, file))).toEqual(seen);
});

test('a resumed run continues the numbers', () => {
  const file = join(temporaryFolder(), 'events.jsonl');
  const seen: number[] = [];
  for (const round of [1, 2, 3]) {
    const log = openEventLog(file, ({ seq }) => seen.push(seq));
    for (let count = 0; count < round; count += 1) log.add(STARTED);
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
});

test('keeps a truncated line and its number', () => {
  const file = join(temporaryFolder(), 'events.jsonl');
  openEventLog(file, () => {}).add(STARTED);
  appendFileSync(file, '{"schema_ver');
  const seen: number[] = [];
  openEventLog(file, ({ seq }) => seen.push(seq)).add(FINISHED);
  const [first, cut, last, ...rest] = readLines(file);
  expect([JSON.parse(first ?? '').seq, cut, JSON.parse(last ?? '').seq, rest]).toEqual([1, '{"schema_ver', 3, ['']]);
  expect(seen).toEqual([3]);
});

test('an empty file is a new one', () => {
  const file = join(temporaryFolder(), 'events.jsonl');
  writeFileSync(file, '');
  openEventLog(file, () => {}).add(FINISHED);
  expect(readLines(file)).toHaveLength(2);
});
