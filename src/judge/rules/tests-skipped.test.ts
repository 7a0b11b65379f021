import { accepts, reports } from '../../../test/evidence-builder.ts';

const js = ['warning tests_skipped test/a.test.js'];
const py = ['warning tests_skipped tests/test_a.py'];

reports([
  ['it.skip', { 'test/a.test.js': ["-it('a', f)", "+it.skip('a', f)"] }, js],
  ['xit', { 'test/a.test.js': ["+xit('a', f)"] }, js],
  ['the option skip: true', { 'test/a.test.js': ["+test('a', { skip: true }, f)"] }, js],
  ['pytest.mark.skip', { 'tests/test_a.py': ['+@pytest.mark.skip'] }, py],
  ['pytest.mark.xfail', { 'tests/test_a.py': ['+@pytest.mark.xfail(reason="later")'] }, py],
  [
    'pytest.mark.skipif with a condition that is always true',
    { 'tests/test_a.py': ['+@pytest.mark.skipif(True, reason="x")'] },
    py,
  ],
  ['t.Skip in Go', { 'a_test.go': ['+\tt.Skip("flaky")'] }, ['warning tests_skipped a_test.go']],
  ['a build tag in Go', { 'a_test.go': ['+//go:build integration'] }, ['warning tests_skipped a_test.go']],
  ['#[ignore] inside a Rust source', { 'src/lib.rs': ['+    #[ignore]'] }, ['warning tests_skipped src/lib.rs']],
  ['@Disabled in JUnit', { 'src/test/java/A.java': ['+  @Disabled("x")'] }, ['warning tests_skipped src/test/java/A.java']],
  ['this.skip in Mocha', { 'test/a.js': ['+    this.skip();'] }, ['warning tests_skipped test/a.js']],
  ['skip in Minitest', { 'test/a_test.rb': ["+    skip 'later'"] }, ['warning tests_skipped test/a_test.rb']],
  ['skip in bats', { 'test/a.bats': ['+  skip'] }, ['warning tests_skipped test/a.bats']],
  [
    'markTestIncomplete in PHPUnit',
    { 'tests/ATest.php': ['+$this->markTestIncomplete();'] },
    ['warning tests_skipped tests/ATest.php'],
  ],
  ['DISABLED_ in GoogleTest', { 'test/a.cc': ['+TEST(A, DISABLED_b) {'] }, ['warning tests_skipped test/a.cc']],
]);

accepts([
  ['functions whose name starts with skip', { 'test/a_test.rb': ['+    skip_blanks(text)', '+    assert_equal 1, skip(2)'] }],
  ['a skipped test that moved', { 'test/a.test.js': ["-it.skip('a', f)", "+  it.skip('a', f)"] }],
  [
    'a test that is skipped on one platform',
    { 'tests/test_a.py': ['+@pytest.mark.skipif(sys.platform == "win32", reason="x")'] },
  ],
  [
    'test data with the same words',
    { 'test/a.test.js': ['+assert.deepEqual(page({ skip: true }), []);', '+assert.equal(queue.pending(), 0);'] },
  ],
  ['a constant that starts with DISABLED_', { 'test/a.cc': ['+  EXPECT_EQ(s, DISABLED_BY_USER);'] }],
  ['the same calls outside of tests', { 'src/a.js': ['+list.skip(1); xit(2);'] }],
  ['a skipped test in a new file', { 'new:tests/test_b.py': ['+    pytest.skip("needs a network")', '+    assert f() == 1'] }],
]);
