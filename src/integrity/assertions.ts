// Lines that assert something or define a test, in the words of each language's test libraries.

import type { PatchFile } from './patch.ts';
import { supportRole } from './test-support.ts';

export const ASSERTION =
  /\b(?:assert\w*[!.( ]|expect\s*\(|should\b|self\.assert\w+|t\.(?:Error|Errorf|Fatal|Fatalf|is|deepEqual|true|false|like|throws)\b|require\.\w+\(|EXPECT_|ASSERT_|CHECK\s*\(|REQUIRE\s*\()/;

const TEST_DEFINITION =
  /^\s*(?:(?:async\s+)?(?:it|test|describe|specify|context)(?:\.\w+)*\s*[(`]|(?:async\s+)?def\s+test\w*\s*\(|func\s+Test\w*\s*\(|#\[(?:\w+::)?test\b|@(?:Test|ParameterizedTest)\b|public\s+function\s+test\w*|TEST(?:_F|_P)?\s*\(|@(?:pytest\.mark\.)?parametrize)/;

/** Definitions of tests that the diff takes away. */
export function removedTestLines(patch: readonly PatchFile[]): number {
  return patch.reduce((sum, { removed }) => sum + removed.filter(({ text }) => TEST_DEFINITION.test(text)).length, 0);
}

/** Whether every assertion that the diff takes out of tests stands in them elsewhere: tests were renamed or moved. */
export function keepsAssertions(patch: readonly PatchFile[]): boolean {
  const files = patch.filter(({ path }) => supportRole(path) === 'test' || path.endsWith('.rs'));
  const kept = new Set(files.flatMap(({ added }) => added.map(({ text }) => text.trim())));
  return files.every(({ removed }) => removed.every(({ text }) => !ASSERTION.test(text) || kept.has(text.trim())));
}
