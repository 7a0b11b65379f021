import { expect, test } from 'vitest';
import { countMember, member, recordMember, records, recordsMember, textMember, texts } from './json-access.ts';

const DOCUMENT = { name: 'a', at: { line: 3, path: 'x.c' }, spans: [{ file: 'y.c' }, 'text', null], negative: -1 };

test('reads members by a path of names and indices', () => {
  expect(member(DOCUMENT, 'name')).toBe('a');
  expect(textMember(DOCUMENT, 'at.path')).toBe('x.c');
  expect(countMember(DOCUMENT, 'at.line')).toBe(3);
  expect(textMember(DOCUMENT, 'spans.0.file')).toBe('y.c');
});

test.each([null, undefined, 'text', 7, [], {}])('%j has no members', (value) => {
  expect(member(value, 'at.line')).toBeUndefined();
  expect([textMember(value, 'at'), countMember(value, 'at'), recordMember(value, 'at'), recordsMember(value, 'at')]).toEqual([
    null,
    null,
    {},
    [],
  ]);
});

test('rejects members of another type', () => {
  expect(textMember(DOCUMENT, 'at')).toBeNull();
  expect(countMember(DOCUMENT, 'negative')).toBeNull();
  expect(recordMember(DOCUMENT, 'spans')).toEqual({});
  expect(recordsMember(DOCUMENT, 'at')).toEqual([]);
});

test('selects the objects or the strings of a list', () => {
  expect(records(DOCUMENT.spans)).toEqual([{ file: 'y.c' }]);
  expect(texts(DOCUMENT.spans)).toEqual(['text']);
});
