import { expect, test } from 'vitest';
import { type Difference, renderDifference } from './render-difference.ts';

const NONE: Difference = {
  names: ['a', 'b'],
  files: { both: [], first: [], second: [] },
  tests: [],
  lint: { first: [], second: [] },
};

test('renders two candidates side by side', () => {
  const finding = { path: 'src/x.ts', line: 3, rule: 'no-var', severity: 'error', message: 'use const' } as const;
  const text = renderDifference({
    names: ['careful', 'hasty'],
    files: { both: ['src/x.ts'], first: ['test/x.test.ts'], second: [] },
    tests: [
      { id: 'adds up', first: 'passed', second: 'failed' },
      { id: 'is new', first: 'passed', second: null },
      { id: 'is theirs', first: null, second: 'skipped' },
    ],
    lint: {
      first: [finding],
      second: [
        { ...finding, path: null, line: null, rule: null, message: 'odd' },
        { ...finding, line: null },
      ],
    },
  });
  expect(text).toBe(`Files that both change (1)
  src/x.ts

Files that only careful changes (1)
  test/x.test.ts

Files that only hasty changes (0)

Tests with another result: careful -> hasty (3)
  adds up: passed -> failed
  is new: passed -> absent
  is theirs: absent -> skipped

Lint findings that only careful has (1)
  src/x.ts:3 no-var: use const

Lint findings that only hasty has (2)
  odd
  src/x.ts no-var: use const
`);
});

test('cuts long lists and says so', () => {
  const first = Array.from({ length: 43 }, (_unused, index) => `file-${index}`);
  const lines = renderDifference({ ...NONE, files: { ...NONE.files, first } }).split('\n');
  const at = lines.indexOf('Files that only a changes (43)');
  expect(lines.slice(at + 39, at + 43)).toEqual(['  file-38', '  file-39', '  and 3 more', '']);
});

test('escapes hostile names and keeps every line within the width', () => {
  const evil = `\u001b[2J\u202e${'x'.repeat(200)}\n`;
  const text = renderDifference({
    ...NONE,
    names: [evil, 'b'],
    files: { ...NONE.files, both: [evil] },
    tests: [{ id: evil, first: 'passed', second: null }],
    lint: { first: [{ path: evil, line: 1, rule: evil, severity: 'error', message: evil }], second: [] },
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBe(80);
  expect(text).toContain('  \\u001b[2J\\u202exxx');
});
