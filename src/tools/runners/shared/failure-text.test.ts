import { expect, test, vi } from 'vitest';
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

test('takes all lines of an exception, and what stands above the traceback', () => {
  const text = [
    'Ships see it.',
    'Traceback (most recent call last):',
    '  File "/project/test_a.py", line 3, in test_a',
    '    self.assertEqual("fog", "clear")',
    "AssertionError: 'fog' != 'clear'",
    '- fog',
    '+ clear',
  ].join('\n');
  expect(failureDetails(text).message).toBe("Ships see it.\nAssertionError: 'fog' != 'clear'\n- fog\n+ clear");
});

test('takes a message below a frame', () => {
  const text = "a_test.rb:3:in `test_a'\n<1> expected but was\n<2>\na_test.rb:9:in `run'\nrest";
  expect(failureDetails(text)).toEqual({ message: '<1> expected but was\n<2>', file: 'a_test.rb', line: 3 });
});

test.each([`    at ${'in ('.repeat(240)}x`, `    at ${'a (in '.repeat(150)}:1x`, `${' '.repeat(900)}x`])(
  'compares no line with a pattern that takes quadratic time: %#',
  (line) => {
    const spies = [vi.spyOn(RegExp.prototype, 'test'), vi.spyOn(RegExp.prototype, 'exec')];
    failureDetails(line);
    const calls = spies.flatMap(({ mock }) =>
      mock.contexts.map((pattern, index) => [(pattern as RegExp).source, mock.calls[index]?.[0]] as const),
    );
    for (const spy of spies) spy.mockRestore();
    // Two parts that may take the same characters: twice any text, or twice spaces.
    const slow = calls.filter(([source, text = '']) => {
      const hasTwoWildcards = source.split('|').some((form) => (form.match(/\.[*+]/g) ?? []).length > 1);
      return hasTwoWildcards || (/^\s/.test(text) && source.replace(/^\^\\s\*/, '').includes('\\s*'));
    });
    expect(calls.length).toBeGreaterThan(3);
    expect(slow).toEqual([]);
  },
);
