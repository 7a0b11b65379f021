import { expect, it } from 'vitest';
import { compareWords } from './word-changes.ts';

function words(before: string, after: string) {
  const changes = compareWords(before, after);
  if (changes === null) return null;
  const cut = (text: string, spans: readonly (readonly [number, number])[]) => spans.map(([from, to]) => text.slice(from, to));
  return [cut(before, changes.removed), cut(after, changes.added)];
}

it.each([
  ['const total = a + b;', 'const total = a - b;', ['+'], ['-']],
  ['sum(a, b)', 'sum(a, b, c)', [], [', c']],
  ['\tindent', '    indent', ['\t'], ['    ']],
  ['one two three four', 'one 2 three 4', ['two', 'four'], ['2', '4']],
  ['same', 'same', [], []],
])('compares %j with %j', (before, after, removed, added) => {
  expect(words(before, after)).toEqual([removed, added]);
});

it('returns null for lines without a common part', () => {
  expect(words('import a from "b";', 'while (true) loop(x);')).toBeNull();
});

it('compares long lines by their start and end only', () => {
  const line = Array.from({ length: 5000 }, (_, at) => `word${at}`).join(' ');
  expect(words(`start ${line} end`, `start ${line}x end`)).toEqual([['word4999'], ['word4999x']]);
});
