import { expect, test } from 'vitest';
import { failureDetails } from './failure-text.ts';

test('takes the message above the frames and the first frame of the project', () => {
  const text = [
    'Error: \u001b[31mthud\u001b[39m',
    '    at assert (node:assert:3:1)',
    '    at run (/project/node_modules/x/index.js:1:2)',
    '    at f (/project/a.test.js:7:9)',
    "{ code: 'ERR' }",
  ].join('\n');
  expect(failureDetails(text)).toEqual({ message: 'Error: thud', file: '/project/a.test.js', line: 7 });
});

test('takes the exception below a Python traceback, without its code', () => {
  const text = [
    'Traceback (most recent call last):',
    '  File "/project/test_a.py", line 3, in test_a',
    '    self.assertEqual(1, 2)',
    'AssertionError: 1 != 2',
  ].join('\n');
  expect(failureDetails(text)).toEqual({ message: 'AssertionError: 1 != 2', file: '/project/test_a.py', line: 3 });
});

test('has neither for no text', () => {
  expect(failureDetails(null)).toEqual({ message: '' });
});
