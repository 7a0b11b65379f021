import { expect, test } from 'vitest';
import { changed } from '../../test/facts-builder.ts';
import { churnOf, touchedLines } from './change-size.ts';

const edited = changed('a.ts', {
  ...{ added: 90, removed: 80, added_normalized: 40, removed_normalized: 30 },
  syntax: { added: 20, removed: 15, moved: 10 },
});
const unknown = changed('a.md', { added: 9, removed: 8, added_normalized: 4, removed_normalized: 3 });

test.each([
  ['none', 187, 187],
  ['whitespace', 77, 77],
  ['syntax', 32, 42],
] as const)('normalize = "%s" counts %i lines, %i of them where they are', (normalize, churn, touched) => {
  expect(churnOf([edited, unknown], normalize)).toBe(churn);
  expect(touchedLines([edited, unknown], normalize)).toBe(touched);
});
