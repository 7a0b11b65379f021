// Lines that are written to make a pattern backtrack. With quadratic time a rule would need minutes for each of them.
import { expect, test } from 'vitest';
import { type Change, evidenceOf, spelled } from '../../../test/evidence-builder.ts';
import { findIntegrity } from './index.ts';

const LENGTH = 100_000;
const REPEATED = [
  ...['a', ' ', '\t', '"', '#', '=', "'a' ", '"test" -', '\\"', '# ', '; ', '|| ', '../', '(a)', '1, ', '-----BEGIN '],
  ...['test(', 'if ', 'if x == 1 ', 'in (', 'TEST(A, ', 'it x, ', 'def ', 'lambda ', 'assert.a = ', 'process.on("exit" '],
  ...['lines: ', '"dist",', 'sk-', 'git config ', '.png', 'strict', 'noA', 'ignore ', 'catch ', 'rescue ', 'except '],
];
const PADDED = [
  ...[': 0', 'return True', '; true', '"dist"', "x = 'ok 1 - a'", 'assert(true', 'def test_a', 'let x', 'disable', 'except:'],
  ...['sys.exit(', 'os._exit(', 'instance_variable_set', 'catch', 'catch (e)', 'rescue', 'recover()', 'defined?', 'select ='],
];
const LINES = [
  ...REPEATED.map((part) => part.repeat(LENGTH / part.length)),
  ...PADDED.map((start) => `${start}${' '.repeat(LENGTH)}x`),
  `"${'test'.repeat(LENGTH / 4)}`,
  `test(${'skip: '.repeat(LENGTH / 6)}`,
  `select = [${'"a", '.repeat(LENGTH / 5)}`,
  `let ${' '.repeat(LENGTH)}'ok 1 - a'`,
];

test.each<[path: string, findings: string[]]>([
  ['src/a.js', ['info forged_results src/a.js', 'info code_hidden src/a.js', 'warning git_hooks src/a.js']],
  ['src/a.py', ['info forged_results src/a.py', 'info code_hidden src/a.py', 'warning git_hooks src/a.py']],
  ['src/a.rb', ['info forged_results src/a.rb', 'info code_hidden src/a.rb', 'warning git_hooks src/a.rb']],
  ['test/a.test.js', ['info forged_results test/a.test.js', 'warning git_hooks test/a.test.js']],
  ['package.json', ['warning git_hooks package.json']],
  ['Makefile', ['info forged_results Makefile', 'warning git_hooks Makefile']],
  ['tsconfig.json', ['warning git_hooks tsconfig.json']],
  ['CMakeLists.txt', []],
  ['.gitattributes', ['info forged_results .gitattributes', 'warning git_hooks .gitattributes']],
])('%s with all of these lines has exactly the expected findings', (path, expected) => {
  const change: Change = { [path]: LINES.flatMap((line) => [`-${line}b`, `+${line}`]) };
  const evidence = evidenceOf({ ...change, 'x.c': ['+'] }, { others: [evidenceOf(change)] });
  expect(findIntegrity(evidence).map(spelled)).toEqual(expected);
});

const SPACES = ' '.repeat(1_000_000);

test.each<[what: string, path: string, line: string, findings: string[]]>([
  ['white space after catch', 'src/a.js', `catch${SPACES}x`, []],
  ['white space after rescue', 'src/a.rb', `rescue${SPACES}x`, []],
  ['white space after an empty block', 'src/a.js', `}${SPACES}x`, []],
  ['white space after recover', 'src/a.go', `defer func() { recover()${SPACES}x`, []],
  ['white space in a second exit', 'src/a.py', `sys.exit(0); os._exit(${SPACES}x`, ['warning early_exit src/a.py']],
  ['white space after ignoreFailures', 'build.gradle', `ignoreFailures${SPACES}x`, []],
  ['one long key', 'tsconfig.json', 'strict'.repeat(150_000), ['warning checks_loosened tsconfig.json']],
  ['one long key that is false', 'tsconfig.json', `"${'noA'.repeat(300_000)}": false`, ['error checks_loosened tsconfig.json']],
  ['escaped quotes', 'src/a.js', `"${'\\"'.repeat(500_000)}`, ['warning code_hidden src/a.js']],
])('a megabyte of one line has exactly the expected findings: %s', (_, path, line, expected) => {
  const lines = ['+} catch (e) {', `+${line}`];
  expect(findIntegrity(evidenceOf({ [path]: lines })).map(spelled)).toEqual(expected);
});
