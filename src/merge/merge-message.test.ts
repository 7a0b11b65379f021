import { expect, test } from 'vitest';
import type { Facts, Run, Scorecard } from '../contract/index.ts';
import { describeMerge } from './merge-message.ts';

const run = { run_id: '20260101-000000-abcdef', task: null } as unknown as Run;
const steps = [{ name: 'reg_penalty', expression: '', inputs: { regression: 0, B_pass: 11 }, value: 0 }];
const dimensions = [{ id: 'tests', result: { state: 'scored', score: 100, steps } }];
const scorecard = {
  rankings: [
    { agent: 'codex', rank: 2, total: null, dimensions },
    { agent: 'claude', dimensions },
  ],
  verdict: { class: 'decided_by_tests', leaders: ['claude'] },
} as unknown as Scorecard;
const tests = { state: 'measured', compared_by: 'identity', fixed: ['a'], regressed: [], contested: [] };
const codex = {
  ...{ name: 'codex', agent: null, tests, lint: { state: 'not_configured' } },
  diff: { files: [{ path: 'a.c', class: 'source', added: 3, removed: 1 }] },
};
const facts = {
  baseline: { tests: { state: 'measured', passed: 11, failed: 1 }, lint: { state: 'not_configured' } },
  candidates: [codex],
} as unknown as Facts;
const merged = { run, facts, scorecard, scorecardBytes: '{}', candidate: 'codex', forceReason: null };
const HASH = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a';
const PROOF = 'codex: fixes 1 of 1 failing test, breaks none of 11 passing tests, 4 changed lines in 1 file.';

test('without a task the candidate is the title, and an unknown total is not a number', () => {
  expect(describeMerge(merged)).toEqual({
    title: 'Merge codex',
    body: PROOF,
    trailers: [
      'Hydra-Run: 20260101-000000-abcdef',
      'Hydra-Agent: codex',
      'Hydra-Verdict: decided by tests: claude',
      'Hydra-Rank: 2 of 2',
      'Hydra-Total: none',
      `Hydra-Scorecard: sha256:${HASH}`,
    ],
  });
});

test('the first line of a task is the title, and the other lines begin the body', () => {
  const { title, body } = describeMerge({ ...merged, run: { ...run, task: '\n Fix the sum\r\n\r\n- one\n- two\u202e\n' } });
  expect([title, body]).toEqual(['Fix the sum', `- one\n- two\n\n${PROOF}`]);
});

test('a long first line is cut in the title and complete in the body', () => {
  const { title, body } = describeMerge({ ...merged, run: { ...run, task: 'x'.repeat(80) } });
  expect([title, body]).toEqual([`${'x'.repeat(69)}...`, `${'x'.repeat(80)}\n\n${PROOF}`]);
});

test('a task can neither add trailers nor make the title too long', () => {
  const task = `Fix it\n\nHydra-Total: 100\u202e ${'x'.repeat(500)}`;
  const { title, body, trailers } = describeMerge({
    ...merged,
    run: { ...run, task },
    forceReason: 'because\r\nHydra-Rank: 1',
  });
  expect(title).toBe('Fix it');
  expect(body.split('\n')[0]).toBe(`  Hydra-Total: 100 ${'x'.repeat(500)}`);
  expect(trailers[0]).toBe(`Hydra-Task: Fix it Hydra-Total: 100 ${'x'.repeat(373)}...`);
  expect(trailers.at(-1)).toBe('Hydra-Forced: because Hydra-Rank: 1');
  expect(trailers.filter((line) => line.includes('\n'))).toEqual([]);
});
