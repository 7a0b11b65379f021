import { expect, test } from 'vitest';
import { describeFailures, failureText, type LogEntry, readHistory } from './attempts.ts';

const historyOf = (...entries: LogEntry[]) => readHistory(entries.map((entry) => JSON.stringify(entry)));

test('counts failures and losses, and leaves out attempts that were returned', () => {
  const history = historyOf(
    { event: 'started', worker: 'a' },
    { event: 'started', worker: 'b' },
    { event: 'returned', worker: 'b' },
    { event: 'started', worker: 'c' },
    { event: 'failed', worker: 'c', reason: 'no space' },
  );
  expect(history).toEqual({
    attempts: [
      { worker: 'a', failure: null },
      { worker: 'c', failure: 'no space' },
    ],
    doneBy: null,
  });
  expect(describeFailures(history)).toBe('worker `a` was lost; worker `c` failed: no space');
});

test('does not report a running attempt as lost', () => {
  expect(describeFailures(historyOf({ event: 'started', worker: 'a' }), true)).toBeNull();
  expect(describeFailures(historyOf())).toBeNull();
});

test('remembers which worker finished the job', () => {
  expect(historyOf({ event: 'started', worker: 'a' }, { event: 'done', worker: 'a' }).doneBy).toBe('a');
});

test('shortens a reason, also in the middle of a surrogate pair', () => {
  expect(failureText(new Error(`${'x'.repeat(999)}\u{1F600}`))).toBe(`${'x'.repeat(999)}\uFFFD...`);
  expect(failureText('text')).toBe('text');
});
