import { expect, test } from 'vitest';
import { type PatchFile, parsePatch } from './patch.ts';

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;
const short = ({ path, status, mode, added, removed }: PatchFile) => ({
  path,
  status,
  mode,
  added: added.map(({ line, text }) => `${line} ${text}`),
  removed: removed.map(({ line, text }) => `${line} ${text}`),
});

test('hunks, with the numbers of both sides', () => {
  const patch = lines(
    'diff --git a/x.js b/x.js',
    'index 1111111..2222222 100644',
    '--- a/x.js',
    '+++ b/x.js',
    '@@ -3,4 +3,5 @@ function f() {',
    ' three',
    '-four',
    '+4',
    '+4b',
    ' five',
    '@@ -20 +21,2 @@',
    ' twenty',
    '+new',
    '\\ No newline at end of file',
  );
  expect(parsePatch(patch).map(short)).toEqual([
    { path: 'x.js', status: 'modified', mode: null, added: ['4 4', '5 4b', '22 new'], removed: ['4 four'] },
  ]);
  const [file] = parsePatch(patch);
  expect(file?.added.map(({ block }) => block === file.removed[0]?.block)).toEqual([true, true, false]);
});

test.each([
  [
    'a new file',
    lines('diff --git a/n b/n', 'new file mode 100755', 'index 0..1', '--- /dev/null', '+++ b/n', '@@ -0,0 +1 @@', '+one'),
    { path: 'n', status: 'added', mode: '100755', added: ['1 one'], removed: [] },
  ],
  [
    'a deleted file',
    lines(
      'diff --git a/d b/d',
      'deleted file mode 100644',
      'index 1..0',
      '--- a/d',
      '+++ /dev/null',
      '@@ -1,2 +0,0 @@',
      '-a',
      '-b',
    ),
    { path: 'd', status: 'deleted', mode: null, added: [], removed: ['1 a', '2 b'] },
  ],
  [
    'an empty new file',
    lines('diff --git a/conftest.py b/conftest.py', 'new file mode 100644', 'index 0..e69de29'),
    { path: 'conftest.py', status: 'added', mode: '100644', added: [], removed: [] },
  ],
  [
    'a new mode only',
    lines('diff --git a/run.sh b/run.sh', 'old mode 100644', 'new mode 100755'),
    { path: 'run.sh', status: 'modified', mode: '100755', added: [], removed: [] },
  ],
  [
    'a binary file',
    lines('diff --git a/a.png b/a.png', 'index 1..2 100644', 'Binary files a/a.png and b/a.png differ'),
    { path: 'a.png', status: 'modified', mode: null, added: [], removed: [] },
  ],
  [
    'a new link',
    lines(
      'diff --git a/l b/l',
      'new file mode 120000',
      '--- /dev/null',
      '+++ b/l',
      '@@ -0,0 +1 @@',
      '+../../etc',
      '\\ No newline at end of file',
    ),
    { path: 'l', status: 'added', mode: '120000', added: ['1 ../../etc'], removed: [] },
  ],
  [
    'a link that leads elsewhere now',
    lines('diff --git a/l b/l', 'index aa..bb 120000', '--- a/l', '+++ b/l', '@@ -1 +1 @@', '-x', '+/etc'),
    { path: 'l', status: 'modified', mode: '120000', added: ['1 /etc'], removed: ['1 x'] },
  ],
  [
    'a name with blanks',
    lines('diff --git a/a b/c d.js b/a b/c d.js', '--- a/a b/c d.js\t', '+++ b/a b/c d.js\t', '@@ -1 +1 @@', '-x', '+y'),
    { path: 'a b/c d.js', status: 'modified', mode: null, added: ['1 y'], removed: ['1 x'] },
  ],
  [
    'a name in quotes',
    lines('diff --git "a/t\\303\\251st/\\"x\\"\\t%41.js" "b/t\\303\\251st/\\"x\\"\\t%41.js"', '@@ -1 +1 @@', '-x', '+y'),
    { path: 'tést/"x"\t%41.js', status: 'modified', mode: null, added: ['1 y'], removed: ['1 x'] },
  ],
  [
    'a name that is no text',
    lines('diff --git "a/f\\377" "b/f\\377"', '@@ -1 +1 @@', '-x', '+y'),
    { path: 'f\\xff', status: 'modified', mode: null, added: ['1 y'], removed: ['1 x'] },
  ],
  [
    'a rename in a patch that Hydra did not write',
    lines('diff --git a/old.js b/new.js', '--- a/old.js', '+++ b/new.js', '@@ -1 +1 @@', '-x', '+y'),
    { path: 'new.js', status: 'modified', mode: null, added: ['1 y'], removed: ['1 x'] },
  ],
  [
    'content that looks like headers',
    lines(
      'diff --git a/x b/x',
      '--- a/x',
      '+++ b/x',
      '@@ -1,3 +1,3 @@',
      '--- a/evil',
      '+++ b/evil',
      '-@@ -9 +9 @@',
      '+new file mode 120000',
      ' diff --git a/z b/z',
    ),
    {
      path: 'x',
      status: 'modified',
      mode: null,
      added: ['1 ++ b/evil', '2 new file mode 120000'],
      removed: ['1 -- a/evil', '2 @@ -9 +9 @@'],
    },
  ],
  [
    'content with carriage returns',
    lines('diff --git a/x b/x', '@@ -1 +1 @@', '-x\r', '+y\r'),
    { path: 'x', status: 'modified', mode: null, added: ['1 y\r'], removed: ['1 x\r'] },
  ],
])('%s', (_, patch, expected) => {
  expect(parsePatch(patch).map(short)).toEqual([expected]);
});

test.each(['', '\n', 'no patch at all\n+x\n', 'diff --git \n+x', '@@ -1 +1 @@\n+x\n'])('no file in %j', (text) => {
  expect(parsePatch(text)).toEqual([]);
});

test('two hunks without context are two blocks', () => {
  const [file] = parsePatch(lines('diff --git a/x b/x', '@@ -1 +0,0 @@', '-a', '@@ -5,0 +5 @@', '+a'));
  expect([file?.removed[0]?.block, file?.added[0]?.block]).toEqual([1, 2]);
});
