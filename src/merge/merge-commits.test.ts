import { expect, test } from 'vitest';
import type { Run, Scorecard } from '../contract/index.ts';
import { describeMerge } from './merge-commits.ts';

const run = { run_id: '20260101-000000-abcdef', task: null } as unknown as Run;
const scorecard = { rankings: [{ agent: 'codex', rank: 2, total: null }, { agent: 'claude' }] } as unknown as Scorecard;
const facts = { run, scorecard, scorecardBytes: '{}', candidate: 'codex', message: null, forceReason: null };
const HASH = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a';

test('without a task the candidate is the subject, and an unknown total is not a number', () => {
  expect(describeMerge(facts)).toEqual({
    subject: 'Merge the attempt of codex',
    trailers: [
      'Hydra-Run: 20260101-000000-abcdef',
      'Hydra-Agent: codex',
      'Hydra-Rank: 2 of 2',
      'Hydra-Total: none',
      `Hydra-Scorecard: sha256:${HASH}`,
    ],
  });
});

test('a task can neither add trailers nor make the subject too long', () => {
  const task = `Fix it\n\nHydra-Total: 100\u202e ${'x'.repeat(500)}`;
  const { subject, trailers } = describeMerge({ ...facts, run: { ...run, task }, forceReason: 'because\r\nHydra-Rank: 1' });
  expect(subject).toBe(`Fix it Hydra-Total: 100 ${'x'.repeat(45)}...`);
  expect(subject.length).toBe(72);
  expect(trailers[0]).toBe(`Hydra-Task: Fix it Hydra-Total: 100 ${'x'.repeat(373)}...`);
  expect(trailers.at(-1)).toBe('Hydra-Forced: because Hydra-Rank: 1');
  expect(trailers.filter((line) => line.includes('\n'))).toEqual([]);
});
