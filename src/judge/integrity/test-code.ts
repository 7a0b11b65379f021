// Lines that define a test or assert something, in the syntax of common test libraries.
import { anyOf, holdsTests, inOrder, LANGUAGES } from '../../languages/index.ts';
import { supportRole } from '../../tools/index.ts';
import type { PatchFile, PatchLine } from './patch.ts';

export const ASSERTION = anyOf({
  assert: /\b(?:\w*_)?[Aa]ssert\w*[!.( ]/,
  expect: /\bexpect\s*[({]|#(?:expect|require)\s*\(/,
  should: /\bshould\w*\b(?!\s+")/,
  unittest: /\bself\.assert\w+/,
  goAndTap:
    /\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow|is|isNot|not|ok|notOk|equal|equals|notEqual|same|strictEqual|deepEqual|deepEquals|true|false|like|match|throws|rejects)\b/,
  testify: /\brequire\.\w+\(/,
  googleTestAndCatch:
    /\b(?:EXPECT_|ASSERT_|(?:BOOST_)?(?:CHECK|REQUIRE)\w*\s*\(|XCTAssert|XCTFail|XCTUnwrap|TEST_ASSERT|CU_ASSERT)/,
  minitest: /\b(?:must|wont)_\w+|\brefute\w*\b|\braise_error\b/,
});

const DEFINITIONS = LANGUAGES.flatMap(({ id, tests }) =>
  tests?.definition === undefined ? [] : [[id, tests.definition] as const],
);
const TEST_DEFINITION = anyOf({
  ...Object.fromEntries(DEFINITIONS),
  gherkin: /^\s*(?:Scenario(?: Outline| Template)?|Example):/,
});

/** Ruby, Elixir, Lua, Zig, Haskell, Dart, Kotlin and others: a name or a block follows. Product source has such calls too. */
const TEST_CALL = inOrder({
  function:
    /^\s*(?:it|its|test|specify|scenario|feature|describe|context|example|should|property|doctest|subtest|testWidgets|test_that|group|[xf]it)\b/,
  argument: /\s*[("'`{]|\s+do\b/,
});

/** The start of a pattern: a call that defines a test, up to an option on the same line. */
export const TEST_WITH_OPTION = /\b(?:it|test|describe|suite)\s*\([^;]{0,200}\b/;

/** The number of test definitions that the diff removes. */
export function removedTestDefinitions(patch: readonly PatchFile[]): number {
  const definesTest = (file: PatchFile) => {
    const isTest = mayHoldTests(file);
    return ({ text }: PatchLine) => TEST_DEFINITION.test(text) || (isTest && TEST_CALL.test(text));
  };
  return patch.reduce((sum, file) => sum + file.removed.filter(definesTest(file)).length, 0);
}

/** Whether every assertion that the diff removes from tests is added to a test again: tests were renamed or moved. */
export function keepsAssertions(patch: readonly PatchFile[]): boolean {
  const files = patch.filter(mayHoldTests);
  const kept = new Set(files.flatMap(({ added }) => added.map(({ text }) => text.trim())));
  return files.every(({ removed }) => removed.every(({ text }) => !ASSERTION.test(text) || kept.has(text.trim())));
}

export function isTestFile({ path, isTest = false }: { path: string; isTest?: boolean }): boolean {
  return isTest || supportRole(path) === 'test';
}

/** Test files, and Rust sources, which often have their tests inside. */
export function mayHoldTests(file: { path: string; isTest?: boolean }): boolean {
  return isTestFile(file) || holdsTests(file.path);
}

/** The added lines that match, if there are more of them than removed ones: a line that only moved does not count. */
export function linesGained({ added, removed }: PatchFile, pattern: RegExp): PatchLine[] {
  const after = added.filter(({ text }) => pattern.test(text));
  const before = removed.filter(({ text }) => pattern.test(text));
  return after.length > before.length ? after : [];
}
