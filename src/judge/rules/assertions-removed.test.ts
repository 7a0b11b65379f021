import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';
import type { TestView } from '../integrity/evidence.ts';

const passing: TestView = { id: 'a', base: 'passed', own: 'passed', pinned: 'passed' };
const change = { 'test/a.test.js': ['-assert.equal(f(1), 1);', '-assert.equal(f(2), 2);', '+assert.ok(f(1));'] };
const found = ['warning assertions_removed test/a.test.js'];
const alsoRemoves = { 'test/a.test.js': ['-assert.equal(f(2), 2);'] };

reports([
  ['fewer assertions in JavaScript', change, found],
  [
    'fewer assertions in Python',
    { 'tests/test_a.py': ['-    self.assertEqual(f(), 1)'] },
    ['warning assertions_removed tests/test_a.py'],
  ],
  ['fewer assertions in Go', { 'a_test.go': ['-\t\tt.Errorf("got %d", n)'] }, ['warning assertions_removed a_test.go']],
  [
    'fewer assertions if a test of the base is skipped when pinned',
    change,
    found,
    { tests: [{ ...passing, pinned: 'skipped' }] },
  ],
  ['fewer assertions if one other candidate keeps them', change, found, othersWith(alsoRemoves, {})],
]);

accepts([
  ['another expected value', { 'tests/test_a.py': ['-    assert f() == 1', '+    assert f() == 2'] }],
  [
    'assertions that moved to another file',
    { 'tests/test_a.py': ['-    assert f() == 1'], 'new:tests/test_b.py': ['+    assert f() == 1'] },
  ],
  ['changes without assertions', { 'tests/util.py': ['-    x = 1', '+    x = 2'] }],
  ['fewer assertions if the base’s version of every test passes', change, { tests: [passing] }],
  ['fewer assertions if every other candidate removes lines from the file', change, othersWith(alsoRemoves)],
]);
