import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

const SEVERAL = readFileSync(new URL('../../../../test/fixtures/parse/gcc-json/several.txt', import.meta.url), 'utf8');

function read(log: string) {
  const parser = openOutputParser({ kind: 'lint', command: null });
  parser.push(Buffer.from(log));
  return parser.end(null);
}

test('reads the lists of gcc 14, which span several lines', () => {
  expect(read(SEVERAL.replaceAll(/, "(?=kind|locations|option|children|message)/g, ',\n  "'))).toEqual(read(SEVERAL));
});

test('a truncated list makes the lists before it inconsistent', () => {
  const cut = SEVERAL.slice(0, SEVERAL.indexOf('[{"kind": "error"') + 100);
  expect(read(cut)).toMatchObject({ parser: 'gcc-json', precision: 'inconsistent', errors: 0, warnings: 3 });
  expect(read(cut.replaceAll(', "message"', ',\n  "message"'))).toMatchObject({ precision: 'inconsistent', warnings: 3 });
});
