// Test files for node-tap and tape.
import { JAVASCRIPT_FILE } from '../shared/test-files.ts';
import { loadRunner, type ScriptFile, scriptWriter, TEST_MILLISECONDS } from '../shared/writing/script-writer.ts';

export const write = scriptWriter({
  testFile: JAVASCRIPT_FILE,
  head(file) {
    const module = libraryOf(file);
    return [loadRunner({ imported: `import _tap from '${module}';`, required: `const _tap = require('${module}');` }, file.form)];
  },
  // Old versions of tape do not wait for promises. In tape the id of a test is that of its assertion.
  declare: (title, body) => [
    `_tap.test(${title}, { timeout: ${TEST_MILLISECONDS} }, (t) => {`,
    '  const run = async () => {',
    ...body.map((line) => `  ${line}`),
    '  };',
    '  run().then(',
    `    () => { t.ok(true, ${title}); t.end(); },`,
    `    (error) => { t.fail(${title}, { actual: String(error && error.message) }); t.end(); },`,
    '  );',
    '});',
  ],
});

const LIBRARY = /(?:\bfrom\s{0,4}|\brequire\s{0,4}\(\s{0,4})['"](tape|tap|@tapjs\/tap)['"]/;

/** What the tests beside it use. */
function libraryOf({ neighbors }: ScriptFile): string {
  const found = neighbors.flatMap((text) => LIBRARY.exec(text)?.[1] ?? []);
  return found[0] ?? 'tap';
}
