import { expect, test } from 'vitest';
import { exitCodeFor } from './exit-code.ts';

test.each([
  ['one leader', ['codex'], 0],
  ['several level leaders', ['codex', 'claude'], 0],
  ['none', [], 1],
] as const)('%s', (_, leaders, exitCode) => {
  expect(exitCodeFor({ verdict: { class: 'level', leaders: [...leaders], reason: '', next: null } })).toBe(exitCode);
});
