// Every view says how a failed attempt ended, next to its number.
import { expect, test } from 'vitest';
import { makeCandidate, makeFacts, makePolicy } from '../../test/facts-builder.ts';
import { scoreFacts } from '../scoring/index.ts';
import {
  renderExplanation,
  renderJunit,
  renderMarkdown,
  renderMergePlan,
  renderRanking,
  renderReasons,
  renderResult,
} from './index.ts';

const LOGIN = { kind: 'failed_login', cause: 'exit code 1: 401 \u001b[2JUnauthorized <b>' } as const;
const FACTS = makeFacts({
  candidates: [
    makeCandidate({ name: 'good' }),
    makeCandidate({
      name: 'slow',
      agent: { ended: 'timed_out', exit_code: null, ending: { kind: 'time_limit', cause: 'timeout_seconds = 6' } },
    }),
    makeCandidate({ name: 'login', agent: { exit_code: 1, ending: LOGIN, duration_ms: 100 }, files: [], change: 'nothing' }),
  ],
});
const CARD = scoreFacts(FACTS, makePolicy());
const STYLE = { colour: false };
const explain = (name: string, verbose: boolean) => {
  const ranking = CARD.rankings.find(({ agent }) => agent === name);
  if (ranking === undefined) throw new Error(`${name} is not ranked`);
  return renderExplanation(ranking, { dimension: null, colour: false, verbose, facts: FACTS });
};

test('the result lists failed attempts under a heading of their own, each with its ending', () => {
  expect(renderResult(CARD, FACTS, STYLE).split('\n').slice(3, 12)).toEqual([
    '#  candidate   breaks  new lint  lines  files  time   cost  score',
    expect.stringMatching(/^1 {2}good /),
    '   --- the agent did not finish ---',
    expect.stringMatching(/^2 {2}slow /),
    '   the agent stopped at the time limit (timeout_seconds = 6)',
    expect.stringMatching(/^- {2}login /),
    '   the agent failed to log in (exit code 1: 401 \\u001b[2JUnauthorized <b>); no',
    '   change',
    '',
  ]);
});

test('the ranking has the ending in place of the verdict, and its cause below', () => {
  const text = renderRanking(CARD, STYLE);
  expect(text).toMatch(/^2 {2}slow .* time limit$/m);
  expect(text).toMatch(/^- {2}login .* failed login$/m);
  expect(text).toContain('  slow: the agent stopped at the time limit (timeout_seconds = 6); its result\n    can be merged\n');
  expect(renderReasons(CARD, STYLE)).toContain('slow   the agent stopped at the time limit (timeout_seconds = 6)\n');
});

test('Markdown, JUnit and the explanation name the ending', () => {
  const markdown = renderMarkdown(CARD);
  expect(markdown).toContain('| mergeable: the agent stopped at the time limit &#40;timeout&#95;seconds = 6&#41; |');
  expect(markdown).toContain('not mergeable: the diff is empty&#58; the agent failed to log in &#40;exit code 1&#58; 401 ');
  expect(markdown).toContain('`good` is the only mergeable one whose agent finished');
  expect(renderJunit(CARD)).toContain('<property name="hydra.ending" value="stopped at the time limit (timeout_seconds = 6)"/>');
  for (const verbose of [false, true]) {
    const [first, second] = explain('slow', verbose).split('\n');
    expect(first).toMatch(/^slow: rank 2, total [\d.]+, mergeable, time limit$/);
    expect(second).toBe('The agent stopped at the time limit (timeout_seconds = 6).');
  }
  expect(explain('good', false).split('\n')[0]).toMatch(/^good: rank 1, total [\d.]+, mergeable$/);
});

test('the preview of a merge says that the agent did not finish', () => {
  const plan = {
    ...{ runId: 'run-1', candidate: 'slow', rank: 2, of: 3, total: 80, strategy: 'squash', destination: { kind: 'target' } },
    ...{ target: { branch: 'main', from: 'abc', isCheckedOut: true }, hasMoved: false, files: [], check: null, message: null },
    ...{ forceReason: null, refusals: [], ending: { kind: 'time_limit', cause: null } },
  } as const satisfies Parameters<typeof renderMergePlan>[0];
  expect(renderMergePlan(plan).split('\n').slice(0, 2)).toEqual([
    'slow of run run-1 (rank 2 of 3, total 80)',
    '  the agent stopped at the time limit',
  ]);
});
