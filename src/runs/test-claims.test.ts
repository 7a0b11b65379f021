import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claimInMessages, claimInOutput, claimInPlainText, textsInOutput } from './test-claims.ts';

const said = (...messages: string[]) => {
  const claim = claimInMessages(messages);
  return claim === null ? null : [claim.text, claim.passed, claim.failed];
};
const printed = (...texts: string[]) => {
  const claim = claimInOutput(texts);
  return claim === null ? null : [claim.text, claim.passed, claim.failed];
};

test.each([
  ['Done. All 15 tests pass.', ['All 15 tests pass.', 15, 0]],
  ['All tests now pass!', ['All tests now pass!', null, 0]],
  ['I changed it.\n\n- 15 tests passing, 2 failing', ['- 15 tests passing, 2 failing', 15, 2]],
  ['13 of 15 tests pass.', ['13 of 15 tests pass.', 13, 2]],
  ['13/15 tests pass', ['13/15 tests pass', 13, 2]],
  ['The 4 new tests pass and the linter is quiet.', ['The 4 new tests pass and the linter is quiet.', 4, 0]],
  ['Most tests pass, but one fails.', ['Most tests pass, but one fails.', null, null]],
  ['All 7 tests pass', ['All 7 tests pass', 7, 0]],
  ['7/7 passing', ['7/7 passing', 7, 0]],
  ['tests: 7 passed', ['tests: 7 passed', 7, 0]],
  ['✓ 12 tests', ['✓ 12 tests', 12, 0]],
  ['The test suite is green.', ['The test suite is green.', null, 0]],
  ['1 failed, 6 passed', ['1 failed, 6 passed', 6, 1]],
  ['It passes all 7 tests.', ['It passes all 7 tests.', 7, 0]],
  ['`npm test` passes.', ['`npm test` passes.', null, 0]],
  ['All tests pass, no failures.', ['All tests pass, no failures.', null, 0]],
  ['Ran the tests: all 7 pass.', ['Ran the tests: all 7 pass.', 7, 0]],
  ['All 1,204 tests pass.', ['All 1,204 tests pass.', 1204, 0]],
  ['12 tests, 0 failures', ['12 tests, 0 failures', null, 0]],
  ['On 11/18 all tests pass.', ['On 11/18 all tests pass.', null, 0]],
  ['I changed all 3 files and the tests pass.', ['I changed all 3 files and the tests pass.', null, 0]],
  ['After the fix, every test passes.', ['After the fix, every test passes.', null, 0]],
  ['The tests do not pass.', ['The tests do not pass.', null, null]],
  ["The tests don't pass yet.", ["The tests don't pass yet.", null, null]],
  ['2 tests still fail.', ['2 tests still fail.', null, null]],
  ['All tests pass, but the linter complains.', ['All tests pass, but the linter complains.', null, null]],
  ['The tests should pass now.', null],
  ['I could not run the tests.', null],
  ['I could not verify that all tests pass.', null],
  ['I have not run the tests, so I cannot say that they pass.', null],
  ['The tests will pass.', null],
  ['I changed it to pass the tests.', null],
  ['I added a passing test.', null],
  ['The issue says "all tests pass".', null],
  ['> all tests pass', null],
  ['I fixed the failing tests.', null],
  ['The password test helper is new.', null],
  ['I need to make sure that all tests pass.', null],
  ['Do the tests pass?', null],
  ['The file is changed.', null],
] as const)('reads %j as %j', (message, claim) => {
  expect(said(message)).toEqual(claim);
});

test('the last message with a claim counts', () => {
  expect(said('All 3 tests pass.', 'All 4 tests pass.', 'Thank you.')).toEqual(['All 4 tests pass.', 4, 0]);
});

test.each([
  ['ok 1 - a\n# tests 15\n# pass 15\n# fail 0\n', ['# pass 15, # fail 0', 15, 0]],
  ['ℹ pass 2\nℹ fail 1', ['# pass 2, # fail 1', 2, 1]],
  [' Test Files  1 passed (1)\n      Tests  1 failed | 14 passed (15)\n', ['Tests  1 failed | 14 passed (15)', 14, 1]],
  ['Tests:       2 failed, 13 passed, 15 total', ['Tests:       2 failed, 13 passed, 15 total', 13, 2]],
  ['===== 15 passed in 0.12s =====', ['15 passed in 0.12s', 15, 0]],
  ['test result: ok. 15 passed; 0 failed; 0 ignored', ['test result: ok. 15 passed; 0 failed; 0 ignored', 15, 0]],
  ['  15 passing (12ms)', ['15 passing (12ms)', 15, 0]],
  ['the review of 15 passed', null],
  [`${'x'.repeat(600)} 15 passed`, null],
] as const)('reads the output %j as %j', (text, claim) => {
  expect(printed(text)).toEqual(claim);
});

test('the last summary in the output counts', () => {
  expect(printed('# pass 1\n# fail 1', 'nothing', '# pass 2\n# fail 0')).toEqual(['# pass 2, # fail 0', 2, 0]);
});

test('reads the words and the runner output of an agent that prints plain text as quotations of its output', () => {
  const plain = (...lines: string[]) => claimInPlainText(lines);
  expect(plain('I fixed add.', 'All 7 tests pass')).toEqual({ from: 'output', text: 'All 7 tests pass', passed: 7, failed: 0 });
  expect(plain('# pass 3', '# fail 1')).toEqual({ from: 'output', text: '# pass 3, # fail 1', passed: 3, failed: 1 });
  expect(plain('Tests: 1 failed, 6 passed, 7 total', 'Fixed it.', 'All 7 tests pass')?.text).toBe('All 7 tests pass');
  expect(plain('All tests pass', 'Tests: 1 failed, 6 passed, 7 total')?.text).toBe('Tests: 1 failed, 6 passed, 7 total');
  expect(plain('I fixed add.', 'The tests should pass.')).toBeNull();
});

test('finds the output of commands in the lines of agents, and joins plain lines', () => {
  const result = { type: 'user', message: { content: [{ type: 'tool_result', content: '# pass 3\n# fail 0\n' }] } };
  const item = { type: 'item.completed', item: { aggregated_output: '4 passed, 1 failed in 2s\n' } };
  expect(printed(...textsInOutput(`${JSON.stringify(result)}\n`))).toEqual(['# pass 3, # fail 0', 3, 0]);
  expect(printed(...textsInOutput(JSON.stringify(item)))).toEqual(['4 passed, 1 failed in 2s', 4, 1]);
  expect(textsInOutput('# pass 5\n# fail 0\n{"a":\n{"b":"c"}\nend')).toEqual(['# pass 5\n# fail 0\n{"a":', 'c', 'end']);
});

test('reads deep and hostile JSON without an error', () => {
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
  expect(textsInOutput(deep)).toEqual([]);
  expect(textsInOutput('{"__proto__":"x","toString":null}')).toEqual(['x']);
  const recorded = readFileSync(new URL('../../test/fixtures/agents/claude/success.jsonl', import.meta.url), 'utf8');
  expect(claimInOutput(textsInOutput(recorded))).toBeNull();
  expect(textsInOutput(recorded)).toContain('The file is changed.');
});
