import { expect, test } from 'vitest';
import { attributionTexts } from './attribution-text.ts';

test('names the tests and the files', () => {
  const groups = [
    { tests: ['parses 1h 30m'], files: ['src/parse.js'] },
    { tests: ['a', 'b', 'c', 'd'], files: ['src/x.js', 'src/y.js'] },
  ];
  expect(attributionTexts({ groups })).toEqual([
    '`parses 1h 30m` passes because of the changes in src/parse.js',
    '`a`, `b`, `c` and 1 more pass because of the changes in src/x.js and src/y.js',
  ]);
});

test('says why the files are unknown', () => {
  expect(attributionTexts({ groups: [], unknown: 'it does not lead' })).toEqual([
    'unknown for some fixed tests: it does not lead',
  ]);
});
