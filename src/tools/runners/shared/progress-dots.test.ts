import { expect, test } from 'vitest';
import { ProgressMarks } from './progress-dots.ts';

function marksOf(...lines: string[]): ProgressMarks {
  const marks = new ProgressMarks({ '.': 'passed', F: 'failed', S: 'skipped' });
  for (const [index, line] of lines.entries()) marks.line(line, index + 1);
  return marks;
}

test('finds where the marks of a run begin', () => {
  expect(marksOf('..', 'text', '.F', '.S').startOf({ passed: 2, failed: 1, skipped: 1 })).toBe(3);
});

test('counts marks next to test output', () => {
  const marks = marksOf('.hello', 'world.F');
  expect(marks.startOf({ passed: 2, failed: 1, skipped: 0 })).toBeNull();
  expect(marks.confirm({ passed: 2, failed: 1, skipped: 0 })).toBe(true);
});

test('prefers marks on lines of their own', () => {
  expect(marksOf('.F', 'Loading...').confirm({ passed: 1, failed: 1, skipped: 0 })).toBe(true);
});

test.each([
  [{ passed: 3, failed: 1, skipped: 0 }],
  [{ passed: 2, failed: 0, skipped: 0 }],
  [{ passed: 1, failed: 1, skipped: 1 }],
])('rejects the counts %o', (wanted) => {
  expect(marksOf('.F.').confirm(wanted)).toBe(false);
});

test('counts only the marks between two places', () => {
  const marks = marksOf('..');
  const first = marks.place();
  marks.line('FF', 2);
  marks.line('.', 3);
  const nothing = marksOf().place();
  expect(marks.confirm({ passed: 2, failed: 0, skipped: 0 }, nothing, first)).toBe(true);
  expect(marks.confirm({ passed: 2, failed: 0, skipped: 0 }, first)).toBe(false);
  expect(marks.roughStartOf(2, first, marks.place())).toBe(2);
  expect(marks.roughStartOf(9, nothing, marks.place())).toBe(1);
});
