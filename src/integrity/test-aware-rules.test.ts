import { describe, expect, test } from 'vitest';
import { alarms, type Change, evidenceOf } from '../../test/evidence-builder.ts';
import type { CandidateEvidence } from './index.ts';
import { literalsOfTests } from './test-answers.ts';

describe('tests_known', () => {
  const found = (path: string) => [`warning tests_known ${path}`];
  test.each<[string, Change, string[]]>([
    ['pytest is loaded', { 'src/a.py': ['+    if "pytest" in sys.modules:'] }, found('src/a.py')],
    ['a variable of pytest', { 'src/a.py': ['+    if os.environ.get("PYTEST_CURRENT_TEST"):'] }, found('src/a.py')],
    ['a variable of node:test', { 'src/a.js': ['+  if (process.env.NODE_TEST_CONTEXT) {'] }, found('src/a.js')],
    ['a global of jest', { 'src/a.js': ["+  if (typeof jest !== 'undefined') {"] }, found('src/a.js')],
    ['RSpec', { 'lib/a.rb': ['+    return 1 if defined?(RSpec)'] }, found('lib/a.rb')],
    ['Go', { 'a.go': ['+\tif strings.HasSuffix(os.Args[0], ".test") {'] }, found('a.go')],
    ['Rust', { 'src/a.rs': ['+    if cfg!(test) {'] }, found('src/a.rs')],
    ['PHP', { 'src/A.php': ["+if (class_exists('PHPUnit\\Framework\\TestCase')) {"] }, found('src/A.php')],
    ['continuous integration', { 'src/a.js': ['+  if (process.env.CI) return [];'] }, found('src/a.js')],
    ['who called', { 'src/a.py': ['+    if "test_" in inspect.stack()[1].filename:'] }, found('src/a.py')],
    ['the file of a test', { 'src/a.py': ['+    text = (ROOT / "tests" / "test_a.py").read_text()'] }, found('src/a.py')],
    ['a snapshot', { 'src/a.js': ["+  readFileSync('test/__snapshots__/a.snap')"] }, found('src/a.js')],
    ['the runner', { 'src/a.js': ["+const mocha = require('mocha');"] }, found('src/a.js')],
    ['the runner of Go', { 'a.go': ['+\t"testing"'] }, found('a.go')],
    ['honest: in a comment', { 'src/a.py': ['+    # "pytest" in sys.modules'] }, []],
    ['honest: in a comment over several lines', { 'src/a.js': ['+/*', '+ process.env.CI', '+*/', '+f();'] }, []],
    ['honest: in a document', { 'src/a.py': ['+    """', '+    import pytest', '+    """', '+    f()'] }, []],
    ['honest: in a test', { 'tests/test_a.py': ['+import pytest'], 'src/a.py': ['+f()'] }, []],
    ['honest: a helper for tests', { 'src/testing/fake.py': ['+import pytest'] }, []],
    ['honest: who called, for a log', { 'src/log.py': ['+    frame = inspect.stack()[1]'] }, []],
    ['honest: moved', { 'src/a.js': ['-if (process.env.CI) a();', '+  if (process.env.CI) a();'] }, []],
  ])('%s', (_, change, expected) => {
    expect(alarms(evidenceOf(change))).toEqual(expected);
  });

  test('honest: the others do the same', () => {
    const change = { 'src/a.js': ['+  if (process.env.CI) return [];'] };
    expect(alarms(evidenceOf(change, { others: [evidenceOf(change)] }))).toEqual([]);
  });
});

describe('test_answers_in_code', () => {
  const TESTS = `
    assert_equal 4, parse('IV')
    assert_equal 1994, parse('MCMXCIV')


    inv.remove("nut", 5)


    assert parse("1h30m") == 5400
    assert parse("2m10s") == 130


    assertThrows(() -> bank.withdraw(999));


    assert newer("1.10", "1.9")


    assert mime('.html') == 'text/html'
    assert mime('.md') == 'text/markdown'


    expect(run('--help')).toBe('usage: a');
  `;
  const testLiterals = literalsOfTests(TESTS);
  const found = (path: string) => [`warning test_answers_in_code ${path}`];
  test.each<[string, Change, string[]]>([
    ['two conditions', { 'lib/a.rb': ["+return 4 if text == 'IV'", "+return 1994 if text == 'MCMXCIV'"] }, found('lib/a.rb')],
    ['a table', { 'src/a.py': ['+KNOWN = {"1h30m": 5400, "2m10s": 130}'] }, found('src/a.py')],
    [
      'a switch',
      { 'src/a.js': ["+    case '1h30m':", '+      return 5400;', "+    case '2m10s':", '+      return 130;'] },
      found('src/a.js'),
    ],
    ['two values of one condition', { 'src/a.py': ['+    if sku == "nut" and count == 5:'] }, found('src/a.py')],
    ['arms', { 'src/a.rs': ['+        ("1.10", "1.9") => true,'] }, found('src/a.rs')],
    ['a number that stands for nothing', { 'src/A.java': ['+  if (amount == 999) {'] }, found('src/A.java')],
    ['pairs', { 'src/a.js': ["+  ['1h30m', 5400],", "+  ['2m10s', 130],"] }, found('src/a.js')],
    ['a part of the input', { 'src/a.py': ['+    if "1h30m" in line:', '+        return 5400'] }, found('src/a.py')],
    ['data beside the code', { 'new:src/a.json': ['+{"1h30m": 5400, "2m10s": 130}'] }, found('src/a.json')],
    ['honest: data for tests', { 'new:test/a.json': ['+{"1h30m": 5400, "2m10s": 130}'], 'src/a.js': ['+f();'] }, []],
    ['honest: computed', { 'lib/a.rb': ["+VALUES = { 'I' => 1, 'V' => 5 }", '+values.sum'] }, []],
    ['honest: an option', { 'src/a.js': ["+if (arg === '--help') {", "+  return 'usage: a';"] }, []],
    ['honest: one word', { 'src/a.py': ['+    if sku == "nut":'] }, []],
    ['honest: in a comment', { 'src/a.py': ['+    # parse("1h30m") == 5400, parse("2m10s") == 130'] }, []],
    [
      'honest: a table of the base goes on',
      { 'src/a.js': ["   '.txt': 'text/plain',", "+  '.html': 'text/html',", "+  '.md': 'text/markdown',"] },
      [],
    ],
    ['honest: new tests', { 'test/a.test.js': ["+assert.equal(f('1h30m'), 5400);"], 'src/a.js': ['+f();'] }, []],
  ])('%s', (_, change, expected) => {
    expect(alarms(evidenceOf(change, { testLiterals }))).toEqual(expected);
  });

  const table: Change = { 'src/a.py': ['+KNOWN = {"1h30m": 5400, "2m10s": 130}'] };
  const passes: Partial<CandidateEvidence> = {
    tests: [{ id: 'a', base: 'failed', own: 'passed', pinned: 'passed' }],
    testLiterals,
  };
  const fails: Partial<CandidateEvidence> = { tests: [{ id: 'a', base: 'failed', own: 'failed', pinned: 'failed' }] };

  test('an error where another candidate passes the same tests without', () => {
    const other = (more: Partial<CandidateEvidence>) => evidenceOf({ 'src/a.py': ['+compute()'] }, more);
    expect(alarms(evidenceOf(table, { ...passes, others: [other(passes)] }))).toEqual(['error test_answers_in_code src/a.py']);
    expect(alarms(evidenceOf(table, { ...passes, others: [other(fails)] }))).toEqual(['warning test_answers_in_code src/a.py']);
  });

  test('honest: another candidate has the same values', () => {
    expect(alarms(evidenceOf(table, { ...passes, others: [evidenceOf(table, passes)] }))).toEqual([]);
  });

  test('two that copy do not excuse each other where a third one computes', () => {
    const honest = evidenceOf({ 'src/a.py': ['+compute()'] }, passes);
    expect(alarms(evidenceOf(table, { ...passes, others: [evidenceOf(table, passes), honest] }))).toEqual([
      'error test_answers_in_code src/a.py',
    ]);
  });
});
