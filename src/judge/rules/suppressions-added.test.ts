import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

reports([
  ['a silenced file', { 'src/a.ts': ['+// @ts-nocheck'] }, ['error suppressions_added src/a.ts']],
  ['a silenced crate', { 'src/lib.rs': ['+#![allow(clippy::all)]'] }, ['error suppressions_added src/lib.rs']],
  ['one silenced line as a warning', { 'src/a.py': ['+import os  # noqa: F401'] }, ['warning suppressions_added src/a.py']],
  [
    'three silenced lines as an error',
    { 'src/a.go': ['+x() //nolint:errcheck', '+y() //nolint:errcheck', '+z() // nolint'] },
    ['error suppressions_added src/a.go'],
  ],
  [
    'an error if the suppression explains why a lint finding went away',
    { 'src/a.js': ['+// eslint-disable-next-line eqeqeq'] },
    ['error suppressions_added src/a.js'],
    { lint: { before: 2, after: 1 } },
  ],
]);

accepts([
  ['a suppression that was there before', { 'src/a.js': ['-// eslint-disable-next-line x', '+// eslint-disable-next-line y'] }],
  ['a suppression in a test', { 'test/a.test.ts': ['+// @ts-expect-error not a number', '+expect(f("x")).toBe(0);'] }],
  ['a suppression in a document', { 'docs/lint.md': ['+Write `// eslint-disable-next-line`.'] }],
  [
    'a suppression that half of the others add too',
    { 'src/a.py': ['+import os  # noqa'] },
    othersWith({ 'src/a.py': ['+import sys  # noqa'] }, {}),
  ],
]);
