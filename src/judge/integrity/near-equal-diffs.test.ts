import { expect, test } from 'vitest';
import { type Change, evidenceOf } from '../../../test/evidence-builder.ts';
import { nearEqualGroups, nearEqualNames } from './near-equal-diffs.ts';

const groups = (...changes: Change[]) => nearEqualGroups(changes.map((change) => evidenceOf(change).patch));
const body = (...lines: string[]): Change => ({ 'src/a.js': lines.map((line) => `+${line}`) });
const FIX = ['const parts = text.split(":");', 'if (parts.length < 2) return null;', 'return parts.map(Number);'];
const LONG = [...FIX, 'const rest = parts.slice(2);', 'rest.forEach(check);', 'total += rest.length;', 'log(total);'];

test.each<[what: string, a: Change, b: Change]>([
  ['equal diffs', body(...FIX), body(...FIX)],
  ['other white space, quotes and semicolons', body(...FIX), body(...FIX.map((line) => `  ${line.replaceAll('"', "'")}`))],
  ['added comments and blank lines', body(...FIX), body('// one', ...FIX, '', '/* two */', '}')],
  ['one line more in five', body(...LONG), body(...LONG, 'done();')],
  ['other names', body(...LONG), body(...LONG.map((line) => line.replaceAll('parts', 'fields').replaceAll('rest', 'tail')))],
  ['the same deletion', { 'test/a.js': ['-test(1);', '-test(2);'] }, { 'test/a.js': ['-test(1);', '-test(2);'] }],
  ['the same link', { 'link:a': ['+b'] }, { 'link:a': ['+b'] }],
])('%s are near-equal', (_, a, b) => {
  expect(groups(a, b)).toEqual([0, 0]);
});

test.each<[what: string, a: Change, b: Change]>([
  ['other lines', body(...FIX), body('return text.split(":").map(Number);')],
  ['the same fix with other tests', body(...FIX), { ...body(...FIX), 'test/a.js': ['+test("x", f);', '+test("y", g);'] }],
  ['the same lines in another file', body(...FIX), { 'lib/b.js': FIX.map((line) => `+${line}`) }],
  [
    'the same deletion that the task asks for, with other code',
    { 'src/a.js': ['-old(1);', '-old(2);', '-old(3);', '-old(4);', '-old(5);', '+one();'] },
    { 'src/a.js': ['-old(1);', '-old(2);', '-old(3);', '-old(4);', '-old(5);', '+two();'] },
  ],
  ['short diffs with other names', body('return a + b;'), body('return c + d;')],
])('%s are not near-equal', (_, a, b) => {
  expect(groups(a, b)).toEqual([0, 1]);
});

test('names the members of each group with several, without candidates that changed nothing', () => {
  const named = (name: string, change: Change) => evidenceOf(change, { name });
  const list = [named('a', body(...FIX)), named('b', body('x();')), named('c', {}), named('d', body(...FIX)), named('e', {})];
  expect(nearEqualNames(list)).toEqual([['a', 'd']]);
});

test('a patch of many long lines is compared in linear time', () => {
  const lines = Array.from({ length: 30_000 }, (_, index) => `call(${index % 100}, "${'x'.repeat(1000)}");`);
  expect(groups(body(...lines), body(...lines.map((line) => `${line} `)))).toEqual([0, 0]);
});
