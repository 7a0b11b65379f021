import { expect, test } from 'vitest';
import { makeCandidate, makeFacts, makePolicy } from '../../test/facts-builder.ts';
import { scoreFacts } from './score-facts.ts';

const files = (count: number) =>
  Array.from({ length: count }, (_unused, index) => ({
    path: `src/${index}.ts`,
    old_path: null,
    status: 'modified' as const,
    class: 'source' as const,
    added: 1,
    removed: 1,
    added_normalized: 1,
    removed_normalized: 1,
  }));
const took = (duration_ms: number) => ({ ended: 'exited' as const, exit_code: 0, duration_ms, cost_usd: null });

function firmnessOf(...candidates: Parameters<typeof makeCandidate>[0][]) {
  return scoreFacts(makeFacts({ candidates: candidates.map((candidate) => makeCandidate(candidate)) }), makePolicy()).firmness;
}

test('a winner that nothing unsettles is firm', () => {
  expect(firmnessOf({ name: 'a', files: files(1) }, { name: 'b', files: files(40) })).toEqual({
    verdict: 'firm',
    reasons: [],
  });
});

test('nobody mergeable: no winner', () => {
  expect(firmnessOf({ name: 'a', files: [] })).toEqual({ verdict: 'no_winner', reasons: [] });
});

test('equal totals are too close to call', () => {
  const { verdict, reasons } = firmnessOf({ name: 'a', files: files(1) }, { name: 'b', files: files(2) });
  expect(verdict).toBe('too_close_to_call');
  expect(reasons).toContain('b has the same total');
});

test('a lead by speed alone is too close to call', () => {
  const fast = { name: 'fast', files: files(6), agent: took(1000) };
  const slow = { name: 'slow', files: files(1), agent: took(1400) };
  expect(firmnessOf(fast, slow).reasons).toContain('only speed puts it before slow');
});

test('a winner whose tests come and go is too close to call', () => {
  const finding = { id: 'flaky_on_candidate', severity: 'warning' as const, message: 'm', place: null, how_to_allow: null };
  const { reasons } = firmnessOf({ name: 'a', files: files(1), integrity: [finding] }, { name: 'b', files: files(40) });
  expect(reasons).toEqual(['some of its tests pass only now and then']);
});
