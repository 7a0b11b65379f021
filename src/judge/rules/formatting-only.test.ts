import { expect, test } from 'vitest';
import { alarms, type Change, evidenceOf } from '../../../test/evidence-builder.ts';

const worker = evidenceOf({ 'src/a.js': ['-old', '+new'] });

test.each<[string, Change]>([
  ['other quotes and semicolons', { 'src/a.js': ["-const a = 'x'", '+const a = "x";'] }],
  ['wrapped lines', { 'src/a.js': ['-f(a, b);', '+f(', '+  a,', '+  b,', '+);'] }],
  ['parentheses around a parameter', { 'src/a.ts': ['-x.map(a => a)', '+x.map((a) => a)'] }],
  [
    'other spacing in Rust together with a changed document',
    { 'src/a.rs': ['-fn f(){1}', '+fn f() { 1 }'], 'README.md': ['+x'] },
  ],
  [
    'other indentation where the diff pairs the end of one block with that of another',
    {
      'src/a.js': [
        '-  for (a) {',
        '-    for (b) {',
        '-      c();',
        '+    for (a) {',
        '+        for (b) {',
        '+            c();',
        '+        }',
        '     }',
        '-  }',
        ' }',
      ],
    },
  ],
])('reports %s', (_, change) => {
  expect(alarms(evidenceOf(change, { others: [worker] }))).toEqual(['error formatting_only']);
});

test.each<[string, Change]>([
  [
    'a call that moved into a block while the indentation changed',
    { 'src/a.js': ['-  if (a) {', '+    if (a) {', '+        b();', '     }', '-    b();', '-  }', ' }'] },
  ],
  ['parentheses that change the result', { 'src/a.js': ['-return a + b * c;', '+return (a + b) * c;'] }],
  ['a space inside a string', { 'src/a.js': ["-join('')", "+join(' ')"] }],
  ['a line that moved', { 'src/a.c': ['-n++;', ' use(n);', '+n++;'] }],
  [
    'other indentation in Python',
    { 'src/a.py': [' def f():', '     for x in y:', '         g(x)', '-        return x', '+    return x'] },
  ],
  ['one changed file beside a formatted one', { 'src/a.js': ['-a;', '+a'], 'src/b.js': ['-a', '+b'] }],
  ['a new file', { 'new:src/b.js': ['+'] }],
])('accepts %s', (_, change) => {
  expect(alarms(evidenceOf(change, { others: [worker] }))).toEqual([]);
});

test('accepts formatting if no other candidate changes code', () => {
  const change = { 'src/a.js': ['-a;', '+a'] };
  expect(alarms(evidenceOf(change, { others: [evidenceOf(change)] }))).toEqual([]);
});
