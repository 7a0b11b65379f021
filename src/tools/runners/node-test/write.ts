// Test files for the test runner of Node.
import { loadRunner, scriptWriter } from '../shared/writing/script-writer.ts';

export const write = scriptWriter({
  testFile: /\.[cm]?[jt]s$/,
  head: ({ form }) => [
    loadRunner({ imported: "import { test } from 'node:test';", required: "const { test } = require('node:test');" }, form),
  ],
  declare: (title, body) => [`test(${title}, async (t) => {`, ...body, '});'],
});
