import { expect, test } from 'vitest';
import { type RunLine, renderRuns } from './render-runs.ts';

function run(changes: Partial<RunLine>): RunLine {
  return {
    id: '20260101-100000-aaaaaa',
    state: 'finished',
    trouble: null,
    task: null,
    base: 'main',
    candidates: ['a', 'b'],
    winner: 'a',
    merge_of: null,
    ...changes,
  };
}

test('no runs', () => {
  expect(renderRuns([])).toBe('No runs yet. Make one with `hydra score NAME=BRANCH ...`.\n');
});

test('one line each, with the outcome in a column', () => {
  const runs = [
    run({ winner: 'careful', task: 'mend the cart' }),
    run({ id: '20260101-090000-bbbbbb', winner: null }),
    run({ id: '20260101-080000-cccccc', state: 'interrupted', winner: null, base: 'HEAD~1' }),
    run({ id: '20260101-070000-dddddd', state: 'unreadable', winner: null, candidates: [], base: '?' }),
  ];
  expect(renderRuns(runs)).toBe(
    [
      '20260101-100000-aaaaaa  winner careful  mend the cart',
      '20260101-090000-bbbbbb  winner none     a, b on main',
      '20260101-080000-cccccc  interrupted     a, b on HEAD~1',
      '20260101-070000-dddddd  unreadable',
      '',
    ].join('\n'),
  );
});

test('what went wrong stands below, whole', () => {
  const trouble = { message: `it broke${'!'.repeat(200)}\u001b[2J`, next: 'Mend it.' };
  expect(renderRuns([run({ state: 'failed', winner: null, trouble })])).toBe(
    `20260101-100000-aaaaaa  failed  a, b on main\n  it broke${'!'.repeat(200)}\\u001b[2J\n  next: Mend it.\n`,
  );
});

test('hostile text is shown, not obeyed, and no line is too wide', () => {
  const evil = `\u001b]0;x\u0007${'w'.repeat(100)}`;
  const lines = renderRuns([run({ winner: evil }), run({ task: evil }), run({ candidates: [evil], base: evil })]).split('\n');
  expect(lines.map((line) => line.length)).toEqual([68, 80, 80, 0]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(lines.join('')).not.toMatch(/[\u0000-\u001f]/);
  expect(lines[0]).toContain('winner \\u001b]0;x\\u0007www');
});
