import { describe, expect, test } from 'vitest';
import { readExamples } from './read-examples.ts';

function read(text: string): unknown[] {
  return readExamples(text, ['python', 'shell']).map(({ form, lines, setup, call, expected }) => {
    return { ...{ form, lines, call, expected }, ...(setup === '' ? {} : { setup }) };
  });
}

const fence = (...lines: string[]) => ['```console', ...lines, '```'].join('\n');
const output = (call: string, text: string, lines: [number, number], status?: number) => {
  return { form: 'transcript', lines, call, expected: { kind: 'output', text, ...(status === undefined ? {} : { status }) } };
};

describe('a shell transcript', () => {
  test('is a command and what it prints, up to the next prompt', () => {
    expect(read(fence('$ slug "A b"', 'a-b', '', '$ slug --version', '1.2.3', '  (stable)'))).toEqual([
      output('slug "A b"', 'a-b', [2, 3]),
      { ...output('slug --version', '1.2.3\n  (stable)', [5, 7]), setup: 'slug "A b"' },
    ]);
  });

  test('runs what precedes it, but for commands that install the project', () => {
    expect(read(fence('$ pip install slug', '$ cd slug', '$ echo a > note', '$ slug --file note', 'a'))).toEqual([
      { ...output('slug --file note', 'a', [5, 6]), setup: 'cd slug\necho a > note' },
    ]);
  });

  test('names the exit status with `echo $?`, or in the prose around the only command', () => {
    expect(read(fence('$ slug', 'usage: slug TEXT', '$ echo $?', '2'))).toEqual([output('slug', 'usage: slug TEXT', [2, 3], 2)]);
    expect(read(`It should exit with status 3:\n\n${fence('$ slug --bad')}`)).toEqual([output('slug --bad', '', [4, 4], 3)]);
    expect(read(`${fence('$ slug --bad', 'no')}\n\nand exit with code 1.`)).toEqual([output('slug --bad', 'no', [2, 3], 1)]);
  });

  test('continues a command over several lines', () => {
    expect(read(fence('$ slug a \\', '>   b', 'a-b'))).toEqual([output('slug a b', 'a-b', [2, 4])]);
  });

  test('is no example if its output is left out, or is what happens now', () => {
    expect(read(fence('$ slug a', 'a', '...'))).toEqual([]);
    expect(read(fence('$ slug a'))).toEqual([]);
    expect(read(`Actual output:\n\n${fence('$ slug a', 'b')}`)).toEqual([]);
    expect(read(`Expected output:\n\n${fence('$ slug a', 'a')}`)).toHaveLength(1);
  });

  test('is read in blocks without a language, never in prose or in code of another language', () => {
    expect(read('```\n$ slug a\na\n```')).toHaveLength(1);
    expect(read('Costs\n$ 5 and more')).toEqual([]);
    expect(read('```python\n$ slug a\na\n```')).toEqual([]);
  });

  test('takes linear time in hostile text', () => {
    expect(read(fence(...Array.from({ length: 20_000 }, () => '$ a \\'))).length).toBeLessThan(51);
    expect(read(fence('$ a \\', ...Array.from({ length: 60_000 }, () => 'b\\')))).toEqual([]);
    expect(read(fence(`$ ${'exit with '.repeat(10_000)}`, 'x'))).toEqual([]);
  });
});
