// Which examples are read in the text of a task, and as which calls.
import { describe, expect, test } from 'vitest';
import fc from '../../test/seeded-properties.ts';
import type { ExampleLanguage } from '../contract/index.ts';
import { readExamples } from './read-examples.ts';

/** `call -> value`, or the kind of another result with what it compares. */
function read(text: string, language: ExampleLanguage = 'python'): string[] {
  return readExamples(text, [language, 'shell']).map(({ call, expected }) => {
    if (expected.kind === 'value') return `${call} -> ${expected.code}`;
    return `${call} ${expected.kind} ${expected.kind === 'error' ? expected.name : ''}`.trim();
  });
}

describe('equations', () => {
  test.each([
    ['f(1) = 2', ['f(1) -> 2']],
    ['f(1) == 2', ['f(1) -> 2']],
    ['f(1) -> 2', ['f(1) -> 2']],
    ['f(1) =>2', ['f(1) -> 2']],
    ['f(1) ==> 2', ['f(1) -> 2']],
    ['f("a b") ➞ ["a", "b"]', ['f("a b") -> ["a", "b"]']],
    ['f(1)   # returns 2', ['f(1) -> 2']],
    ['f(1) returns 2', ['f(1) -> 2']],
    ['f(1) should return 2.', ['f(1) -> 2']],
    ['assert f(1) == 2', ['f(1) -> 2']],
    ['for f(1) == 2', ['f(1) -> 2']],
    ['* f(1) -> 2', ['f(1) -> 2']],
    ['f(1) => true', ['f(1) -> True']],
  ])('%s', (line, examples) => {
    expect(read(line)).toEqual(examples);
    expect(read(`Text before.\n\nExamples:\n${line}\n`)).toEqual(examples);
  });

  test('follow each other without a blank line, also after a constant', () => {
    expect(read('f(1) == True\nf(2) == None\nf(3) == False')).toEqual(['f(1) -> True', 'f(2) -> None', 'f(3) -> False']);
    expect(read('f([1], 2) ➞ False\n# because 1 is odd.\n\nf([2], 2) ➞ True')).toEqual([
      'f([1], 2) -> False',
      'f([2], 2) -> True',
    ]);
  });

  test('state the last value after their working', () => {
    expect(read('f([1, 3]) == 1 + 9 = 10\nf("5 apples", 19) ->19 - 5 - 6 = 8')).toEqual([
      'f([1, 3]) -> 10',
      'f("5 apples", 19) -> 8',
    ]);
  });

  test('without a value of the language are not read', () => {
    expect(read('f(x) == 2\nf(1) == y\nf(1) == ""a"\nf(1) == 1 + 9\nf(1) == Trueish')).toEqual([]);
  });
});

describe('doctests', () => {
  test('compare the output, or what the line itself states', () => {
    expect(read('>>> f(1)\n2\n>>> f(2) == 3\n>>> f(4) # => 5\n>>> f(6)\n>>> f(7) == 8\nTrue')).toEqual([
      'f(1) -> 2',
      'f(2) -> 3',
      'f(4) -> 5',
      'f(7) == 8 -> True',
    ]);
  });

  test('keep the statements before a call', () => {
    const [example] = readExamples('>>> x = [1]\n>>> f(x)\n2', ['python']);
    expect(example).toMatchObject({ setup: 'x = [1]', call: 'f(x)', lines: [2, 3] });
  });
});

describe('inputs and outputs', () => {
  const task = (signature: string, example: string) =>
    `Write ${signature}.\n\n    def ${signature}\n\nExample 1:\n\n${example}\n`;

  test.each([
    ['    Input: 3\n    Output: (1, 2)\n    Explanation: 1 and 2.', 'f(n)', ['f(3) -> (1, 2)']],
    ['Input: n = 5\nOutput: 1', 'f(n)', ['f(5) -> 1']],
    ['**Input:** b = [1], a = 2\n**Output:** [2]', 'f(a, b)', ['f(2, [1]) -> [2]']],
    [
      'Input:\n    grid : [[0, 1],\n            [1, 1]]\n    size : 1\nOutput: 6',
      'f(grid, size)',
      ['f([[0, 1],\n            [1, 1]], 1) -> 6'],
    ],
    ['Input: "a", 2\nOutput: "aa"', 'f(text, times=1)', ['f("a", 2) -> "aa"']],
    ['Input: `"a"`\nOutput: `"aa"`', 'f(text, times=1)', ['f("a") -> "aa"']],
  ])('%s', (example, signature, examples) => {
    expect(read(task(signature, example))).toEqual(examples);
  });

  test('in sentences', () => {
    const text = task(
      'f(s, c)',
      'For s = "abc", c = "b"  the result should be (\'ac\', False)\nFor s = "", c = "" the sum will be 1 the output should be "1".',
    );
    expect(read(text)).toEqual([`f("abc", "b") -> ('ac', False)`, 'f("", "") -> "1"']);
  });

  test('are not read with other arguments than those of the function', () => {
    const other = ['Input: 1, 2\nOutput: 3', 'Input: m = 1\nOutput: 3', 'Input: a word\nOutput: 3', 'Input: 1\nOutput: three'];
    expect(other.map((example) => read(task('f(n)', example)))).toEqual([[], [], [], []]);
  });

  test('are not read where the text declares no function, or several', () => {
    expect(read('Input: 1\nOutput: 3')).toEqual([]);
    expect(read('    def f(n)\n    def g(n)\n\nInput: 1\nOutput: 3')).toEqual([]);
    expect(read('Add `f(n)` to the module.\n\nInput: 1\nOutput: 3')).toEqual(['f(1) -> 3']);
  });

  test('in other languages', () => {
    expect(read('Add `function f(list, size)`.\n\nInput: list = [1, 2], size = 2\nOutput: null', 'javascript')).toEqual([
      'f([1, 2], 2) -> null',
    ]);
  });
});

test('an example that is stated twice counts once, and contradictions do not count', () => {
  expect(read('f(1) == 2\nf(1) == 2\nf(2) == 2\nf(2) == 3')).toEqual(['f(1) -> 2']);
});

test('any text is read without an error', () => {
  const word = fc.constantFrom(
    '>>> ',
    'f(',
    '1',
    ')',
    ' == ',
    '\n',
    '"',
    'Input: ',
    'Output: ',
    'def f(n)',
    '`',
    '[',
    ']',
    ',',
    ' ',
    'for n = ',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      for (const { lines } of readExamples(words.join(''), ['python'])) expect(lines[0]).toBeLessThanOrEqual(lines[1]);
    }),
  );
});

test('reads hostile texts in linear time', () => {
  const texts = [
    'Input: 1\n',
    'For n = 1 ',
    'for n = [',
    'f(',
    '`f(a,',
    'def f(a',
    '>>> f(1) == ',
    'f(1) == 1 + 1 ',
    'Input: [[',
  ];
  for (const text of texts) expect(read(`def f(n)\n${text.repeat(3000)}`).length).toBeLessThanOrEqual(50);
});
