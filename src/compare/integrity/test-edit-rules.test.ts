import { describe, expect, test } from 'vitest';
import { alarms, type Change, evidenceOf } from '../../../test/evidence-builder.ts';

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

describe('forged_results', () => {
  check([
    ['TAP', { 'src/a.js': ["+console.log('ok 1 - adds');"] }, ['error forged_results src/a.js']],
    [
      'through a name',
      { 'test/a.js': ["+const line = 'ok 1 - adds';", '+fs.writeSync(1, line);'] },
      ['error forged_results test/a.js'],
    ],
    ['pytest', { 'conftest.py': ['+    print("===== 27 passed in 0.10s =====")'] }, ['error forged_results conftest.py']],
    ['cargo', { 'src/lib.rs': ['+    println!("test result: ok. 4 passed; 0 failed");'] }, ['error forged_results src/lib.rs']],
    ['Go', { 'a.go': ['+\tfmt.Println("--- PASS: TestA (0.00s)")'] }, ['error forged_results a.go']],
    ['unittest', { 'src/a.py': ['+sys.stderr.write("Ran 23 tests in 0.002s")'] }, ['error forged_results src/a.py']],
    ['honest: a README', { 'README.md': ['+`5 passed`, says "5 passed in 1s"'] }, []],
    ['honest: a comment', { 'src/a.js': ["+// prints 'ok 1 - x'"] }, []],
    [
      'honest: a reader of results and its test',
      { 'test/a.test.js': ["+assert.equal(read('3 passed, 1 failed').passed, 3);"] },
      [],
    ],
    ['honest: a runner that counts', { 'src/a.js': ['+console.log(count + " passed");'] }, []],
    ['honest: a status', { 'src/a.js': ["+console.log('HTTP ok 200');", "+console.log('all tests passed');"] }, []],
  ]);
});

describe('early_exit', () => {
  check([
    ['a test file', { 'test/a.test.js': ['+  process.exit(0);'] }, ['error early_exit test/a.test.js']],
    ['conftest', { 'conftest.py': ['+os._exit(0)'] }, ['error early_exit conftest.py']],
    ['Go', { 'a_test.go': ['+\tos.Exit(0)'] }, ['error early_exit a_test.go']],
    ['code that runs when it is loaded', { 'src/a.py': ['+sys.exit(0)'] }, ['warning early_exit src/a.py']],
    ['a hard end anywhere', { 'src/a.js': ['+  process.exitCode = 0;'] }, ['warning early_exit src/a.js']],
    ['honest: a command line', { 'src/cli.ts': ['+process.exit(0);'], 'cmd/x/main.go': ['+\tos.Exit(0)'] }, []],
    ['honest: a package that can be run', { 'pkg/__main__.py': ['+sys.exit(0)'] }, []],
    ['honest: a function of a program', { 'src/shutdown.js': ['+  process.exit(0);'], 'pkg/a.py': ['+        sys.exit(0)'] }, []],
    ['honest: a program in a string', { 'tests/test_a.py': ['+    run([python, "-c", "import sys; sys.exit(0)"])'] }, []],
    ['honest: it was there', { 'src/a.py': ['-sys.exit(0)', '+sys.exit(0)  # done'] }, []],
    ['honest: a failure', { 'test/a.test.js': ['+process.exit(1);'] }, []],
  ]);
});

describe('equality_overridden', () => {
  check([
    ['Python', { 'src/a.py': ['+    def __eq__(self, other):', '+        return True'] }, ['error equality_overridden src/a.py']],
    ['Python, in one line', { 'src/a.py': ['+    def __eq__(self, o): return True'] }, ['error equality_overridden src/a.py']],
    [
      'Java',
      { 'src/A.java': ['+  public boolean equals(Object o) {', '+    return true;'] },
      ['error equality_overridden src/A.java'],
    ],
    ['Rust', { 'src/a.rs': ['+    fn eq(&self, _: &Self) -> bool {', '+        true'] }, ['error equality_overridden src/a.rs']],
    ['assert', { 'src/a.js': ['+assert.equal = () => {};'] }, ['error equality_overridden src/a.js']],
    [
      'assert, to something else',
      { 'src/a.js': ['+assert.equal = function loose(a, b) {'] },
      ['warning equality_overridden src/a.js'],
    ],
    ['C', { 'src/a.h': ['+#define assert(x) ((void)0)'] }, ['error equality_overridden src/a.h']],
    ['honest: fields are compared', { 'src/a.py': ['+    def __eq__(self, other):', '+        return self.x == other.x'] }, []],
    [
      'honest: a kind is looked at first',
      { 'src/A.java': ['+  public boolean equals(Object o) {', '+    if (this == o) {', '+      return true;', '+    }'] },
      [],
    ],
    ['honest: a name', { 'tests/test_a.py': ['+    expect = 5', '+    # define assertions', '+    assert f() == expect'] }, []],
    ['honest: a harness of its own', { 'new:test/t.c': ['+#define CHECK(x) if (!(x)) fail()'] }, []],
  ]);
});

describe('runner_hooked', () => {
  check([
    ['pytest', { 'conftest.py': ['+def pytest_runtest_makereport(item, call):'] }, ['warning runner_hooked conftest.py']],
    [
      'leaving tests out',
      { 'conftest.py': ['+def pytest_collection_modifyitems(items):'] },
      ['warning runner_hooked conftest.py'],
    ],
    [
      'a setup file',
      { 'vitest.setup.ts': ["+process.on('uncaughtException', () => {});"] },
      ['warning runner_hooked vitest.setup.ts', 'warning checks_loosened vitest.setup.ts'],
    ],
    [
      'the exit code',
      { 'test/a.js': ["+process.on('exit', () => process.reallyExit(0));"] },
      ['error early_exit test/a.js', 'warning runner_hooked test/a.js'],
    ],
    [
      'unittest',
      { 'tests/__init__.py': ['+def load_tests(loader, tests, pattern):'] },
      ['warning runner_hooked tests/__init__.py'],
    ],
    [
      'honest: a marker',
      { 'conftest.py': ['+def pytest_configure(config):', '+    config.addinivalue_line("markers", "slow")'] },
      [],
    ],
    ['honest: clearing up', { 'test/a.js': ["+process.on('exit', () => rmSync(folder));"] }, []],
    ['honest: a plugin is the product', { 'src/plugin.py': ['+def pytest_runtest_makereport(item, call):'] }, []],
  ]);
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
