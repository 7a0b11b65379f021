import { expect, test } from 'vitest';
import type { Verdict } from '../contract/index.ts';
import { type RunLine, renderRuns } from './render-runs.ts';

function run(changes: Partial<RunLine>): RunLine {
  return {
    id: '20260101-100000-aaaaaa',
    state: 'finished',
    problem: null,
    task: null,
    base: 'main',
    candidates: ['a', 'b'],
    verdict: won('a'),
    merge_of: null,
    ...changes,
  };
}

function won(...leaders: string[]): Verdict {
  return { class: leaders.length > 1 ? 'level' : 'decided_by_tests', leaders, reason: '', next: null };
}

function without(name: 'contested' | 'unproven' | 'none'): Verdict {
  return { class: name, leaders: [], reason: '', next: null };
}

test('prints a note without runs', () => {
  expect(renderRuns([])).toBe('No runs yet. Create one with `hydra score NAME=BRANCH ...`.\n');
});

test('prints one line per run, with the outcome in a column', () => {
  const runs = [
    run({ verdict: won('careful'), task: 'mend the cart' }),
    run({ verdict: won('careful', 'b') }),
    run({ verdict: without('contested') }),
    run({ verdict: without('unproven') }),
    run({ id: '20260101-090000-bbbbbb', verdict: without('none') }),
    run({ id: '20260101-080000-cccccc', state: 'interrupted', verdict: null, base: 'HEAD~1' }),
    run({ id: '20260101-070000-dddddd', state: 'unreadable', verdict: null, candidates: [], base: '?' }),
  ];
  expect(renderRuns(runs)).toBe(
    [
      '20260101-100000-aaaaaa  winner careful       mend the cart',
      '20260101-100000-aaaaaa  level careful and b  a, b on main',
      '20260101-100000-aaaaaa  decision needed      a, b on main',
      '20260101-100000-aaaaaa  unproven             a, b on main',
      '20260101-090000-bbbbbb  no winner            a, b on main',
      '20260101-080000-cccccc  interrupted          a, b on HEAD~1',
      '20260101-070000-dddddd  unreadable',
      '',
    ].join('\n'),
  );
});

test('prints the whole error below its run', () => {
  const problem = { message: `it broke${'!'.repeat(200)}\u001b[2J`, next: 'Mend it.' };
  expect(renderRuns([run({ state: 'failed', verdict: null, problem })])).toBe(
    `20260101-100000-aaaaaa  failed  a, b on main\n  it broke${'!'.repeat(200)}\\u001b[2J\n  next: Mend it.\n`,
  );
});

test('escapes hostile text and keeps every line within the width', () => {
  const evil = `\u001b]0;x\u0007${'w'.repeat(100)}`;
  const lines = renderRuns([run({ verdict: won(evil) }), run({ task: evil }), run({ candidates: [evil], base: evil })]).split(
    '\n',
  );
  expect(lines.map((line) => line.length)).toEqual([68, 80, 80, 0]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(lines.join('')).not.toMatch(/[\u0000-\u001f]/);
  expect(lines[0]).toContain('winner \\u001b]0;x\\u0007www');
});
