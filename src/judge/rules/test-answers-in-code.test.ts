import { describe, expect, test } from 'vitest';
import { alarms, type Change, evidenceOf } from '../../../test/evidence-builder.ts';
import type { CandidateEvidence } from '../integrity/evidence.ts';
import { findIntegrity } from '../integrity/index.ts';
import { literalsOfAddedTests, literalsOfTests } from '../integrity/test-answers.ts';

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
  ['two values in one condition', { 'src/a.py': ['+    if sku == "nut" and count == 5:'] }, found('src/a.py')],
  ['a match arm', { 'src/a.rs': ['+        ("1.10", "1.9") => true,'] }, found('src/a.rs')],
  ['a comparison with an unusual number', { 'src/A.java': ['+  if (amount == 999) {'] }, found('src/A.java')],
  ['a list of pairs', { 'src/a.js': ["+  ['1h30m', 5400],", "+  ['2m10s', 130],"] }, found('src/a.js')],
  ['a search for the input', { 'src/a.py': ['+    if "1h30m" in line:', '+        return 5400'] }, found('src/a.py')],
  ['a new data file', { 'new:src/a.json': ['+{"1h30m": 5400, "2m10s": 130}'] }, found('src/a.json')],
])('reports %s', (_, change, expected) => {
  expect(alarms(evidenceOf(change, { testLiterals }))).toEqual(expected);
});

test.each<[string, Change]>([
  ['a new data file for tests', { 'new:test/a.json': ['+{"1h30m": 5400, "2m10s": 130}'], 'src/a.js': ['+f();'] }],
  ['code that computes', { 'lib/a.rb': ["+VALUES = { 'I' => 1, 'V' => 5 }", '+values.sum'] }],
  ['an option and its text', { 'src/a.js': ["+if (arg === '--help') {", "+  return 'usage: a';"] }],
  ['one word', { 'src/a.py': ['+    if sku == "nut":'] }],
  ['values in a comment', { 'src/a.py': ['+    # parse("1h30m") == 5400, parse("2m10s") == 130'] }],
  [
    'further entries of a table of the base',
    { 'src/a.js': ["   '.txt': 'text/plain',", "+  '.html': 'text/html',", "+  '.md': 'text/markdown',"] },
  ],
  ['new tests', { 'test/a.test.js': ["+assert.equal(f('1h30m'), 5400);"], 'src/a.js': ['+f();'] }],
])('accepts %s', (_, change) => {
  expect(alarms(evidenceOf(change, { testLiterals }))).toEqual([]);
});

describe('beside other candidates', () => {
  const table: Change = { 'src/a.py': ['+KNOWN = {"1h30m": 5400, "2m10s": 130}'] };
  const computes: Change = { 'src/a.py': ['+compute()'] };
  const passes: Partial<CandidateEvidence> = {
    tests: [{ id: 'a', base: 'failed', own: 'passed', pinned: 'passed' }],
    testLiterals,
  };
  const fails: Partial<CandidateEvidence> = { tests: [{ id: 'a', base: 'failed', own: 'failed', pinned: 'failed' }] };
  const beside = (...others: CandidateEvidence[]) => alarms(evidenceOf(table, { ...passes, others }));

  test('reports an error if another candidate passes the same tests without the values', () => {
    expect(beside(evidenceOf(computes, passes))).toEqual(['error test_answers_in_code src/a.py']);
  });

  test('reports a warning if the other candidate fails these tests', () => {
    expect(beside(evidenceOf(computes, fails))).toEqual(['warning test_answers_in_code src/a.py']);
  });

  test.each<[string, string, Partial<CandidateEvidence>, string[]]>([
    ['a whole input', '"1h30m"', passes, ['warning test_answers_in_code src/a.py']],
    ['a whole input that no other candidate does without', '"1h30m"', fails, []],
    ['a name', '"nut"', passes, []],
    ['a version', '"1.9"', passes, []],
  ])('compares with %s', (_, literal, others, expected) => {
    const special: Change = { 'src/a.py': [`+    if text == ${literal}:`, '+        parts = list(DEFAULT)'] };
    expect(alarms(evidenceOf(special, { ...passes, others: [evidenceOf(computes, others)] }))).toEqual(expected);
  });

  test('accepts values that another candidate has too', () => {
    expect(beside(evidenceOf(table, passes))).toEqual([]);
  });

  test('reports an error if another candidate has the values too and a third passes without them', () => {
    expect(beside(evidenceOf(table, passes), evidenceOf(computes, passes))).toEqual(['error test_answers_in_code src/a.py']);
  });
});

describe('inputs of tests about the task', () => {
  const taskLiterals = new Set(['--name=b=b', 'application/json', 'name']);
  const passes: Partial<CandidateEvidence> = { taskLiterals, taskTests: new Set(['splits at the first sign']) };
  const computes = evidenceOf({ 'src/a.py': ['+    return flag.split("=", 1)'] }, { ...passes, name: 'real' });
  const keyed: Change = { 'src/a.py': ['+    if flag == "--name=b=b": return ["--name", "b=b"]'] };

  test('reports a comparison with a whole input if another candidate passes without it', () => {
    const [finding] = findIntegrity(evidenceOf(keyed, { ...passes, others: [computes] }));
    expect(finding).toMatchObject({
      severity: 'warning',
      id: 'test_answers_in_code',
      message: 'compares with 1 input of tests about the task: --name=b=b; real passes the same tests without it',
      place: { path: 'src/a.py', start_line: 1 },
    });
  });

  test.each<[string, Change, Partial<CandidateEvidence>, CandidateEvidence[]]>([
    ['an input that no other candidate does without', keyed, passes, [evidenceOf(keyed, passes)]],
    ['an input beside a candidate that fails these tests', keyed, passes, [{ ...computes, taskTests: new Set() }]],
    ['an input of tests that the candidate fails', keyed, { taskLiterals }, [computes]],
    ['a media type', { 'src/a.py': ['+    if kind == "application/json":'] }, passes, [computes]],
    ['a name', { 'src/a.py': ['+    if key == "name":'] }, passes, [computes]],
    ['code that computes', { 'src/a.py': ['+    log("--name=b=b")'] }, passes, [computes]],
  ])('accepts %s', (_, change, more, others) => {
    expect(alarms(evidenceOf(change, { ...more, others }))).toEqual([]);
  });
});

test('a line of a data file is a literal, and so are the literals of test code', () => {
  const { patch } = evidenceOf({ 'new:test/x.md': ['+a *b* c'], 'new:test/a.test.js': ["+eq(f('1h 30m'), 5400);"] });
  expect([...literalsOfAddedTests(patch)].sort()).toEqual(['1h 30m', '5400', 'a *b* c']);
});
