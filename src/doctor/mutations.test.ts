import { expect, test } from 'vitest';
import { applyMutation, listMutations, spread } from './mutations.ts';

function mutated(path: string, ...lines: string[]): string[] {
  return listMutations({ path, text: lines.join('\n') }).map(({ line, after }) => `${line}: ${after}`);
}

test.each([
  ['a.js', '  if (a === b) return 1;', '1:   if (a !== b) return 1;'],
  ['a.js', 'while (left <= right) {', '1: while (left > right) {'],
  ['a.py', '    if a == b and c:', '1:     if a != b and c:'],
  ['a.py', '    return True', '1:     return False'],
  ['a.go', '\treturn a + b', '1: \treturn a - b'],
  ['a.rs', '    i < text.len() && ok', '1:     i >= text.len() && ok'],
  ['a.java', 'return 0;', '1: return 0 + 1;'],
])('%s: %s', (path, line, expected) => {
  expect(mutated(path, line)).toEqual([expected]);
});

test('does not change comments, imports, types, generics and other files', () => {
  expect(
    mutated('a.ts', '// a === b', ' * a && b', "import { a } from 'a && b';", 'type A = B | C', 'const m = new Map<A, B>();'),
  ).toEqual([]);
  expect(mutated('README.md', 'a === b')).toEqual([]);
  expect(mutated('a.d.ts', 'return 1')).toEqual([]);
});

test('a mutation changes one line', () => {
  const source = { path: 'a.js', text: 'one\nif (a < b) two\nthree\n' };
  const [mutation] = listMutations(source);
  expect(mutation === undefined ? '' : applyMutation(source, mutation)).toBe('one\nif (a >= b) two\nthree\n');
});

test('mutations are spread over all candidates', () => {
  expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4)).toEqual([0, 2, 5, 7]);
  expect(spread([1, 2], 4)).toEqual([1, 2]);
});
