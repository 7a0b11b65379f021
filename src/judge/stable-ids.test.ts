import { expect, test } from 'vitest';
import { SCHEMA_VERSION, type TestSummary } from '../contract/index.ts';
import { withStableIds } from './stable-ids.ts';

function idsOf(...ids: string[]): string[] {
  const tests = ids.map((id) => ({ id, status: 'passed' as const }));
  const counts = { passed: tests.length, failed: 0, skipped: 0, total: tests.length };
  const common = { schema_version: SCHEMA_VERSION, kind: 'test', parser: 'cargo-test', precision: 'exact', notes: [] } as const;
  const summary: TestSummary = { ...common, notes: [], ...counts, tests };
  return withStableIds(summary).tests.map(({ id }) => id);
}

test('removes line numbers and numbers the tests of one item by their lines', () => {
  expect(
    idsOf(
      'lib src/lib.rs > tests::a',
      'lib doc-tests > src/lib.rs - f (line 30)',
      'lib doc-tests > src/lib.rs - f (line 12)',
      'lib doc-tests > src/lib.rs - (line 3) - compile fail',
      'lib doc-tests > src/lib.rs - g (line 40) - compile',
    ),
  ).toEqual([
    'lib src/lib.rs > tests::a',
    'lib doc-tests > src/lib.rs - f #2',
    'lib doc-tests > src/lib.rs - f',
    'lib doc-tests > src/lib.rs - - compile fail',
    'lib doc-tests > src/lib.rs - g - compile',
  ]);
});

test('gives the same ids when lines move', () => {
  const [before, after] = [idsOf('x - f (line 9)', 'x - f (line 10)'), idsOf('x - f (line 10)', 'x - f (line 11)')];
  expect(after).toEqual(before);
});

test('removes the numbers that minitest gives to the examples of a spec', () => {
  expect(idsOf('Rack::Static#test_0002_serves files', 'Rack::Static#test_0003_serves files', 'TestX#test_2024_report')).toEqual([
    'Rack::Static#test_serves files',
    'Rack::Static#test_serves files #2',
    'TestX#test_report',
  ]);
});

test.each([
  [
    'an example of RSpec without a description',
    'Cart example at ./spec/cart_spec.rb:3',
    'Cart example at ./spec/cart_spec.rb:9',
    'Cart example at ./spec/cart_spec.rb',
  ],
  [
    'a documentation test of ExUnit',
    'Cart: doctest Cart.total/1 (2)',
    'Cart: doctest Cart.total/1 (5)',
    'Cart: doctest Cart.total/1',
  ],
])('%s keeps its name when others are added above it', (_, before, after, name) => {
  const named = (id: string) => withStableIds({ tests: [{ id, status: 'passed' }] } as unknown as TestSummary).tests[0]?.id;
  expect([named(before), named(after)]).toEqual([name, name]);
});
