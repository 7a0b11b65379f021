import { anyOf, inOrder } from '../../languages/index.ts';
import { allOthersRemoveLines } from '../integrity/other-candidates.ts';
import type { PatchLine } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';
import { counted, listed } from '../integrity/wording.ts';

/** A call that runs one test, and the test's name. */
const REGISTRATION = inOrder({
  function: anyOf({
    unity: /\bRUN_TEST(?:_CASE|_GROUP)?/,
    cunit: /\b(?:CU_add_test|CU_ADD_TEST)/,
    cmocka: /\bcmocka_unit_test\w*/,
    check: /\b(?:tcase_add_test|suite_add_tcase)/,
    minunit: /\b(?:mu_run_test|MU_RUN_TEST)/,
    qtest: /\bQTEST_\w*MAIN/,
    glib: /\bg_test_add(?:_func)?/,
  }),
  name: /\s*\(\s*([^)]{1,200})/,
});

export const testsUnregistered: FileRule = {
  id: 'tests_unregistered',
  scope: 'file',
  title: 'Calls that run single tests are removed from a test program.',
  severity: 'warning',
  otherSeverities: { info: 'every other candidate removes lines from the file too' },
  docs: {
    catches:
      'Removed lines that register a test with Unity, CUnit, cmocka, Check, MinUnit, QTest or GLib, unless the diff registers the same test elsewhere.',
    why: 'C test programs often report only one result for all tests, so that a missing test does not show in the results.',
    example: { 'tests/cart_tests.c': ['-    RUN_TEST(adds_item);'] },
    allow: 'Allow test files whose tests the task asks to remove.',
  },
  find(evidence) {
    const kept = new Set(evidence.patch.flatMap(({ added }) => registrations(added).map(({ name }) => name)));
    return evidence.patch.flatMap((file) => {
      const lost = registrations(file.removed).filter(({ name }) => !kept.has(name));
      if (lost.length === 0) return [];
      const text = `${counted(lost.length, 'test')} no longer registered: ${listed(lost.map(({ name }) => name))}`;
      const severity = allOthersRemoveLines(evidence, file.path) ? 'info' : 'warning';
      const lines = lost.map(({ line }) => line);
      return [fileFinding(severity, text, file.path, lines)];
    });
  },
};

function registrations(lines: readonly PatchLine[]): { line: PatchLine; name: string }[] {
  return lines.flatMap((line) => {
    const name = REGISTRATION.exec(line.text)?.[1]?.replace(/\s+/g, ' ').trim();
    return name === undefined ? [] : [{ line, name }];
  });
}
