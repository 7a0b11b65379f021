import { expect, test } from 'vitest';
import { LineLook, type WantedLines } from './line-look.ts';
import { ANY_BEYOND_ASCII, beginningPlace, endPlace } from './line-places.ts';

function wants(wanted: WantedLines, text: string, isHeld = false): boolean {
  const visible = text.length - text.trimStart().length;
  const code = (at: number) => (at >= 0 && at < text.length ? text.charCodeAt(at) : 0);
  const beginning = beginningPlace(visible, code(visible), code(visible + 1));
  return new LineLook(wanted).concernsLine(text, beginning, endPlace(code(text.length - 1), code(text.length - 2)), isHeld);
}

test.each<[string, WantedLines, string[], string[]]>([
  ['beginnings, as far as two characters', { startsWith: ['ok ', '#'] }, ['ok 1', '  ok 1', 'okay', '# x'], ['on', 'o', '']],
  ['beginnings at the margin alone', { startsWith: ['ok '], atMargin: true }, ['ok 1'], ['  ok 1']],
  ['every line so far in', { startsWith: [], indents: [2, 4] }, ['  a', '    a', '      a', '  '], ['a', ' a', '   a', ' ', '']],
  ['blank lines', { startsWith: [], blank: true }, ['', '  '], ['a']],
  ['endings', { startsWith: [], endsWith: ['PASSED', ']'] }, ['x PASSED', 'ED', '[1]'], ['x passed', 'D', '']],
  ['characters beyond ASCII', { startsWith: [ANY_BEYOND_ASCII] }, ['✓ a', '  ✗', 'é'], ['a', '']],
  ['what a closer look leaves', { startsWith: 'ab', concerns: (text) => text.length > 2 }, ['abc', 'bcd'], ['ab', 'cab']],
])('%s', (_name, wanted, wantedLines, others) => {
  expect(wantedLines.filter((text) => !wants(wanted, text))).toEqual([]);
  expect(others.filter((text) => wants(wanted, text))).toEqual([]);
});

test('a line that holds what a look asks for is wanted by that look alone', () => {
  expect(wants({ startsWith: [], holds: ['::'] }, 'a::b', true)).toBe(true);
  expect(wants({ startsWith: [], holds: ['::'] }, 'a', false)).toBe(false);
  expect(wants({ startsWith: [] }, 'a::b', true)).toBe(false);
});
