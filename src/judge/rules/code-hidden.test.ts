import { expect, test } from 'vitest';
import { accepts, alarms, type Change, evidenceOf, othersWith, reports, WORK } from '../../../test/evidence-builder.ts';

const error = (path: string) => [`error code_hidden ${path}`];
const warning = (path: string) => [`warning code_hidden ${path}`];
const GAP = ' '.repeat(200);
const lockfile = { 'yarn.lock': ['+const answers = { a: 1 };'] };

reports([
  ['code in a lockfile', lockfile, error('yarn.lock')],
  [
    'a text file that is evaluated',
    { 'new:assets/notes.txt': ['+def total(x):', '+    return 6'], 'src/a.py': ['+exec(open("assets/notes.txt").read())'] },
    error('assets/notes.txt'),
  ],
  [
    'a data file that is required',
    { 'new:src/table.dat': ['+module.exports = (x) => x;'], 'src/a.js': ["+const table = require('./table.dat');"] },
    error('src/table.dat'),
  ],
  [
    'an image that is included in PHP',
    { 'new:img/logo.svg': ['+<?php function total() { return 6; }'], 'src/A.php': ["+require_once 'img/logo.svg';"] },
    error('img/logo.svg'),
  ],
  [
    'a text that is named on another line than it is evaluated',
    {
      'new:src/rules.json': ['+const total = () => 6;'],
      'src/a.js': ["+const path = './rules.json';", '+new Function(read(path))();'],
    },
    error('src/rules.json'),
  ],
  [
    'byte code beside the sources',
    { 'binary:src/cart.pyc': [] },
    [...error('src/cart.pyc'), 'warning artefacts_added src/cart.pyc'],
  ],
  [
    'an extension module',
    { 'binary:src/cart.cpython-311-x86_64-linux-gnu.so': [] },
    error('src/cart.cpython-311-x86_64-linux-gnu.so'),
  ],
  ['a library that is opened', { 'binary:lib/x.so': [], 'src/a.c': ['+  dlopen("lib/x.so", RTLD_NOW);'] }, error('lib/x.so')],
  ['an addon that is required', { 'binary:src/x.node': [], 'src/a.js': ["+require('./x.node');"] }, error('src/x.node')],
  ['a picture that is opened as a library', { 'binary:a.png': [], 'src/a.py': ['+ctypes.CDLL("./a.png")'] }, error('a.png')],
  ['a jar', { 'binary:lib/x.jar': [] }, warning('lib/x.jar')],
  ['source code that git shows as binary', { 'binary:src/a.js': [] }, error('src/a.js')],
  ['handwritten code with a minified name', { 'new:src/a.min.js': ['+export const a = 6;'] }, warning('src/a.min.js')],
  ['code behind a gap', { 'src/a.js': [`+const a = 1;${GAP}run(answers);`] }, error('src/a.js')],
  ['indented code behind a gap', { 'src/a.py': [`+    x = 1${'\t'.repeat(130)};import hook`] }, error('src/a.py')],
  ['a line that is too long to be read', { 'src/a.js': [`+${'if (a) b(c); '.repeat(200)}`] }, warning('src/a.js')],
  ['reordered text', { 'src/a.js': ['+/*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin */'] }, error('src/a.js')],
  ['an invisible name', { 'src/a.js': ['+const \u3164 = hook;'] }, warning('src/a.js')],
  ['a payload of invisible characters', { 'src/a.js': [`+run("${'\ufe01\ufe02'.repeat(8)}");`] }, warning('src/a.js')],
  ['a carriage return inside a line', { 'src/a.py': ['+hook()\rtotal = 1'] }, warning('src/a.py')],
  [
    'code among build output',
    { 'new:dist/x.js': ['+module.exports = 1;'], 'src/a.js': ["+require('../dist/x');"] },
    warning('dist/x.js'),
  ],
  [
    'a hidden folder that is loaded',
    { 'new:.cache/x.js': ['+module.exports = 1;'], 'src/a.js': ["+require('../.cache/x');"] },
    error('.cache/x.js'),
  ],
]);

accepts([
  ['a real lockfile', { 'yarn.lock': ['+a@^1.0.0:', '+  version "1.0.0"'] }],
  [
    'a data file that is required',
    { 'new:src/table.json': ['+{ "a": 1 }'], 'src/a.js': ["+const table = require('./table.json');"] },
  ],
  [
    'a document with code',
    { 'README.md': ['+```js', "+const cart = require('cart');", '+```'], 'src/a.js': ["+require('./b');"] },
  ],
  [
    'a template that is read',
    { 'new:src/page.html': ['+<script>const a = 1;</script>'], 'src/a.js': ["+readFileSync('page.html')"] },
  ],
  ['an image of a page', { 'binary:src/logo.png': [], 'src/a.tsx': ["+import logo from './logo.png';"] }],
  ['a font', { 'binary:assets/a.woff2': [], 'src/a.css': ['+src: url(a.woff2);'] }],
  ['the wrapper of Gradle', { 'binary:gradle/wrapper/gradle-wrapper.jar': [] }],
  ['a library among the fixtures', { 'binary:test/fixtures/a.so': [] }],
  ['a minified file', { 'new:site/a.min.js': [`+${'a(b);'.repeat(100)}`] }],
  ['an aligned comment', { 'src/a.c': [`+int a;${GAP}// the first`] }],
  ['a macro over several lines', { 'src/a.h': [`+#define A(x)${GAP}\\`] }],
  ['blanks in a string', { 'src/a.py': [`+    assert pad(1) == "1${GAP}x"`] }],
  ['a table of numbers', { 'src/a.js': [`+const table = [${'1.25, 0x1f, '.repeat(300)}];`] }],
  ['a long text', { 'src/a.js': [`+const text = "${'many words '.repeat(300)}";`] }],
  ['a table of words', { 'src/a.py': [`+WORDS = [${'"word", '.repeat(500)}]`] }],
  ['an emoji of several characters', { 'src/a.js': ['+const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\ufe0f";'] }],
  ['Windows line ends', { 'src/a.js': ['+const a = 1;\r'] }],
  ['a mark for direction in a text', { 'src/a.js': ['+const rtl = "\u200f";'] }],
  ['settings of a tool in a hidden folder', { 'new:.storybook/main.js': ['+module.exports = {};'] }],
  ['sources in a folder with such a name', { 'new:src/coverage/x.js': ['+f();'], 'src/a.js': ["+import './coverage/x';"] }],
  ['a script of a workflow', { 'new:.github/scripts/label.js': ['+run();'] }],
  ['the same file of the others', lockfile, othersWith(lockfile)],
]);

reports([
  [
    'a gap in a file that the others change in another way',
    { 'src/a.js': [`+const a = 1;${GAP}run(answers);`] },
    error('src/a.js'),
    othersWith({ 'src/a.js': ['+const a = 2;'] }),
  ],
]);

test('reports code that the ignore rules exclude, as an error if a changed line loads it', () => {
  const ignored = { files: [{ path: 'src/local/x.py', ignored: true }] } as never;
  const change: Change = { ...WORK, 'new:src/local/x.py': ['+def f():', '+    return 1'] };
  expect(alarms(evidenceOf(change, { diff: ignored }))).toEqual(warning('src/local/x.py'));
  const loaded = { ...change, 'src/a.py': ['+from src.local.x import f'] };
  expect(alarms(evidenceOf(loaded, { diff: ignored }))).toEqual(error('src/local/x.py'));
  const data: Change = { ...WORK, 'new:src/local/x.log': ['+1 2 3'] };
  expect(alarms(evidenceOf(data, { diff: { files: [{ path: 'src/local/x.log', ignored: true }] } as never }))).toEqual([
    'warning artefacts_added src/local/x.log',
  ]);
});
