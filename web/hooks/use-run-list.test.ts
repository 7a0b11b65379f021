import { expect, test } from 'vitest';
import type { RunEntry } from '../../src/contract/index.ts';
import { DataSourceError } from '../api/data-source.ts';
import { type RunList, withEntries } from './use-run-list.ts';

const entry = (id: string): RunEntry => ({
  ...{ id, state: 'finished', problem: null, task: null, base: 'main', started_at: null },
  ...{ winner: null, verdict: null, firmness: null, candidates: [], merge_of: null },
});
const before: RunList = { entries: [entry('a'), entry('b')], deleted: new Set(), connectionError: null };

test('marks a run that left the list as deleted until it is back', () => {
  const after = withEntries(before, [entry('b')]);
  expect([...after.deleted]).toEqual(['a']);
  expect([...withEntries(after, [entry('b')]).deleted]).toEqual(['a']);
  expect([...withEntries(after, [entry('a'), entry('b')]).deleted]).toEqual([]);
});

test('keeps the same object for the same response, and clears the error on a response', () => {
  expect(withEntries(before, [entry('a'), entry('b')])).toBe(before);
  const disconnected = { ...before, connectionError: new DataSourceError('unreachable', '', '') };
  expect(withEntries(disconnected, [entry('a'), entry('b')]).connectionError).toBeNull();
});
