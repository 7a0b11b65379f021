// Test files for AVA.
import { JAVASCRIPT_FILE } from '../shared/test-files.ts';
import { loadRunner, scriptWriter, TEST_MILLISECONDS } from '../shared/writing/script-writer.ts';

export const write = scriptWriter({
  testFile: JAVASCRIPT_FILE,
  head: ({ form }) => [loadRunner({ imported: "import test from 'ava';", required: "const test = require('ava');" }, form)],
  // It refuses a test without an assertion.
  declare: (title, body) => [
    `test(${title}, async (t) => {`,
    `  t.timeout(${TEST_MILLISECONDS});`,
    ...body,
    '  t.pass();',
    '});',
  ],
});
