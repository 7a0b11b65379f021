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
    ['a line of TAP in pieces', { 'src/a.c': ['+  printf("%s %d - %s\\n", "ok", i, name);'] }, ['error forged_results src/a.c']],
    ['honest: a format', { 'src/a.c': ['+  printf("%s %d - %s\\n", name, from, to);'] }, []],
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
    ['Ruby', { 'lib/a.rb': ['+  at_exit { exit!(0) }'] }, ['warning early_exit lib/a.rb']],
    ['PHP', { 'src/A.php': ['+register_shutdown_function(function () {', '+    exit(0);'] }, ['warning early_exit src/A.php']],
    [
      'Java, in a library',
      { 'src/main/java/app/A.java': ['+  static {', '+    Runtime.getRuntime().halt(0);'] },
      ['warning early_exit src/main/java/app/A.java'],
    ],
    ['Go, when it is loaded', { 'a.go': ['+func init() {', '+\tos.Exit(0)'] }, ['warning early_exit a.go']],
    ['C, at the end', { 'a.c': ['+    _Exit(0);'] }, ['warning early_exit a.c']],
    ['honest: a program', { 'cmd/a.go': ['+func init() {', '+\tos.Exit(0)'] }, []],
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
    [
      'assert, all of it',
      { 'src/a.js': ['+for (const n of names) assert[n] = () => {};'] },
      ['error equality_overridden src/a.js'],
    ],
    [
      'a matcher',
      { 'lib/env.js': ['+expect.extend({', '+  toBe() {', '+    return { pass: true };'] },
      ['error equality_overridden lib/env.js'],
    ],
    [
      'minitest',
      { 'lib/a.rb': ['+    def assert_equal(exp, act, msg = nil)', '+      true'] },
      ['error equality_overridden lib/a.rb'],
    ],
    ['a macro of Rust', { 'src/a.rs': ['+macro_rules! assert_eq {'] }, ['warning equality_overridden src/a.rs']],
    [
      'only the body is new, after a parameter that is not used',
      {
        'src/a.rs': [
          '     fn eq(&self, other: &Self) -> bool {',
          '-        self.a == other.a',
          '+        let _ = other;',
          '+        true',
        ],
      },
      ['error equality_overridden src/a.rs'],
    ],
    [
      'all objects of a class',
      { 'src/a.py': ['+    def __eq__(self, other):', '+        return isinstance(other, int)'] },
      ['warning equality_overridden src/a.py'],
    ],
    ['by a helper', { 'src/a.js': ["+Reflect.set(assert, 'equal', f);"] }, ['warning equality_overridden src/a.js']],
    ['honest: a comment', { 'src/a.js': ['+// assert.equal = () => {};', '+/*', '+assert.equal = () => {};', '+*/'] }, []],
    [
      'honest: a matcher of its own',
      { 'test/env.js': ['+expect.extend({', '+  toBeEven(n) {', '+    return { pass: n % 2 === 0 };'] },
      [],
    ],
    ['honest: a helper', { 'test/a_test.rb': ['+  def assert_valid(text)', '+    assert_equal 1, f(text)'] }, []],
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
    [
      'RSpec',
      { 'spec/spec_helper.rb': ['+  config.filter_run_excluding slow: true'] },
      ['warning runner_hooked spec/spec_helper.rb'],
    ],
    [
      'pytest itself',
      { 'src/a.py': ['+_pytest.python.Function.runtest = lambda self: None'] },
      ['warning runner_hooked src/a.py'],
    ],
    ['mocha itself', { 'src/a.js': ['+Runnable.prototype.run = function (done) {'] }, ['warning runner_hooked src/a.js']],
    ['minitest itself', { 'lib/a.rb': ['+module Minitest'] }, ['warning runner_hooked lib/a.rb']],
    ['honest: a text', { 'docs/a.md': ['+module Minitest'] }, []],
  ]);
});
