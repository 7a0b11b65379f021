import { expect, test } from 'vitest';
import { shownTestName, splitTestId } from './test-name.ts';

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
