import { describe, expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

function read(xml: string) {
  const parser = openOutputParser({ kind: 'test', command: null });
  parser.push(new TextEncoder().encode(xml));
  const { precision, passed, failed, skipped, tests } = parser.end(null);
  return { precision, counts: [passed, failed, skipped], ids: tests.map(({ id, status }) => `${status} ${id}`) };
}

describe('statuses', () => {
  const cases: [string, string, string][] = [
    ['surefire: failed, then passed', '<testcase name="a"><flakyFailure type="x"/></testcase>', 'passed'],
    ['surefire: an error, then passed', '<testcase name="a"><flakyError type="x"/></testcase>', 'passed'],
    ['surefire: failed every time', '<testcase name="a"><failure/><rerunFailure><failure/></rerunFailure></testcase>', 'failed'],
    ['an error', '<testcase name="a"><error/></testcase>', 'failed'],
    ['a failure of a disabled test', '<testcase name="a" status="disabled"><failure/></testcase>', 'failed'],
    ['gtest: not run', '<testcase name="a" status="notrun" result="suppressed"/>', 'skipped'],
    ['ctest: disabled', '<testcase name="a" status="disabled"><system-out>Disabled</system-out></testcase>', 'skipped'],
    ['an attribute without an element', '<testcase name="a" status="failed"/>', 'failed'],
    ['node:test: a failing todo test', '<testcase name="a"><skipped type="todo"/><failure/></testcase>', 'skipped'],
    ['PHPUnit 9: risky', '<testcase name="a"><error type="PHPUnit\\Framework\\RiskyTestError"/></testcase>', 'passed'],
    ['elements inside captured output', '<testcase name="a"><system-out><failure/></system-out></testcase>', 'passed'],
  ];
  test.each(cases)('%s', (_, xml, status) => {
    expect(read(`<testsuite>${xml}</testsuite>`).ids).toEqual([`${status} a`]);
  });
});

describe('ids', () => {
  const cases: [string, string, string][] = [
    ['class and name', '<testsuite name="s"><testcase classname="com.A" name="b"/></testsuite>', 'com.A > b'],
    [
      'the suites where there is no class',
      '<testsuite name="s"><testsuite name="t"><testcase name="b"/></testsuite></testsuite>',
      's > t > b',
    ],
    ['the name once', '<testsuite name="s"><testcase classname="b c" name="b c"/></testsuite>', 'b c'],
    [
      'a file that the class does not name',
      '<testsuite name="s"><testcase classname="g" name="b" file="x/y.test.ts"/></testsuite>',
      'x/y.test.ts > g > b',
    ],
    [
      'node: the suites, not its constant class',
      '<testsuites><testsuite name="s"><testsuite name="t"><testcase classname="test" name="b"/></testsuite></testsuite></testsuites>',
      's > t > b',
    ],
    ['node: a test outside of suites', '<testsuites><testcase classname="test" name="b"/></testsuites>', 'b'],
    [
      'node 24: the file, then the suites that make up the class',
      '<testsuites><testsuite name="s.x"><testsuite name="t"><testcase classname="s.x.t" name="b" file="/p/y.test.js"/></testsuite></testsuite></testsuites>',
      'y.test.js > s.x > t > b',
    ],
    [
      'bun: the suites from the outside in',
      '<testsuite name="y.test.js" file="y.test.js"><testsuite name="s"><testsuite name="t"><testcase classname="t > s" name="b" file="y.test.js"/></testsuite></testsuite></testsuite>',
      'y.test.js > s > t > b',
    ],
    [
      'a group with the name of its file',
      '<testsuite name="s"><testcase classname="y" name="b" file="x/y.test.js"/></testsuite>',
      'x/y.test.js > y > b',
    ],
    [
      'jest-junit: the groups once',
      '<testsuite name="s"><testcase classname="s t" name="s t b" file="x/y.test.js"/></testsuite>',
      'x/y.test.js > s t > b',
    ],
    [
      'mocha-junit-reporter: the groups, then the title',
      '<testsuites><testsuite name="Root Suite" file="x/y.js"/><testsuite name="t"><testcase name="s t b" classname="b"/></testsuite></testsuites>',
      'x/y.js > s t > b',
    ],
    [
      'pytest: as on the console',
      '<testsuite name="hydra-pytest"><testcase classname="x.test_y.T.U" name="b[1]" file="x/test_y.py"/></testsuite>',
      'x/test_y.py::T::U::b[1]',
    ],
    [
      'pytest: a function of a module',
      '<testsuite name="hydra-pytest"><testcase classname="x.test_y" name="b" file="x/test_y.py"/></testsuite>',
      'x/test_y.py::b',
    ],
    [
      'pytest: a module that does not load',
      '<testsuite name="hydra-pytest"><testcase classname="" name="x.test_y" file="x/test_y.py"/></testsuite>',
      'x/test_y.py',
    ],
    [
      'pytest: a method inherited from another file',
      '<testsuite name="hydra-pytest"><testcase classname="x.test_y.T" name="b" file="x/base.py"/></testsuite>',
      'x/test_y.py::T::b',
    ],
    [
      'pytest: a report that Hydra did not ask for',
      '<testsuite name="pytest"><testcase classname="x.test_y.T" name="b" file="x/test_y.py"/></testsuite>',
      'x.test_y.T > b',
    ],
    [
      'rspec: the file instead of the class derived from it',
      '<testsuite name="rspec"><testcase classname="spec.a_spec" name="A is b" file="./spec/a_spec.rb"/></testsuite>',
      'spec/a_spec.rb > A is b',
    ],
    [
      'PHPUnit: as on the console',
      '<testsuite name="App\\ATest" file="/p/ATest.php"><testcase class="App\\ATest" classname="App.ATest" name="testB" file="/p/ATest.php"/></testsuite>',
      'App\\ATest::testB',
    ],
    [
      'Go: as on the console',
      '<testsuite name="x/y"><properties><property name="go.version" value="go1.24"/></properties><testcase classname="x/y" name="TestA/b"/></testsuite>',
      'x/y TestA/b',
    ],
    [
      'Java: the class is enough',
      '<testsuite name="s"><testcase classname="com.A" name="b" file="src/com/A.java"/></testsuite>',
      'com.A > b',
    ],
    [
      'no line numbers',
      '<testsuite name="s"><testcase classname="G" name="b" file="x/y_test.exs:7"/></testsuite>',
      'x/y_test.exs > G > b',
    ],
    [
      'no absolute folders',
      '<testsuite name="s"><testcase classname="g" name="b" file="/home/me/y.test.ts"/></testsuite>',
      'y.test.ts > g > b',
    ],
    ['no line ends', '<testsuite name="s"><testcase classname="g" name="b&#10;c"/></testsuite>', 'g > b c'],
  ];
  test.each(cases)('%s', (_, xml, id) => {
    expect(read(xml).ids).toEqual([`passed ${id}`]);
  });
});

describe('headers', () => {
  const one = '<testcase classname="c" name="a"/>';
  const red = '<testcase classname="c" name="b"><failure/></testcase>';
  const cases: [string, string, string, number[]][] = [
    ['that agree', `<testsuite tests="2" failures="1" errors="0">${one}${red}</testsuite>`, 'exact', [1, 1, 0]],
    [
      'jest-junit: todos are not counted',
      `<testsuite tests="1">${one}<testcase name="t"><skipped/></testcase></testsuite>`,
      'exact',
      [1, 0, 1],
    ],
    [
      'jest-junit: a suite that did not load',
      '<testsuite name="s" tests="0" errors="1" failures="0"></testsuite>',
      'exact',
      [0, 1, 0],
    ],
    [
      'a suite with an error outside of its cases',
      `<testsuite name="s" tests="1">${one}<error message="x"/></testsuite>`,
      'exact',
      [1, 1, 0],
    ],
    [
      'libtest: ignored tests have no case',
      `<testsuite tests="2" failures="0" errors="0" skipped="1">${one}</testsuite>`,
      'totals',
      [1, 0, 1],
    ],
    [
      'several failures of one case',
      '<testsuite tests="1" failures="2"><testcase name="a"><failure/><failure/></testcase></testsuite>',
      'exact',
      [0, 1, 0],
    ],
    [
      'pytest: passed, and failed in tear-down',
      '<testsuite name="pytest" tests="2" errors="1" failures="0"><testcase name="a"><error/></testcase></testsuite>',
      'exact',
      [0, 1, 0],
    ],
    [
      'node:test: a suite counts its children',
      `<testsuites><testsuite tests="1" failures="1"><testsuite tests="2" failures="1">${one}${red}</testsuite></testsuite></testsuites>`,
      'exact',
      [1, 1, 0],
    ],
    ['cases that are missing', `<testsuite tests="5" failures="0">${one}</testsuite>`, 'inconsistent', [1, 0, 0]],
    ['no cases at all', '<testsuite tests="6" failures="1" errors="0"></testsuite>', 'inconsistent', [0, 0, 0]],
    [
      'fewer failures than cases failed',
      `<testsuite tests="2" failures="0" errors="0">${one}${red}</testsuite>`,
      'inconsistent',
      [1, 1, 0],
    ],
    [
      'more failures than cases failed',
      `<testsuite tests="2" failures="2" errors="1">${one}${red}</testsuite>`,
      'inconsistent',
      [1, 1, 0],
    ],
    ['skipped tests that look passed', `<testsuite tests="1" skipped="1">${one}</testsuite>`, 'inconsistent', [1, 0, 0]],
    ['node:test: a failure in a comment only', `<testsuites>${one}<!-- fail 1 --></testsuites>`, 'inconsistent', [1, 0, 0]],
    ['a report that breaks off', `<testsuites><testsuite>${one}`, 'inconsistent', [1, 0, 0]],
  ];
  test.each(cases)('%s', (_, xml, precision, counts) => {
    expect(read(xml)).toMatchObject({ precision, counts });
  });
});
