import { expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

const FIRST = ['running 1 test', 'test tests::works ... ok', '', 'test result: ok. 1 passed; 0 failed; 0 ignored', ''];
const SECOND = ['running 1 test', 'test tests::works ... FAILED', '', 'test result: FAILED. 0 passed; 1 failed; 0 ignored', ''];
const HEADERS = [
  '     Running unittests src/lib.rs (target/debug/deps/anchor-0123456789abcdef)',
  '     Running unittests src/lib.rs (target/debug/deps/buoy-0123456789abcdef)',
];

function testsIn(lines: readonly string[]) {
  const parser = openOutputParser({ kind: 'test', command: null });
  parser.push(Buffer.from(`${lines.join('\n')}\n`));
  return parser.end(101).tests;
}

const NAMED = [
  { id: 'anchor src/lib.rs > tests::works', status: 'passed' },
  { id: 'buoy src/lib.rs > tests::works', status: 'failed' },
];

test.each([
  ['between the results', [HEADERS[0] ?? '', '', ...FIRST, HEADERS[1] ?? '', '', ...SECOND]],
  ['after all results', [...FIRST, ...SECOND, ...HEADERS]],
  ['before all results', [...HEADERS, ...FIRST, ...SECOND]],
])("names the binaries when cargo's lines come %s", (_, lines) => {
  expect(testsIn(lines)).toEqual(NAMED);
});

test('names no binary when some of them show no tests', () => {
  const other = '     Running tests/custom.rs (target/debug/deps/custom-0123456789abcdef)';
  const ids = testsIn([...FIRST, ...SECOND, ...HEADERS, other]).map(({ id }) => id);
  expect(ids).toEqual(['tests::works', 'tests::works #2']);
});
