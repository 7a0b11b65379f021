// Test files for Mocha, whatever its interface.
import { JAVASCRIPT_FILE } from '../shared/test-files.ts';
import { scriptWriter, TEST_MILLISECONDS } from '../shared/writing/script-writer.ts';

export const write = scriptWriter({
  testFile: JAVASCRIPT_FILE,
  head: () => ["const _test = typeof it === 'function' ? it : test;"],
  declare: (title, body) => [`_test(${title}, async function () {`, `  this.timeout(${TEST_MILLISECONDS});`, ...body, '});'],
});
