import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claimInMessages, claimInOutput, textsInOutput } from './test-claims.ts';

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
