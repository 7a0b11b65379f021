import { describe, expect, test } from 'vitest';
import { JsonDocumentFinder } from './json.ts';

function find(text: string): unknown[] {
  const found: unknown[] = [];
  const finder = new JsonDocumentFinder({
    document: (value, firstLine, lastLine) => found.push([value, firstLine, lastLine]),
    oversized: (firstLine) => found.push(['oversized', firstLine]),
  });
  for (const [index, line] of text.split('\n').entries()) finder.line(line, index + 1);
  return found;
}

describe('JSON documents in a log', () => {
  test.each<[string, string, unknown[]]>([
    ['one line', '> npm test\n{"a":1}\nbye', [[{ a: 1 }, 2, 2]]],
    ['pretty-printed', 'x\n{\n  "a": [\n    1\n  ]\n}\ny', [[{ a: [1] }, 2, 6]]],
    ['a list', '[\n  {\n    "a": 1\n  }\n]', [[[{ a: 1 }], 1, 5]]],
    [
      'two in a row',
      '{"a":1}\n{"a":2}',
      [
        [{ a: 1 }, 1, 1],
        [{ a: 2 }, 2, 2],
      ],
    ],
    ['a closing bracket that is indented', '{ "a": [],\n      "b": "}{\\""\n    }\n    text', [[{ a: [], b: '}{"' }, 1, 3]]],
    ['a string that never ends', '{\n  "a": "1,\n}\n{"b":2}', [[{ b: 2 }, 4, 4]]],
    [
      'text behind the last bracket',
      '{"a":1}text }\n{\n  "b": 2\n}text {\n[3]',
      [
        [{ a: 1 }, 1, 1],
        [{ b: 2 }, 2, 4],
        [[3], 5, 5],
      ],
    ],
    ['a tag of a log line', '[INFO] {"a":1}', []],
    ['a date of a log line', '[2026-11-15 10:00:00] {"a":1}', []],
    ['an inspected object', '{\n  a: 1,\n}', []],
    ['an inspected object, then a document', '{\n  a: 1,\n}\n{"b":2}', [[{ b: 2 }, 4, 4]]],
    ['cut in the middle', '{\n  "a": 1,', []],
    [
      'a document that breaks off, and one document a line',
      '{"a": [\n{"b":1}\n{"b":2}',
      [
        [{ b: 1 }, 2, 2],
        [{ b: 2 }, 3, 3],
      ],
    ],
    ['a document that breaks off and another', '{\n  "a": 1,\ntext\n[1]', [[[1], 4, 4]]],
  ])('%s', (_name, text, found) => {
    expect(find(text)).toEqual(found);
  });

  test('drops an unfinished document at the limit', () => {
    const line = `  "${'x'.repeat(1024 * 1024)}",`;
    expect(find(['[', ...Array.from({ length: 50 }, () => line)].join('\n'))).toEqual([['oversized', 1]]);
  });
});
