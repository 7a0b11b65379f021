// The result of a run on one screen of a terminal.
import { expect, test } from 'vitest';
import { renderResult } from '../src/report/index.ts';
import { scoreFacts } from '../src/scoring/index.ts';
import { makePolicy } from './facts-builder.ts';
import { SAMPLE_FACTS } from './sample-facts.ts';

const text = renderResult(scoreFacts(SAMPLE_FACTS, makePolicy()), SAMPLE_FACTS, { colour: false });

test('shows facts before scores, a divider, one reason each, and findings by their cause', () => {
  expect(text).toBe(`Winner: steady, decided by quality: better than sprawling in lint and diff scope
  (8.7 points).

#  candidate   fixes   breaks  new lint  lines  files   time   cost  score
1  steady     2 of 2  0 of 46         0     69      3  214 s  $0.46  100.0
2  sprawling  2 of 2  0 of 46         3   1380     30  385 s  $1.12   87.8
   the same test results, 3 more lint findings, 1311 more lines, 171 s slower
   --- cannot be merged, however high the score ---
-  hasty      2 of 2  8 of 46         0     35      1  131 s      -   91.9
   breaks 8 of 46 passing tests (17.4%, limit 0%)
-  sly        0 of 2  0 of 46         0     35      2  240 s      -   97.7
   tests deleted

error sly tests deleted (test/cart.test.ts): The diff deletes 2 tests that fail
  on the base.
`);
});

test('four candidates need at most 25 lines of 80 columns', () => {
  const lines = text.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(25);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('names and messages of candidates cannot control the terminal', () => {
  const hostile = structuredClone(SAMPLE_FACTS);
  for (const candidate of hostile.candidates) candidate.name = `${candidate.name}\u001b[2J\u202e`;
  const shown = renderResult(scoreFacts(hostile, makePolicy()), hostile, { colour: false });
  expect(['\u001b', '\u202e'].filter((character) => shown.includes(character))).toEqual([]);
});

test('leaves out the number of files, then the time, before it cuts names short', () => {
  const headingsWith = (name: string) => {
    const renamed = structuredClone(SAMPLE_FACTS);
    const [first] = renamed.candidates;
    if (first !== undefined) first.name = name;
    const lines = renderResult(scoreFacts(renamed, makePolicy()), renamed, { colour: false }).split('\n');
    const table = lines.slice(lines.findIndex((line) => line.startsWith('#')));
    return [table[0]?.trim().split(/ {2,}/).slice(2), table.some((line) => line.includes(name))];
  };
  const rest = ['fixes', 'breaks', 'new lint', 'lines'];
  expect(headingsWith('steady-eleven')).toEqual([[...rest, 'files', 'time', 'cost', 'score'], true]);
  expect(headingsWith('codex-gpt-5-code')).toEqual([[...rest, 'time', 'cost', 'score'], true]);
});

test('names the removed line behind a finding that has no other place', () => {
  const facts = structuredClone(SAMPLE_FACTS);
  const finding = facts.candidates.flatMap(({ integrity }) => integrity)[0];
  if (finding === undefined) throw new Error('the sample has no finding');
  Object.assign(finding, { place: null, places: [{ path: 'test/rows.js', side: 'old', start_line: 34, end_line: 36 }] });
  const lines = renderResult(scoreFacts(facts, makePolicy()), facts, { colour: false }).split('\n');
  expect(lines).toContain('error sly tests deleted (test/rows.js:34, removed): The diff deletes 2 tests');
});
