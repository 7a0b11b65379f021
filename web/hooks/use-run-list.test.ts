import { expect, test } from 'vitest';
import type { RunEntry } from '../../src/contract/index.ts';
import { DataSourceError } from '../api/data-source.ts';
import { changeTo, type RunList } from './use-run-list.ts';

const entry = (id: string): RunEntry => ({
  ...{ id, state: 'finished', trouble: null, task: null, base: 'main', started_at: null },
  ...{ winner: null, verdict: null, firmness: null, candidates: [], merge_of: null },
});
const before: RunList = { entries: [entry('a'), entry('b')], gone: new Set(), lost: null };

test('a run that was there and is not any more is gone, until it is back', () => {
  const after = changeTo(before, [entry('b')]);
  expect([...after.gone]).toEqual(['a']);
  expect([...changeTo(after, [entry('b')]).gone]).toEqual(['a']);
  expect([...changeTo(after, [entry('a'), entry('b')]).gone]).toEqual([]);
});

test('the same answer changes nothing, and an answer ends the trouble', () => {
  expect(changeTo(before, [entry('a'), entry('b')])).toBe(before);
  const lost = { ...before, lost: new DataSourceError('unreachable', '', '') };
  expect(changeTo(lost, [entry('a'), entry('b')]).lost).toBeNull();
});
