import { expect, test } from 'vitest';
import { suggestBranch } from './merge-destination.tsx';

const branch = (name: string) => ({ name, is_current: false });

test('suggests a branch name that does not exist yet', () => {
  expect(suggestBranch('good', [branch('main')])).toBe('hydra/good');
  expect(suggestBranch('good', [branch('hydra/good'), branch('hydra/good-2'), branch('hydra/good-4')])).toBe('hydra/good-3');
});
