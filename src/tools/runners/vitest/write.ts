// Test files for Vitest.
import { scriptWriter, TEST_MILLISECONDS, usesName } from '../shared/writing/script-writer.ts';

const PROVIDED = ['expect', 'vi'];

export const write = scriptWriter({
  testFile: /\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:tests?|__tests__)\/.*\.[cm]?[jt]sx?$/,
  importsOnly: true,
  provides: PROVIDED,
  head({ tests }) {
    const names = PROVIDED.filter((name) => usesName(name, tests)).map((name) => `${name} as _${name}`);
    return [`import { ${[...names, 'test'].join(', ')} } from 'vitest';`];
  },
  declare: (title, body) => [`test(${title}, async (t) => {`, ...body, `}, ${TEST_MILLISECONDS});`],
});
