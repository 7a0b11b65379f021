import { expect, test } from 'vitest';
import { factsAbout } from './candidate-facts.tsx';

const NOTHING = { fixed: null, broken: null, lint: null, files: 1, lines: 1, durationMs: null, costUsd: null };
const shown = (changes: Partial<typeof NOTHING | Parameters<typeof factsAbout>[0]>) =>
  factsAbout({ ...NOTHING, ...changes }).map(({ text, tone }) => `${tone} ${text}`);

test('says what was measured, and marks what is good or bad about it', () => {
  const measured = {
    fixed: { count: 4, of: 4 },
    broken: { count: 0, of: 11 },
    lint: 0,
    lines: 15,
    durationMs: 9000,
    costUsd: 0.5,
  };
  expect(shown(measured)).toEqual([
    'good fixes 4 of 4 failing tests',
    'good breaks none of 11 passing tests',
    'good no new lint',
    'plain 15 lines in 1 file',
    'plain took 9.0 s',
    'plain cost $0.50',
  ]);
  expect(shown({ fixed: { count: 2, of: 4 }, broken: { count: 2, of: 11 }, lint: 3 })).toEqual([
    'plain fixes 2 of 4 failing tests',
    'bad breaks 2 of 11 passing tests',
    'plain 3 new lint',
    'plain 1 line in 1 file',
  ]);
});

test('leaves out what is not known', () => {
  expect(shown({})).toEqual(['plain 1 line in 1 file']);
  expect(shown({ fixed: { count: 0, of: 0 } })).toEqual(['plain 1 line in 1 file']);
});
