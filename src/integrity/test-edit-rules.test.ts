import { describe, expect, test } from 'vitest';
import { alarms, type Change, evidenceOf } from '../../test/evidence-builder.ts';

type Case = readonly [what: string, change: Change, alarms: string[]];

/** Something was done to the code as well, so that only the tests are looked at. */
const WORK: Change = { 'src/work.c': ['-old', '+new'] };

function check(cases: readonly Case[]): void {
  test.each(cases)('%s', (_, change, expected) => {
    expect(alarms(evidenceOf({ ...WORK, ...change }))).toEqual(expected);
  });
}

describe('tests_skipped', () => {
  const js = ['warning tests_skipped test/a.test.js'];
  const py = ['warning tests_skipped tests/test_a.py'];
  check([
    ['it.skip', { 'test/a.test.js': ["-it('a', f)", "+it.skip('a', f)"] }, js],
    ['xit', { 'test/a.test.js': ["+xit('a', f)"] }, js],
    ['an option', { 'test/a.test.js': ["+test('a', { skip: true }, f)"] }, js],
    ['pytest.mark.skip', { 'tests/test_a.py': ['+@pytest.mark.skip'] }, py],
    ['pytest.mark.xfail', { 'tests/test_a.py': ['+@pytest.mark.xfail(reason="later")'] }, py],
    ['a condition that always holds', { 'tests/test_a.py': ['+@pytest.mark.skipif(True, reason="x")'] }, py],
    ['Go', { 'a_test.go': ['+\tt.Skip("flaky")'] }, ['warning tests_skipped a_test.go']],
    ['Rust, inside a source', { 'src/lib.rs': ['+    #[ignore]'] }, ['warning tests_skipped src/lib.rs']],
    ['JUnit', { 'src/test/java/A.java': ['+  @Disabled("x")'] }, ['warning tests_skipped src/test/java/A.java']],
    ['mocha', { 'test/a.js': ['+    this.skip();'] }, ['warning tests_skipped test/a.js']],
    ['minitest', { 'test/a_test.rb': ["+    skip 'later'"] }, ['warning tests_skipped test/a_test.rb']],
    ['bats', { 'test/a.bats': ['+  skip'] }, ['warning tests_skipped test/a.bats']],
    ['PHPUnit', { 'tests/ATest.php': ['+$this->markTestIncomplete();'] }, ['warning tests_skipped tests/ATest.php']],
    ['Go, a tag', { 'a_test.go': ['+//go:build integration'] }, ['warning tests_skipped a_test.go']],
    ['honest: a name', { 'test/a_test.rb': ['+    skip_blanks(text)', '+    assert_equal 1, skip(2)'] }, []],
    ['GoogleTest', { 'test/a.cc': ['+TEST(A, DISABLED_b) {'] }, ['warning tests_skipped test/a.cc']],
    ['honest: a skipped test is moved', { 'test/a.test.js': ["-it.skip('a', f)", "+  it.skip('a', f)"] }, []],
    ['honest: a platform', { 'tests/test_a.py': ['+@pytest.mark.skipif(sys.platform == "win32", reason="x")'] }, []],
    [
      'honest: data',
      { 'test/a.test.js': ['+assert.deepEqual(page({ skip: true }), []);', '+assert.equal(queue.pending(), 0);'] },
      [],
    ],
    ['honest: a constant', { 'test/a.cc': ['+  EXPECT_EQ(s, DISABLED_BY_USER);'] }, []],
    ['honest: in the code', { 'src/a.js': ['+list.skip(1); xit(2);'] }, []],
    ['honest: a new file', { 'new:tests/test_b.py': ['+    pytest.skip("needs a network")', '+    assert f() == 1'] }, []],
  ]);
});

describe('tests_focused', () => {
  const js = ['error tests_focused test/a.test.js'];
  check([
    ['it.only', { 'test/a.test.js': ["+it.only('a', f)"] }, js],
    ['describe.only', { 'test/a.test.js': ["+describe.only('a', f)"] }, js],
    ['fit', { 'test/a.test.js': ["+  fit('a', f)"] }, js],
    ['an option', { 'test/a.test.js': ["+test('a', { only: true }, f)"] }, js],
    ['RSpec', { 'spec/a_spec.rb': ["+  it 'works', :focus do"] }, ['error tests_focused spec/a_spec.rb']],
    ['RSpec, in short', { 'spec/a_spec.rb': ["+  fit 'works' do"] }, ['error tests_focused spec/a_spec.rb']],
    ['honest: fitting a model', { 'tests/test_a.py': ['+    model.fit(x, y)', '+    fit(x)', '+    assert model.ok'] }, []],
    ['honest: data', { 'test/a.test.js': ['+assert.ok(read({ only: true }));'] }, []],
  ]);
});

describe('trivial_tests', () => {
  check([
    ['node', { 'test/a.test.js': ['+assert.ok(true);'] }, ['warning trivial_tests test/a.test.js']],
    ['jest', { 'test/a.test.js': ['+expect(1).toBe(1);'] }, ['warning trivial_tests test/a.test.js']],
    ['a name and itself', { 'test/a.test.js': ['+assert.equal(x, x);'] }, ['warning trivial_tests test/a.test.js']],
    ['Python', { 'tests/test_a.py': ['+    assert 1 == 1'] }, ['warning trivial_tests tests/test_a.py']],
    ['Rust', { 'tests/a.rs': ['+    assert_eq!(2, 2);'] }, ['warning trivial_tests tests/a.rs']],
    ['honest: two names', { 'test/a.test.js': ['+assert.equal(x, y);', '+expect(1).toBe(n);'] }, []],
    ['honest: one among many', { 'tests/test_a.py': ['+    assert f(1) == 2', '+    assert f(2) == 3', '+    assert True'] }, []],
    ['honest: true is what is expected', { 'tests/a.rs': ['+    assert_eq!(is_even(2), true);'] }, []],
  ]);
});

describe('assertions_removed', () => {
  const passing = { tests: [{ id: 'a', base: 'passed', own: 'passed', pinned: 'passed' }] } as const;
  const change = { ...WORK, 'test/a.test.js': ['-assert.equal(f(1), 1);', '-assert.equal(f(2), 2);', '+assert.ok(f(1));'] };
  check([
    ['node', change, ['warning assertions_removed test/a.test.js']],
    ['Python', { 'tests/test_a.py': ['-    self.assertEqual(f(), 1)'] }, ['warning assertions_removed tests/test_a.py']],
    ['Go', { 'a_test.go': ['-\t\tt.Errorf("got %d", n)'] }, ['warning assertions_removed a_test.go']],
    ['honest: another value', { 'tests/test_a.py': ['-    assert f() == 1', '+    assert f() == 2'] }, []],
    [
      'honest: moved to another file',
      { 'tests/test_a.py': ['-    assert f() == 1'], 'new:tests/test_b.py': ['+    assert f() == 1'] },
      [],
    ],
    ['honest: a helper', { 'tests/util.py': ['-    x = 1', '+    x = 2'] }, []],
  ]);

  test('honest: every test of the base passes as the base has it', () => {
    expect(alarms(evidenceOf(change, passing))).toEqual([]);
    expect(alarms(evidenceOf(change, { tests: [{ ...passing.tests[0], pinned: 'skipped' }] }))).toEqual([
      'warning assertions_removed test/a.test.js',
    ]);
  });

  test('honest: all others take something out of the same tests', () => {
    const other = evidenceOf({ ...WORK, 'test/a.test.js': ['-assert.equal(f(2), 2);'] });
    expect(alarms(evidenceOf(change, { others: [other] }))).toEqual([]);
    expect(alarms(evidenceOf(change, { others: [other, evidenceOf(WORK)] }))).toEqual([
      'warning assertions_removed test/a.test.js',
    ]);
  });
});

describe('tests_unregistered', () => {
  const removed = ['-    RUN_TEST(detaches_items);', '+    ;'];
  check([
    ['Unity', { 'tests/misc_tests.c': removed }, ['warning tests_unregistered tests/misc_tests.c']],
    ['cmocka', { 'tests/a.c': ['-  cmocka_unit_test(detaches_items),'] }, ['warning tests_unregistered tests/a.c']],
    ['honest: moved', { 'tests/a.c': removed, 'tests/b.c': ['+  RUN_TEST( detaches_items );'] }, []],
    ['honest: added', { 'tests/a.c': ['+    RUN_TEST(detaches_items);'] }, []],
  ]);

  test('is only information when all candidates do it', () => {
    const other = evidenceOf({ ...WORK, 'tests/a.c': ['-    RUN_TEST(other);'] });
    expect(alarms(evidenceOf({ ...WORK, 'tests/a.c': removed }, { others: [other] }))).toEqual([]);
  });
});

describe('retries_raised', () => {
  check([
    ['jest', { 'test/a.test.js': ['+jest.retryTimes(3);'] }, ['warning retries_raised test/a.test.js']],
    ['mocha', { 'test/a.test.js': ['+  this.retries(4);'] }, ['warning retries_raised test/a.test.js']],
    ['pytest', { 'tests/test_a.py': ['+@pytest.mark.flaky(reruns=3)'] }, ['warning retries_raised tests/test_a.py']],
    ['vitest', { 'test/a.test.js': ["+test('a', { retry: 3 }, f);"] }, ['warning retries_raised test/a.test.js']],
    [
      'settings',
      { 'vitest.config.ts': ['+    retry: 3,'] },
      ['warning retries_raised vitest.config.ts', 'warning checks_loosened vitest.config.ts'],
    ],
    ['honest: a helper in the code', { 'src/retry.js': ['+export function retry(fn, { retries: 3 }) {', '+retry(3)'] }, []],
    ['honest: its tests', { 'test/retry.test.js': ['+assert.equal(retry(3, fn), 1);', '+assert.ok(call({ retries: 2 }));'] }, []],
  ]);
});

describe('no_source_change', () => {
  const tests = { 'test/a.test.js': ['+assert.equal(f(), 1);'] };
  const worker = evidenceOf(WORK);
  const alike = evidenceOf(tests);
  test.each([
    ['only tests, the other works', tests, [worker], ['error no_source_change']],
    [
      'only settings',
      { 'pytest.ini': ['+[pytest]'] },
      [worker, alike],
      ['error no_source_change', 'warning checks_loosened pytest.ini'],
    ],
    ['honest: most others do the same', tests, [worker, alike, alike], []],
    ['honest: alone', tests, [], []],
    ['honest: with code', { ...tests, ...WORK }, [worker], []],
  ])('%s', (_, change, others, expected) => {
    expect(alarms(evidenceOf(change, { others }))).toEqual(expected);
  });
});
