import { expect, test } from 'vitest';
import { findLoadError } from './parsers.ts';

// From real runs, shortened; those of ts-jest and Maven follow their documented form.
test.each([
  [
    'pytest',
    "==== ERRORS ====\n___ ERROR collecting tests/test_m.py ___\ntests/test_m.py:1: in <module>\n    import m\nE   ModuleNotFoundError: No module named 'nosuch'\n!!! Interrupted: 1 error during collection !!!",
    "ModuleNotFoundError: No module named 'nosuch'",
  ],
  [
    'unittest',
    "ERROR: test_a (unittest.loader._FailedTest)\n----\nImportError: Failed to import test module: test_a\nTraceback (most recent call last):\nModuleNotFoundError: No module named 'nosuch'\n",
    "ModuleNotFoundError: No module named 'nosuch'",
  ],
  [
    'cargo',
    'warning: unused\nerror[E0308]: mismatched types\n --> tests/a.rs:1:29\nerror: could not compile `c` (test "a") due to previous error',
    'error[E0308]: mismatched types',
  ],
  ['go', '# x [x.test]\n./x.go:3:23: undefined: y\nFAIL\tx [build failed]\nFAIL', './x.go:3:23: undefined: y'],
  [
    'node:test',
    "TAP version 13\n# Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/n/nosuch.js'\nnot ok 1 - /n/a.test.js",
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/n/nosuch.js'",
  ],
  [
    'jest',
    "FAIL ./a.test.js\n  ● Test suite failed to run\n\n    Cannot find module './nosuch' from 'a.test.js'\n",
    "Cannot find module './nosuch' from 'a.test.js'",
  ],
  [
    'ts-jest',
    "  ● Test suite failed to run\n\n    a.test.ts:1:7 - error TS2322: Type 'string' is not assignable to type 'number'.",
    "a.test.ts:1:7 - error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  [
    'vitest',
    "⎯⎯⎯⎯⎯⎯ Failed Suites 1 ⎯⎯⎯⎯⎯⎯⎯\n\n FAIL  a.test.js [ a.test.js ]\nError: Cannot find module './nosuch.js' imported from /n/a.test.js",
    "Error: Cannot find module './nosuch.js' imported from /n/a.test.js",
  ],
  [
    'maven',
    '[INFO] ---\n[ERROR] COMPILATION ERROR : \n[ERROR] /p/src/test/java/ATest.java:[3,5] cannot find symbol\n',
    '[ERROR] /p/src/test/java/ATest.java:[3,5] cannot find symbol',
  ],
  [
    'rspec',
    "An error occurred while loading ./spec/a_spec.rb.\nFailure/Error: require 'nosuch'\n\nLoadError:\n  cannot load such file -- nosuch\n",
    'cannot load such file -- nosuch',
  ],
  [
    'gcc',
    'x.c:2:3: error: ‘y’ undeclared (first use in this function)\nmake: *** [x] Error 1',
    'x.c:2:3: error: ‘y’ undeclared (first use in this function)',
  ],
])('finds the cause in a run of %s', (_, output, line) => {
  expect(findLoadError(1, output)).toBe(line);
  expect(findLoadError(0, output)).toBeNull();
});

test.each([
  ['a failing assertion of pytest', '    def test_a():\n>       assert 1 == 2\nE       assert 1 == 2\nFAILED a.py::test_a'],
  ['a failing test of Go', '--- FAIL: TestF (0.00s)\n    x_test.go:5: wrong\nFAIL\tx\t0.1s'],
  ['a failing test of node', "not ok 1 - a\n  ---\n  error: 'Expected values to be strictly equal'\n"],
  ['an early exit', 'running 3 tests\ntest a ... ok\n'],
])('finds none in %s', (_, output) => {
  expect(findLoadError(1, output)).toBeNull();
});
