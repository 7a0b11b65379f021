import { expect, test } from 'vitest';
import { readSections } from '../../parse-output.ts';

test.each<[string, string[], number]>([
  ['other output belongs to it', ['=== RUN   TestA', 'text', 'more text', ''], 3],
  ['what another package prints does not', ['=== RUN   TestA', 'text', 'web-1  | text', 'web-1  | text', ''], 2],
  ['a line that is too long to be read does not', ['=== RUN   TestA', 'text', 'x'.repeat(17_000), ''], 2],
  [
    'a verdict ends it',
    ['=== RUN   TestA', 'text', 'text', '--- PASS: TestA (0.00s)', 'text', 'ok  \texample.org/a\t0.01s', 'text'],
    6,
  ],
])('where the output of a package ends: %s', (_name, lines, lastLine) => {
  const [section] = readSections('test', Buffer.from(`${lines.join('\n')}\n`)).filter(({ parser }) => parser === 'go-test');
  expect(section?.lastLine).toBe(lastLine);
});
