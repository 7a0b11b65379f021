// The fixtures are made with version 2; these are the forms that version 3 adds.
import { describe, expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

const RULE = '='.repeat(79);
const NAME_RULE = '-'.repeat(79);

function parse(lines: readonly string[], exitCode: number) {
  const parser = openOutputParser({ kind: 'test', command: null });
  parser.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  const { precision, passed, failed, skipped, tests } = parser.end(exitCode);
  return { precision, passed, failed, skipped, tests };
}

const failing = (summary: string) => [
  'Randomness seeded to: 1234',
  '',
  '~'.repeat(79),
  'sky is a Catch2 v3.4.0 host application.',
  'Run with -? for options',
  '',
  NAME_RULE,
  'rain',
  '  at night',
  NAME_RULE,
  'sky.cpp:8',
  '.'.repeat(79),
  '',
  'sky.cpp:9: FAILED:',
  '  CHECK( 1 == 2 )',
  '',
  NAME_RULE,
  'snow',
  NAME_RULE,
  'sky.cpp:12',
  '.'.repeat(79),
  '',
  'sky.cpp:13: SKIPPED:',
  'explicitly with message:',
  '  too warm',
  '',
  RULE,
  summary,
  'assertions: 3 | 2 passed | 1 failed',
];

describe('Catch2, version 3', () => {
  test('names the tests that failed or were skipped', () => {
    expect(parse(failing('test cases: 3 | 1 passed | 1 failed | 1 skipped'), 1)).toEqual({
      precision: 'totals',
      passed: 1,
      failed: 1,
      skipped: 1,
      tests: [
        { id: 'rain', status: 'failed', message: 'CHECK( 1 == 2 )', file: 'sky.cpp', line: 9 },
        { id: 'snow', status: 'skipped' },
      ],
    });
  });

  test('counts a test that failed as expected as skipped', () => {
    expect(parse(failing('test cases: 3 | 1 failed | 1 skipped | 1 failed as expected'), 1)).toMatchObject({
      passed: 0,
      failed: 1,
      skipped: 2,
    });
  });

  test('ignores totals with a wrong sum', () => {
    expect(parse(failing('test cases: 4 | 1 passed | 1 failed | 1 skipped'), 1)).toMatchObject({ precision: 'inconsistent' });
  });

  test('separates several runs by their headers', () => {
    const green = (cases: number) => [
      'Randomness seeded to: 7',
      RULE,
      `All tests passed (9 assertions in ${cases} test cases)`,
      '',
    ];
    expect(parse([...green(2), ...green(3)], 0)).toMatchObject({ precision: 'totals', passed: 5, failed: 0, skipped: 0 });
  });
});
