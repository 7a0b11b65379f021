import { expect, test } from 'vitest';
import { readSections } from '../../parsers.ts';

test.each<[string, string[], number]>([
  ['includes other output', ['=== RUN   TestA', 'text', 'more text', ''], 3],
  ['excludes the output of another workspace package', ['=== RUN   TestA', 'text', 'web-1  | text', 'web-1  | text', ''], 2],
  ['excludes a line that is too long for a result', ['=== RUN   TestA', 'text', 'x'.repeat(17_000), ''], 2],
  [
    'ends with the verdict',
    ['=== RUN   TestA', 'text', 'text', '--- PASS: TestA (0.00s)', 'text', 'ok  \texample.org/a\t0.01s', 'text'],
    6,
  ],
])('the section of a package %s', (_name, lines, lastLine) => {
  const [section] = readSections('test', Buffer.from(`${lines.join('\n')}\n`)).filter(({ parser }) => parser === 'go-test');
  expect(section?.lastLine).toBe(lastLine);
});
