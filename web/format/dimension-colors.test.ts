import { expect, test } from 'vitest';
import { DIMENSION_IDS } from '../../src/contract/index.ts';
import { dimensionColor } from './dimension-colors.ts';

test('gives every built-in dimension and the first four metrics a color of their own', () => {
  const ids = [...DIMENSION_IDS, 'bench', 'bundle_size', 'memory', 'type_coverage'];
  const all = ids.map((id) => ({ id }));
  expect(new Set(ids.map((id) => dimensionColor(id, all))).size).toBe(ids.length);
  expect(dimensionColor('x', all)).toBe(dimensionColor('bench', all));
});
