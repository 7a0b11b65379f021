import { expect, test } from 'vitest';
import { scoreFacts } from '../../src/scoring/index.ts';
import { displayOrder, whyOut } from '../../src/text/index.ts';
import { makeCandidate, makeFacts, makePolicy } from '../../test/facts-builder.ts';
import { reasonFor } from './reason.ts';

test('a failed attempt is last on the page, and its reason is how its agent ended', () => {
  const facts = makeFacts({
    candidates: [
      makeCandidate({
        name: 'slow',
        agent: {
          ended: 'timed_out',
          exit_code: null,
          duration_ms: 1,
          ending: { kind: 'time_limit', cause: 'timeout_seconds = 6' },
        },
      }),
      makeCandidate({
        ...{ name: 'login', files: [], change: 'nothing' },
        agent: { exit_code: 1, ending: { kind: 'failed_login', cause: '401 Unauthorized' } },
      }),
      makeCandidate({ name: 'good' }),
    ],
  });
  const card = scoreFacts(facts, makePolicy());
  const shown = displayOrder(card.rankings).map((ranking) => [ranking.agent, whyOut(ranking), reasonFor(ranking, card, facts)]);
  expect(shown).toEqual([
    ['good', null, 'the only mergeable candidate whose agent finished'],
    ['slow', null, 'the agent stopped at the time limit (timeout_seconds = 6)'],
    ['login', 'failed login', 'the diff is empty: the agent failed to log in (401 Unauthorized)'],
  ]);
});
