import { expect, test } from 'vitest';
import { withComment } from './added-comment.ts';

const TEXT = 'Only the text of this file differs.';

test.each([
  ['a.py', 'x = 1\n', `x = 1\n# ${TEXT}\n`],
  ['a.ts', 'const x = 1;', `const x = 1;\n// ${TEXT}\n`],
  ['a.go', 'package a\n', `package a\n// ${TEXT}\n`],
  ['a.rs', 'fn a() {}\n', `fn a() {}\n// ${TEXT}\n`],
  ['a.rb', 'x = 1\n', `x = 1\n# ${TEXT}\n`],
  ['a.css', 'a { color: red }\n', `a { color: red }\n/* ${TEXT} */\n`],
  ['a.html', '<p>a</p>\n', `<p>a</p>\n<!-- ${TEXT} -->\n`],
  ['a.lua', 'x = 1\n', `x = 1\n-- ${TEXT}\n`],
  ['a.java', 'class A {}\n', `class A {}\n// ${TEXT}\n`],
  ['a.c', 'int x;\n', `int x;\n// ${TEXT}\n`],
  ['a.cs', 'class A {}\n', `class A {}\n// ${TEXT}\n`],
  ['a.php', '<?php\n$x = 1;\n', `<?php\n$x = 1;\n// ${TEXT}\n`],
  ['a.yml', 'x: 1\n', `x: 1\n# ${TEXT}\n`],
  ['a.toml', 'x = 1\n', `x = 1\n# ${TEXT}\n`],
])('adds a comment to the end of %s', (path, text, expected) => {
  expect(withComment(path, text)).toBe(expected);
});

test.each([
  ['a file that is read without comments', 'a.json', '{}\n'],
  ['an unknown language', 'a.unknown', 'x\n'],
  ['text after the end of the program', 'a.rb', 'x = 1\n__END__\ndata\n'],
  ['text outside of the program', 'a.php', '<?php\n$x = 1;\n?>\ntext\n'],
  ['an unfinished string', 'a.py', 'x = """\n'],
])('adds none to %s', (_what, path, text) => {
  expect(withComment(path, text)).toBeNull();
});
