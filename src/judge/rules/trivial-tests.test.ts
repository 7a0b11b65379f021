import { accepts, reports } from '../../../test/evidence-builder.ts';

reports([
  ['assert.ok(true)', { 'test/a.test.js': ['+assert.ok(true);'] }, ['warning trivial_tests test/a.test.js']],
  [
    'a number compared with itself in Jest',
    { 'test/a.test.js': ['+expect(1).toBe(1);'] },
    ['warning trivial_tests test/a.test.js'],
  ],
  ['a variable compared with itself', { 'test/a.test.js': ['+assert.equal(x, x);'] }, ['warning trivial_tests test/a.test.js']],
  ['equal numbers in Python', { 'tests/test_a.py': ['+    assert 1 == 1'] }, ['warning trivial_tests tests/test_a.py']],
  ['equal numbers in Rust', { 'tests/a.rs': ['+    assert_eq!(2, 2);'] }, ['warning trivial_tests tests/a.rs']],
]);

accepts([
  ['two different names', { 'test/a.test.js': ['+assert.equal(x, y);', '+expect(1).toBe(n);'] }],
  ['two different numbers', { 'test/a.test.js': ['+expect(1).toBe(2);'], 'tests/a.rs': ['+    assert_eq!(2, 3);'] }],
  [
    'one trivial assertion among others',
    { 'tests/test_a.py': ['+    assert f(1) == 2', '+    assert f(2) == 3', '+    assert True'] },
  ],
  ['a call that must return true', { 'tests/a.rs': ['+    assert_eq!(is_even(2), true);'] }],
]);
