import { expect, test } from 'vitest';
import { compilePattern } from './pattern.ts';

test.each([
  ['(a)(b)', 'the pattern has several groups; write `(?:...)` for those that are not the number'],
  ['(a', 'a `(` has no `)` after it'],
  ['(a))', 'a `)` has no `(` before it'],
  ['[a', 'a `[` has no `]` after it'],
  ['([])', '`[]` is empty'],
  ['([z-a])', 'a range in `[]` has its ends in the wrong order'],
  ['([a-\\d])', 'a range in `[]` has its ends in the wrong order'],
  ['(a)\\1', '`\\1` is not supported'],
  ['(\\p{L})', '`\\p` is not supported'],
  ['(a)\\', '`\\` is not supported'],
  ['(?=a)(b)', '`(?` is supported only as `(?:`, without look-around, names and flags'],
  ['(?<n>a)', '`(?` is supported only as `(?:`, without look-around, names and flags'],
  ['(a)+', 'the group is repeated or optional because of `+`'],
  ['(?:x(a))?', 'the group is repeated or optional because of `?`'],
  ['(?:a*)*(b)', '`*` follows a part that can be empty'],
  ['(?:a|)+(b)', '`+` follows a part that can be empty'],
  ['^*(b)', '`*` follows a part that can be empty'],
  ['*(b)', '`*` has nothing to act on; write `\\*` for the character itself'],
  ['a**(b)', '`*` has nothing to act on; write `\\*` for the character itself'],
  ['{(b)', '`{` has nothing to act on; write `\\{` for the character itself'],
  ['a{201}(b)', '`{201}` repeats more than 200 times'],
  ['a{3,2}(b)', '`{3,2}` has its limits in the wrong order'],
  ['(?:a{100}){10}(b)', 'the pattern is too large with its repetitions written out'],
  [`(${'a'.repeat(500)})`, 'the pattern is longer than 500 characters'],
])('rejects %s', (pattern, message) => {
  expect(() => compilePattern(pattern)).toThrow(message);
});
