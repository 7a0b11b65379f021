import { describe, expect, test } from 'vitest';
import fc from '../../../test/seeded-properties.ts';
import { countChanges } from './count-changes.ts';

type Versions = Parameters<typeof countChanges>[0][number];

const file = (path: string, before: string | null, after: string | null, oldPath: string | null = null): Versions => ({
  path,
  oldPath,
  before,
  after,
});
const counts = (path: string, before: string | null, after: string | null) => countChanges([file(path, before, after)])[0];

const fn = (name: string, ...body: string[]) => [`function ${name}(first, second) {`, ...body.map((line) => `  ${line}`), '}'];
const text = (...lines: (string | string[])[]) => `${lines.flat().join('\n')}\n`;
const one = fn('one', 'const sum = first + second;', 'log(sum);', 'return sum;');
const two = fn('two', 'const product = first * second;', 'return product;');

describe('counts lines that contain a changed token', () => {
  test.each([
    ['nothing', 'a(b);', 'a(b);', [0, 0]],
    ['a token that is replaced', 'a(b);', 'a(c);', [1, 1]],
    ['a token that is added', 'a(b);', 'a(b, c);', [1, 0]],
    ['two tokens in one statement', 'a(b, c);', 'd(b, e);', [1, 1]],
    ['a new statement', 'a();', 'a();\nb();\nc();', [2, 0]],
    ['a block around statements', 'a();\nb();', 'if (c) {\n  a();\n  b();\n}', [2, 0]],
    ['new code in one line', '', 'a(); b(); c(); d();', [4, 0]],
    ['the same code in four lines', '', 'a();\nb();\nc();\nd();', [4, 0]],
  ])('%s', (_what, before, after, [added, removed]) => {
    expect(counts('a.js', before, after)).toEqual({ added, removed, moved: [] });
  });

  test('a new and a deleted file', () => {
    expect(counts('a.js', null, text(one))).toEqual({ added: 5, removed: 0, moved: [] });
    expect(counts('a.js', text(one), null)).toEqual({ added: 0, removed: 5, moved: [] });
  });

  test('a change in a reformatted file', () => {
    const before = text(one, two);
    const after = `${one.join(' ')} ${two.join(' ')}`.replaceAll('  ', '').replace('product;', 'product + 1;');
    expect(counts('a.js', before, after)).toEqual({ added: 1, removed: 0, moved: [] });
  });

  test('line ends, the final newline and a byte order mark do not count', () => {
    expect(counts('a.js', text(one), `\xef\xbb\xbf${one.join('\r\n')}`)).toEqual({ added: 0, removed: 0, moved: [] });
  });
});

describe('moved blocks', () => {
  test('within a file', () => {
    expect(counts('a.js', text(one, two), text(two, one))).toEqual({
      added: 4,
      removed: 4,
      moved: [{ path: 'a.js', lines: 4 }],
    });
  });

  test('to another file, with another indentation', () => {
    const indented = ['export const all = {', ...one.map((line) => `    ${line}`), '};'];
    const [a, b] = countChanges([file('a.js', text(one, two), text(two)), file('b.js', text('x();'), text('x();', indented))]);
    expect(a).toEqual({ added: 0, removed: 5, moved: [{ path: 'b.js', lines: 5 }] });
    expect(b).toEqual({ added: 7, removed: 0, moved: [] });
  });

  test('each line is taken once, however often it was added', () => {
    const [a] = countChanges([file('a.js', text(one, two), text(two)), file('b.js', null, text(one, one, one))]);
    expect(a).toEqual({ added: 0, removed: 5, moved: [{ path: 'b.js', lines: 5 }] });
  });

  test('a copy is not a move', () => {
    const [a, b] = countChanges([file('a.js', text(one), text(one, 'x();')), file('b.js', null, text(one))]);
    expect([a, b]).toEqual([
      { added: 1, removed: 0, moved: [] },
      { added: 5, removed: 0, moved: [] },
    ]);
  });

  test('a few tokens are a coincidence', () => {
    const [a] = countChanges([file('a.js', 'a();\nb();\nc();\n', 'c();\n'), file('b.js', null, 'a();\nb();\n')]);
    expect(a).toEqual({ added: 0, removed: 2, moved: [] });
  });

  test('a block that changed on the way counts where it changed', () => {
    const changed = one.map((line) => line.replace('log(sum)', 'log(sum, 1)'));
    const [a, b] = countChanges([file('a.js', text(one, two), text(two)), file('b.js', null, text(changed))]);
    expect(a).toEqual({ added: 0, removed: 5, moved: [{ path: 'b.js', lines: 2 }] });
    expect(b).toEqual({ added: 5, removed: 0, moved: [] });
  });
});

describe('leaves out what it cannot compare', () => {
  test.each([
    ['an unknown language', file('a.md', 'a', 'b')],
    ['a string without an end', file('a.js', 'a()', 'a("')],
    ['a file that becomes another language', file('a.py', 'a', 'a', 'a.js')],
    ['more than 50,000 lines', file('a.js', 'a\n'.repeat(50_001), 'a\n')],
  ])('%s', (_what, versions) => {
    expect(countChanges([versions, file('b.js', 'a', 'b')])).toEqual([null, { added: 1, removed: 1, moved: [] }]);
  });

  test('a renamed file in the same language is compared', () => {
    expect(countChanges([file('b.ts', text(one), text(one), 'a.js')])).toEqual([{ added: 0, removed: 0, moved: [] }]);
  });
});

describe('files of 50,000 lines', () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => `call${at % 700}(${at}, "text ${at}");`);

  test('counts scattered changes exactly', () => {
    const after = lines.map((line, at) => (at % 1000 === 7 ? line.replace('call', 'other') : line));
    expect(counts('a.js', lines.join('\n'), after.join('\n'))).toEqual({ added: 50, removed: 50, moved: [] });
  });

  test('counts 0 for other formatting', () => {
    const after = lines.map((line) => line.replace('(', '(\n  ').replace(', "', ",\n  '").replace('");', "',\n)"));
    const [half, rest] = [after.slice(0, 12_000), lines.slice(0, 12_000)];
    expect(counts('a.js', rest.join('\n'), half.join('\n'))).toEqual({ added: 0, removed: 0, moved: [] });
    expect(counts('a.js', lines.join('\n'), lines.join(' '))).toEqual({ added: 0, removed: 0, moved: [] });
  });

  test('counts one change among equal lines', () => {
    const same = new Array(50_000).fill('a();');
    const after = same.with(25_000, 'b();');
    expect(counts('a.js', same.join('\n'), after.join('\n'))).toEqual({ added: 1, removed: 1, moved: [] });
    expect(counts('a.js', same.join('\n'), same.slice(0, 30_000).join('\n'))).toEqual({ added: 0, removed: 20_000, moved: [] });
  });

  test('counts moved lines once although all of them are equal', () => {
    const same = new Array(20_000).fill('a(b, c);').join('\n');
    const [from, to] = countChanges([file('a.js', same, null), file('b.js', null, same)]);
    expect(from).toEqual({ added: 0, removed: 20_000, moved: [{ path: 'b.js', lines: 20_000 }] });
    expect(to).toEqual({ added: 20_000, removed: 0, moved: [] });
  });
});

describe('hostile texts', () => {
  const paths = ['a.js', 'a.tsx', 'a.py', 'a.rs', 'a.go', 'A.java', 'a.cpp', 'A.cs', 'a.rb', 'a.php', 'a.json', 'a.css'];
  const parts = [
    ...['(', ')', '[', ']', '{', '}', '"', "'", '`', '"""', '${', '#{', '{$', '/*', '*/', '//', '#', '<<A', '<<~A\n', '<<<A\n'],
    ...[
      '\\',
      '\n',
      ' ',
      '\t',
      ',',
      ';',
      ':',
      '=',
      '=>',
      '|',
      '<',
      '>',
      '</',
      '/>',
      '/',
      '?',
      '%w[',
      '<?php ',
      '?>',
      '@',
      '$',
      '-',
    ],
    ...[
      'a',
      'if',
      'for',
      'in',
      'new',
      'return',
      'class',
      'lambda',
      'f"',
      'r#"',
      'R"(',
      '@"',
      '$"',
      '0x',
      '1.',
      '=begin\n',
      '#if',
      '\xe9',
    ],
  ];

  test.each(paths)('%s is read or left out, and equal to itself', (path) => {
    const source = fc.array(fc.constantFrom(...parts), { maxLength: 60 }).map((drawn) => drawn.join(''));
    fc.assert(
      fc.property(source, (drawn) => {
        const result = counts(path, drawn, drawn);
        if (result !== null) expect(result).toEqual({ added: 0, removed: 0, moved: [] });
      }),
      { numRuns: 500 },
    );
  });

  test.each(paths)('%s with 10,000 equal parts is read or left out, and equal to itself', (path) => {
    for (const part of parts) {
      const drawn = (path === 'a.php' ? '<?php ' : '') + part.repeat(10_000);
      const result = counts(path, drawn, drawn);
      if (result !== null) expect(result).toEqual({ added: 0, removed: 0, moved: [] });
    }
  });
});
