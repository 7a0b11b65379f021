// Lines that define a test or assert something, in the syntax of common test libraries.
import type { PatchFile, PatchLine } from './patch.ts';
import { anyOf } from './pattern.ts';
import { supportRole } from './test-support.ts';

export const ASSERTION = anyOf({
  assert: /\bassert\w*[!.( ]/,
  expect: /\bexpect\s*\(/,
  should: /\bshould\b/,
  unittest: /\bself\.assert\w+/,
  goAndAva: /\bt\.(?:Error|Errorf|Fatal|Fatalf|is|deepEqual|true|false|like|throws)\b/,
  testify: /\brequire\.\w+\(/,
  googleTestAndCatch: /\b(?:EXPECT_|ASSERT_|CHECK\s*\(|REQUIRE\s*\()/,
});

const TEST_DEFINITION = anyOf({
  javascript: /^\s*(?:async\s+)?(?:it|test|describe|specify|context)(?:\.\w+)*\s*[(`]/,
  python: /^\s*(?:async\s+)?def\s+test\w*\s*\(/,
  go: /^\s*func\s+Test\w*\s*\(/,
  rust: /^\s*#\[(?:\w+::)?test\b/,
  junit: /^\s*@(?:Test|ParameterizedTest)\b/,
  phpunit: /^\s*public\s+function\s+test\w*/,
  googleTest: /^\s*TEST(?:_F|_P)?\s*\(/,
  pytestParameters: /^\s*@(?:pytest\.mark\.)?parametrize/,
});

/** The start of a pattern: a call that defines a test, up to an option on the same line. */
export const TEST_WITH_OPTION = /\b(?:it|test|describe|suite)\s*\([^;]{0,200}\b/;

/** The number of test definitions that the diff removes. */
export function removedTestDefinitions(patch: readonly PatchFile[]): number {
  return patch.reduce((sum, { removed }) => sum + removed.filter(({ text }) => TEST_DEFINITION.test(text)).length, 0);
}

/** Whether every assertion that the diff removes from tests is added to a test again: tests were renamed or moved. */
export function keepsAssertions(patch: readonly PatchFile[]): boolean {
  const files = patch.filter(mayHoldTests);
  const kept = new Set(files.flatMap(({ added }) => added.map(({ text }) => text.trim())));
  return files.every(({ removed }) => removed.every(({ text }) => !ASSERTION.test(text) || kept.has(text.trim())));
}

export function isTestFile({ path }: { path: string }): boolean {
  return supportRole(path) === 'test';
}

/** Test files, and Rust sources, which often have their tests inside. */
export function mayHoldTests({ path }: { path: string }): boolean {
  return supportRole(path) === 'test' || path.endsWith('.rs');
}

/** The added lines that match, if there are more of them than removed ones: a line that only moved does not count. */
export function linesGained({ added, removed }: PatchFile, pattern: RegExp): PatchLine[] {
  const after = added.filter(({ text }) => pattern.test(text));
  const before = removed.filter(({ text }) => pattern.test(text));
  return after.length > before.length ? after : [];
}
