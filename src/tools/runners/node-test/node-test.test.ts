import { expect, test } from 'vitest';
import { readWithParsers } from '../../../../test/read-with-parsers.ts';
import { nodeTest } from './node-test.ts';

/** Enough for about five thousand tests. */
const BYTES = 1_000_000;

function read(lines: readonly string[]) {
  return readWithParsers('test', [nodeTest], `${lines.join('\n')}\n`, BYTES);
}

const ticks = (time: string) => Array.from({ length: 10_000 }, (_, index) => `✔ case ${index}${time}`);

const RUN = [
  '✔ swims (1.251ms)',
  '✖ dives (0.702ms)',
  ...['tests 2', 'suites 0', 'pass 1', 'fail 1', 'cancelled 0', 'skipped 0', 'todo 0', 'duration_ms 60.5'].map(
    (line) => `ℹ ${line}`,
  ),
];

test('discards ticks without a time, as mocha prints them', () => {
  expect(read(ticks(''))).toEqual({ isFull: false, sections: [] });
  expect(read(ticks(' (0.351ms)')).isFull).toBe(true);
});

test('reads a run after such ticks', () => {
  const { sections } = read([...ticks(''), ...RUN]);
  expect(sections).toMatchObject([{ totals: { passed: 1, failed: 1, skipped: 0 }, hasFooter: true }]);
  expect(read(RUN).sections).toMatchObject([
    {
      tests: [
        { id: 'swims', status: 'passed' },
        { id: 'dives', status: 'failed' },
      ],
      problems: [],
      hasFooter: true,
    },
  ]);
});
