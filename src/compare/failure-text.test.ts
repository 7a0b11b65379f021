import { describe, expect, test } from 'vitest';
import { failureReader, failureText, missingName } from './failure-text.ts';

describe('extracts the text of one failure', () => {
  test('pytest: the marked lines of its section', () => {
    const output = [
      'tests/test_a.py .F                                   [100%]',
      '=================================== FAILURES ===================================',
      '__________________________________ test_empty __________________________________',
      '',
      '    def test_empty():',
      '>       assert slug("") == "n-a"',
      "E       AssertionError: assert '' == 'n-a'",
      'E         ',
      'E         - n-a',
      '',
      'tests/test_a.py:9: AssertionError',
      '=========================== short test summary info ============================',
      "FAILED tests/test_a.py::test_empty - AssertionError: assert '' == 'n-a'",
      '========================= 1 failed, 1 passed in 0.04s ==========================',
    ].join('\n');
    expect(failureText(output, 'tests/test_a.py::test_empty')).toBe("AssertionError: assert '' == 'n-a'\n- n-a");
    expect(failureText(output, 'tests/test_a.py::test_other')).toBeNull();
  });

  test('TAP: a message with tags of its own', () => {
    const output = "not ok 3 - stays quick\n  ---\n  message: 'expected <b>1</b> s, got 5 s'\n  ...\nok 4 - ends\n";
    expect(failureText(output, 'stays quick')).toBe("message: 'expected <b>1</b> s, got 5 s'");
  });

  test('pytest: not the summary, which lists other tests too', () => {
    const output = [
      '__________________________________ test_empty __________________________________',
      "E       AssertionError: assert '' == 'n-a'",
      'FAILED test_a.py::test_empty - AssertionError: assert',
      'FAILED test_a.py::test_dashes - AssertionError: assert',
      'ERROR test_b.py',
      '2 failed, 1 error in 1.31s',
    ].join('\n');
    expect(failureText(output, 'test_a.py::test_empty')).toBe("AssertionError: assert '' == 'n-a'");
  });

  test('jest: the lines below the title, without code frames and colors', () => {
    const output = [
      '  \u001b[31m● slug › empty text\u001b[39m',
      '',
      '    expect(received).toBe(expected) // Object.is equality',
      '',
      '    Expected: "n-a"',
      '    Received: ""',
      '',
      '      3 | test("empty text", () => {',
      '    > 4 |   expect(slug("")).toBe("n-a");',
      '        |                    ^',
      '      at Object.<anonymous> (slug.test.js:4:20)',
    ].join('\n');
    expect(failureText(output, 'slug.test.js > slug > empty text')).toBe(
      'expect(received).toBe(expected) // Object.is equality\nExpected: "n-a"\nReceived: ""',
    );
  });

  test('node:test in TAP: the message, without the fields around it', () => {
    const output = [
      'not ok 2 - empty text',
      '  ---',
      '  duration_ms: 1.2',
      "  location: 'slug.test.js:4:1'",
      "  failureType: 'testCodeFailure'",
      '  error: |-',
      '    Expected values to be strictly equal:',
      '    + actual - expected',
      '    ',
      "    + ''",
      "    - 'n-a'",
      "  code: 'ERR_ASSERTION'",
    ].join('\n');
    expect(failureText(output, 'slug.test.js > empty text')).toBe(
      "Expected values to be strictly equal:\n+ actual - expected\n+ ''\n- 'n-a'",
    );
  });

  test('nested TAP: the failed point in the subtest of that name, never a passed one', () => {
    const point = (title: string, wanted: string) => [
      `        # Subtest: ${title}`,
      '            ok 1 - should be equal',
      '            not ok 2 - should be equal',
      '              ---',
      '              diff: |',
      '                --- expected',
      '                +++ actual',
      `                -${wanted}`,
      '              ...',
      `        not ok 1 - ${title} # time=1ms`,
    ];
    const output = [
      '# Subtest: test/inc.js',
      '    # Subtest: incrementing',
      ...point('1.2.3', '1.2.4'),
      ...point('2.0.0', '2.0.1'),
      '    ok 2 - range should be subset',
      '    # Subtest: passing',
      '        ok 1 - should be set',
      '        ok 2 - expected of others',
    ].join('\n');
    const read = failureReader(output);
    expect(read('test/inc.js > incrementing > 1.2.3 > should be equal')).toBe('--- expected\n+++ actual\n-1.2.4');
    expect(read('test/inc.js > incrementing > 2.0.0 > should be equal')).toBe('--- expected\n+++ actual\n-2.0.1');
    expect(read('test/inc.js > incrementing > 3.0.0 > should be equal')).toBeNull();
    expect(read('test/inc.js > passing > should be set')).toBeNull();
  });

  test('go: the output of that test alone', () => {
    const line = (test: string, text: string) =>
      JSON.stringify({ Action: 'output', Package: 'x', Test: test, Output: `${text}\n` });
    const output = [
      line('TestOther', '    a_test.go:3: other'),
      line('TestEmpty', '=== RUN   TestEmpty'),
      line('TestEmpty', '    a_test.go:9: got "", want "n-a"'),
      line('TestEmpty', '--- FAIL: TestEmpty (0.00s)'),
    ].join('\n');
    expect(failureText(output, 'example.com/x TestEmpty')).toBe('a_test.go:9: got "", want "n-a"');
  });

  const MAVEN = [
    '[ERROR] Tests run: 3, Failures: 2, Errors: 0, Skipped: 0, Time elapsed: 0.164 s <<< FAILURE! - in org.example.SlugTest',
    '[ERROR] dashes(org.example.SlugTest)  Time elapsed: 0.012 s  <<< FAILURE!',
    'org.junit.ComparisonFailure: expected:<[a]> but was:<[-a-]>',
    '\tat org.example.SlugTest.dashes(SlugTest.java:9)',
    '',
    '[ERROR] empty(org.example.SlugTest)  Time elapsed: 0.02 s  <<< FAILURE!',
    'org.junit.ComparisonFailure: expected:<n[-a]> but was:<n[one]>',
    '\tat org.example.SlugTest.empty(SlugTest.java:8)',
    '',
    '[ERROR] Failures: ',
    '[ERROR]   SlugTest.dashes:9 expected:<[a]> but was:<[-a-]>',
    '[ERROR]   SlugTest.empty:8 expected:<n[-a]> but was:<n[one]>',
    '[ERROR] Tests run: 3, Failures: 2, Errors: 0, Skipped: 0',
    '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.22.3:test on project core: There are test failures.',
  ].join('\n');

  test('Maven: the exception of that test, without the log lines around it', () => {
    const text = (name: string) => failureText(MAVEN, `org.example.SlugTest > ${name}`);
    expect(text('dashes')).toBe('org.junit.ComparisonFailure: expected:<[a]> but was:<[-a-]>');
    expect(text('empty')).toBe('org.junit.ComparisonFailure: expected:<n[-a]> but was:<n[one]>');
  });

  const GRADLE = [
    'org.example.SlugTest > dashes FAILED',
    '    org.junit.ComparisonFailure at SlugTest.java:9',
    '',
    'org.example.SlugTest > empty FAILED',
    '    java.lang.NullPointerException at SlugTest.java:8',
    ':core:test FAILED',
    '4 actionable tasks: 3 executed, 1 up-to-date',
  ].join('\n');

  test('Gradle: the type of the exception, without the tasks around it', () => {
    const text = (name: string) => failureText(GRADLE, `org.example.SlugTest > ${name}`);
    expect(text('dashes')).toBe('org.junit.ComparisonFailure at SlugTest.java:9');
    expect(text('empty')).toBe('java.lang.NullPointerException at SlugTest.java:8');
  });

  test('Gradle: the message in the report, if there is one', () => {
    const report = [
      '  <testcase name="empty" classname="org.example.OtherTest" time="0.01">',
      '    <failure message="another class" type="x.Y">x.Y: another class',
      '  </testcase>',
      '  <testcase name="dashes" classname="org.example.SlugTest" time="0.01">',
      '    <failure message="org.junit.ComparisonFailure: expected:&lt;[a]&gt; but&#10;was:&lt;[-a-]&gt;" type="org.junit.ComparisonFailure">…',
      '  </testcase>',
      '  <testcase name="words" classname="org.example.SlugTest" time="0"/>',
      '  <testcase name="empty" classname="org.example.SlugTest" time="0.01">',
      '    <error type="java.lang.NullPointerException"><![CDATA[java.lang.NullPointerException',
      '  </testcase>',
    ].join('\n');
    const text = (name: string) => failureText(`${GRADLE}\n${report}`, `org.example.SlugTest > ${name}`);
    expect(text('dashes')).toBe('org.junit.ComparisonFailure: expected:<[a]> but\nwas:<[-a-]>');
    expect(text('empty')).toBe('java.lang.NullPointerException');
  });

  test('PHPUnit: both values, within four lines', () => {
    const output = [
      "1) App\\Tests\\SlugTest::testEdges with data set \"empty\" ('', 'n-a')",
      'Failed asserting that two strings are identical.',
      '--- Expected',
      '+++ Actual',
      '@@ @@',
      "-'n-a'",
      "+'none'",
      '',
      '/project/tests/SlugTest.php:8',
      '',
      "2) App\\Tests\\SlugTest::testEdges with data set \"dashes\" ('-a-', 'a')",
      'Failed asserting that two strings are identical.',
    ].join('\n');
    expect(failureText(output, 'App\\Tests\\SlugTest::testEdges with data set "empty"')).toBe(
      "Failed asserting that two strings are identical.\n--- Expected, +++ Actual\n-'n-a'\n+'none'",
    );
  });

  test('unittest: the exception without the calls above it, also where the header repeats the method', () => {
    const output = [
      'test_empty (tests.test_slug.Slug.test_empty) ... FAIL',
      'test_other (tests.test_slug.Slug.test_other) ... ERROR',
      '',
      '======================================================================',
      'FAIL: test_empty (tests.test_slug.Slug.test_empty)',
      '----------------------------------------------------------------------',
      'Traceback (most recent call last):',
      '  File "tests/test_slug.py", line 7, in test_empty',
      '    self.assertEqual(slug(""), "n-a")',
      "AssertionError: '' != 'n-a'",
      '+ n-a',
      '',
      '======================================================================',
      'ERROR: test_other (tests.test_slug.Slug.test_other)',
      '----------------------------------------------------------------------',
      'Traceback (most recent call last):',
      '  File "tests/test_slug.py", line 9, in test_other',
      '    slug(None)',
      'TypeError: not a text',
      '',
      '----------------------------------------------------------------------',
      'Ran 2 tests in 0.001s',
      '',
      'FAILED (failures=1, errors=1)',
    ].join('\n');
    expect(failureText(output, 'test_empty (tests.test_slug.Slug)')).toBe("AssertionError: '' != 'n-a'\n+ n-a");
    expect(failureText(output, 'test_other (tests.test_slug.Slug)')).toBe('TypeError: not a text');
    expect(failureText(output, 'test_third (tests.test_slug.Slug)')).toBeNull();
  });

  test('jest --json: the message of the report', () => {
    const report = {
      testResults: [
        {
          name: '/project/slug.test.js',
          message: '',
          assertionResults: [
            { ancestorTitles: ['slug'], title: 'other', failureMessages: ['Error: not this one'] },
            {
              ancestorTitles: ['slug'],
              title: 'empty',
              failureMessages: ['Error: \u001b[31mno text\u001b[39m\n    at x (a.js:1:1)'],
            },
          ],
        },
        { name: '/project/broken.test.js', message: '  ● Test suite failed to run\n\n    cannot load it', assertionResults: [] },
      ],
    };
    const read = failureReader(`npm warn old\n${JSON.stringify(report)}\n`);
    expect(read('slug.test.js > slug > empty')).toBe('Error: no text');
    expect(read('broken.test.js')).toBe('cannot load it');
    expect(read('other.test.js > slug > empty')).toBeNull();
  });

  test('never what npm or the runner prints after the failures, nor a list of results', () => {
    const output = [
      '  ✖ empty text (1ms)',
      'npm warn config the option is missing an expected value',
      'npm error code 1',
      'Tests: 1 failed, 3 passed',
      'Error: Process completed with exit code 1.',
    ].join('\n');
    expect(failureText(output, 'slug > empty text')).toBeNull();
    expect(failureText('a line about empty text\nError: of somebody', 'slug > empty text')).toBeNull();
  });

  test('not the text of a test whose name only begins alike', () => {
    const output = '  ● slug › empty text of two lines\n\n    Error: two lines\n';
    expect(failureText(output, 'a.js > slug > empty text')).toBeNull();
    expect(failureText(output, 'a.js > slug > empty text of two lines')).toBe('Error: two lines');
  });

  test('ends where the next failure begins', () => {
    const output = '  ● slug › empty\n\n    Expected: 1\n\n  ● slug › dashes\n\n    Expected: 2\n';
    expect(failureText(output, 'slug.test.js > slug > empty')).toBe('Expected: 1');
  });

  test('is cut after six lines and 600 characters', () => {
    const output = `● t\n${Array.from({ length: 20 }, (_, index) => `  error ${index} ${'x'.repeat(200)}`).join('\n')}`;
    const text = failureText(output, 'a.js > t');
    expect(text?.length).toBe(601);
    expect(text?.split('\n').length).toBeLessThanOrEqual(6);
  });
});

test.each([
  ["ImportError: cannot import name 'slugify' from 'text' (text.py)", 'slugify'],
  ["ModuleNotFoundError: No module named 'app.text'", 'text'],
  ["AttributeError: module 'text' has no attribute 'slugify'", 'slugify'],
  ['TypeError: text.slugify is not a function', 'slugify'],
  ["SyntaxError: The requested module './text.js' does not provide an export named 'slugify'", 'slugify'],
  ["Error: Cannot find module './lib/slugify'", 'slugify'],
  ['ReferenceError: slugify is not defined', 'slugify'],
  ["NoMethodError: undefined method `slugify' for Text:Module", 'slugify'],
  ['Error: Call to undefined function slugify()', 'slugify'],
  ["AssertionError: assert '' == 'n-a'", null],
  ["TypeError: Cannot read properties of undefined (reading 'length')", null],
])('finds the missing name in %s', (failure, name) => {
  expect(missingName(failure)).toBe(name);
});

test('reads several failures of one output, and long lines that are no header in a moment', () => {
  const output = [
    'not ok 1 - adds',
    "  error: 'expected 2'",
    'not ok 2 - counts',
    "  error: 'expected 3'",
    `x${' > '.repeat(80_000)}`,
  ];
  const read = failureReader(output.join('\n'));
  expect(['adds', 'counts', 'adds', 'other'].map(read)).toEqual([
    "error: 'expected 2'",
    expect.stringMatching(/^ {2}error: 'expected 3'\nx( > )+/),
    "error: 'expected 2'",
    null,
  ]);
});
