import { expect, test } from 'vitest';
import { exitCodeFor } from './exit-code.ts';

test.each([
  ['codex', 0],
  [null, 1],
])('winner %j: exit code %i', (winner, exitCode) => {
  expect(exitCodeFor({ winner })).toBe(exitCode);
});
