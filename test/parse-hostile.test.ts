// Worst-case input: 10 megabytes of one pattern, on one line or on many lines of the maximum length.
// Nothing is timed. Linear code finishes quickly here; quadratic code exceeds the time limit of the test.
import { expect, test } from 'vitest';
import type { ParseKind } from '../src/parse/parse-output.ts';
import { openOutputParser } from '../src/tools/parsers.ts';

const KINDS: readonly ParseKind[] = ['test', 'lint', 'security'];
const ESCAPE = '\u001b';

const FILLERS: Readonly<Record<string, string>> = {
  blanks: ' ',
  'one letter': 'a',
  brackets: '(',
  dashes: '-',
  'stack frames': 'at ',
  colons: ':',
  'places in files': 'a.py:1',
  'escape sequences without an end': `${ESCAPE}[`,
  'links without an end': `${ESCAPE}]8;;`,
  'the cursor sent back': `${ESCAPE}[1G`,
  digits: '7',
  'angle brackets': '<',
  'JSON objects without an end': '{"a":',
  'JSON lists without an end': '[',
  quotes: '"',
  'escaped quotes': '\\"',
  'table columns': '| ',
  ticks: '✓ ',
  tabs: '\t',
  'three dots': ' ... ',
  'equals signs': '=',
  durations: ' (1 ms)',
  results: ' PASSED (',
  references: '&#',
  'progress bars': 'downloading 50% of 7 MB\r',
};

/** Prefixes of lines that tools print. */
const BEGINNINGS = [
  'PASS ',
  'FAIL: ',
  'ok 1 - ',
  'test a ... ',
  '=== RUN ',
  '  ✓ ',
  '<testsuite name="',
  '<?xml ',
  '{"',
  'error: ',
];

function read(kind: ParseKind, line: string, repeated: number): string {
  const parser = openOutputParser({ kind, command: null });
  const bytes = Buffer.from(`${line}\n`);
  for (let left = repeated; left > 0; left -= 1) parser.push(bytes);
  return parser.end(null).precision;
}

const shapes = KINDS.flatMap((kind) => Object.entries(FILLERS).map(([name, filler]) => [kind, name, filler] as const));

test.each(shapes)('%s: a line of 10 MB of %s', (kind, _name, filler) => {
  expect(read(kind, filler.repeat(10_000_000 / filler.length), 1)).toBe('none');
});

test.each(shapes)('%s: console lines of %s after the words of tools', (kind, _name, filler) => {
  for (const beginning of BEGINNINGS) {
    const line = beginning + filler.repeat(15_000 / filler.length);
    expect(read(kind, line, 20)).not.toBe('exact');
  }
});

test.each([
  [
    'vitest',
    [
      ' RUN  v3.0.0 /p',
      '',
      ' Test Files  1 passed (1)',
      '      Tests  1 passed (1)',
      '     Errors  9007199254740993 errors',
      '   Duration  1ms',
    ],
  ],
  [
    'pytest',
    [
      '============ test session starts ============',
      'collected 1 item / 999999999 skipped',
      '',
      'a.py::b PASSED',
      '',
      '==== 1 passed, 999999999 skipped in 1s ====',
    ],
  ],
  [
    'rspec-json',
    ['{"examples":[],"summary":{"example_count":0,"failure_count":0,"pending_count":0,"errors_outside_of_examples_count":1e15}}'],
  ],
])('a number printed by %s does not create an unbounded list', (tool, lines) => {
  const parser = openOutputParser({ kind: 'test', command: null });
  parser.push(Buffer.from(lines.join('\n')));
  const { parser: name, tests, precision } = parser.end(null);
  expect(name).toBe(tool);
  expect(tests.length).toBeLessThan(20_000);
  expect(precision).not.toBe('exact');
});
