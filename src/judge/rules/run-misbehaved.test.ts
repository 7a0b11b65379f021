import { expect, test } from 'vitest';
import { alarms, evidenceOf } from '../../../test/evidence-builder.ts';
import type { CaptureFacts } from '../integrity/evidence.ts';

const QUIET: CaptureFacts = { check: 'test', ended: 'exited', outputBytes: 1000, leftBehind: 0, strays: [] };

function alarmsOf(capture: Partial<CaptureFacts>, base: Partial<CaptureFacts> = {}): string[] {
  const captures = [{ ...QUIET, ...capture }];
  return alarms(evidenceOf({}, { captures, baselineCaptures: [{ ...QUIET, ...base }] }));
}

test.each<[string, Partial<CaptureFacts>, string]>([
  ['a check that does not end', { ended: 'timed_out' }, 'error'],
  ['a pinned check that does not end', { check: 'pinned-test', ended: 'timed_out' }, 'error'],
  ['a metric that does not end', { check: 'metric.size', ended: 'timed_out' }, 'warning'],
  ['a flood of output', { outputBytes: 50_000_000 }, 'warning'],
  ['output up to the limit', { ended: 'output_limit' }, 'warning'],
  ['a full disk', { ended: 'disk_limit' }, 'warning'],
  ['the limit of memory', { ended: 'memory_limit' }, 'warning'],
  ['the limit of processes', { ended: 'process_limit' }, 'warning'],
  ['machines that were lost', { ended: 'lost' }, 'warning'],
  ['processes that are left running', { leftBehind: 2 }, 'warning'],
  ['files outside the workspace', { strays: ['x'] }, 'warning'],
])('reports %s', (_, capture, severity) => {
  expect(alarmsOf(capture)).toEqual([`${severity} run_misbehaved`]);
});

test.each<[string, Partial<CaptureFacts>, Partial<CaptureFacts>]>([
  [
    'what the base does too',
    { ended: 'timed_out', leftBehind: 1, strays: ['x'] },
    { ended: 'timed_out', leftBehind: 1, strays: ['y'] },
  ],
  ['much output if the base prints about as much', { outputBytes: 50_000_000 }, { outputBytes: 40_000_000 }],
  ['a check that exits', { ended: 'exited' }, {}],
])('accepts %s', (_, capture, base) => {
  expect(alarmsOf(capture, base)).toEqual([]);
});
