import { expect, test } from 'vitest';
import { fillDetails } from './fill-details.ts';

test('fills gaps and keeps what is known', () => {
  const kept = [{ id: 'a', status: 'failed' as const, message: 'own', file: 'a.py' }];
  const other = [{ id: 'a', status: 'failed' as const, message: 'other', file: 'b.py', line: 3, duration_ms: 4 }];
  expect(fillDetails(kept, other)).toEqual([{ id: 'a', status: 'failed', message: 'own', file: 'a.py', duration_ms: 4 }]);
});

test('finds a failed test by its own name where the ids differ', () => {
  const other = [{ id: 'pkg.Oven > heats up', status: 'failed' as const, message: 'cold' }];
  expect(fillDetails([{ id: 'oven.py::heats_up', status: 'failed' }], other)).toEqual([
    { id: 'oven.py::heats_up', status: 'failed' },
  ]);
  expect(fillDetails([{ id: 'oven.js > Oven > heats up', status: 'failed' }], other)[0]?.message).toBe('cold');
  expect(fillDetails([{ id: 'oven.js > Oven > heats up', status: 'passed' }], other)[0]?.message).toBeUndefined();
});

test('leaves out the details of a name that several tests have', () => {
  const other = ['x', 'y'].map((group) => ({ id: `${group} > same`, status: 'failed' as const, message: group }));
  expect(fillDetails([{ id: 'z > same', status: 'failed' }], other)).toEqual([{ id: 'z > same', status: 'failed' }]);
});
