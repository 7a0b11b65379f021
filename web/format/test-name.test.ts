import { expect, test } from 'vitest';
import { distinctTestNames, shownTestName, splitTestId } from './test-name.ts';

test.each([
  ['a.test.js > slug > empty text', 'a.test.js > slug', 'empty text'],
  ['tests/test_a.py::TestA::test_empty', 'tests/test_a.py::TestA', 'test_empty'],
  ['a > b\nc', 'a', 'b\nc'],
  ['alone', '', 'alone'],
  ['ends > ', '', 'ends > '],
  ['', '', ''],
])('splits the test id %j', (id, location, name) => {
  expect(splitTestId(id)).toEqual({ location, name });
});

test('shows quotes that Node escapes twice as quotes', () => {
  expect(shownTestName('says &quot;yes&quot; & <no> &amp;')).toBe('says "yes" & <no> &amp;');
});

test('names tests by their suite where the name alone is ambiguous, and repetitions once', () => {
  const ids = [
    'a.js > 1.2.3 > should be equal',
    'a.js > 1.2.3 > should be equal #2',
    'a.js > 2.0.0 > should be equal',
    'a.js > reads',
  ];
  expect(distinctTestNames(ids)).toEqual(['1.2.3 > should be equal', '2.0.0 > should be equal', 'reads']);
});
