import { expect, test } from 'vitest';
import { type CompilerTotals, compilerTotals } from './compiler-totals.ts';

function read(lines: readonly string[]): CompilerTotals | null {
  return lines.reduce<CompilerTotals | null>((above, line, index) => compilerTotals(line, index + 1, above), null);
}

test('javac prints errors and warnings on separate lines', () => {
  expect(read(['2 errors', '1 warning'])).toMatchObject({ style: 'javac', errors: 2, warnings: 1, firstLine: 1, lastLine: 2 });
  expect(read(['3 warnings'])).toMatchObject({ errors: 0, warnings: 3, firstLine: 1 });
});

test('javac prints the full number below when it shows only 100', () => {
  const more = 'only showing the first 100 errors, of 250 total; use -Xmaxerrs if you would like to see more';
  expect(read(['100 errors', '4 warnings', more])).toMatchObject({ errors: 250, warnings: 4, lastLine: 3 });
});

test('clang prints one sentence', () => {
  expect(read(['2 warnings and 1 error generated.'])).toMatchObject({ style: 'clang', errors: 1, warnings: 2 });
  expect(read(['1 warning generated.'])).toMatchObject({ errors: 0, warnings: 1 });
  expect(read(['20 errors generated.'])).toMatchObject({ errors: 20, warnings: 0 });
});

test('totals that are not right below others belong to another run', () => {
  expect(compilerTotals('1 error', 9, read(['2 errors']))).toMatchObject({ errors: 1, firstLine: 9 });
});

test('rejects other lines', () => {
  for (const line of ['2 errors found', 'with 2 errors', ' 2 errors', 'code was generated.']) expect(read([line])).toBeNull();
});
