// Test files for Jest.
import { scriptWriter, TEST_MILLISECONDS } from '../shared/writing/script-writer.ts';

export const write = scriptWriter({
  testFile: /\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:tests?|__tests__)\/.*\.[cm]?[jt]sx?$/,
  provides: ['expect', 'jest'],
  // Where the neighbors import the globals, they may not exist otherwise.
  head: ({ form, neighbors }) =>
    form === 'either' && neighbors.some((text) => text.includes('@jest/globals'))
      ? ["import { expect as _expect, jest as _jest, test } from '@jest/globals';"]
      : [],
  // A parameter would be a callback.
  declare: (title, body) => [`test(${title}, async () => {`, ...body, `}, ${TEST_MILLISECONDS});`],
});
