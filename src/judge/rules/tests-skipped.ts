import { anyOf, inOrder } from '../../languages/index.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';
import { linesGained, mayHoldTests, TEST_WITH_OPTION } from '../integrity/test-code.ts';
import { counted } from '../integrity/wording.ts';

const SKIP = anyOf({
  modifier: /\b(?:it|test|describe|context|suite)\.(?:skip|todo|failing|fails)\b/,
  prefixedCall: /\bx(?:it|describe|test|specify)\s*\(/,
  option: inOrder({ call: TEST_WITH_OPTION, skip: /skip:\s*(?:true|['"`])/ }),
  unittest: /@(?:unittest\.)?skip\b|@unittest\.expectedFailure|self\.skipTest\s*\(/,
  pytestMark: /@pytest\.mark\.(?:skip|xfail)\b|@pytest\.mark\.skipif\(\s*(?:True|1)\b/,
  pytestCall: /pytest\.(?:skip|xfail)\s*\(/,
  go: /\bt\.Skip(?:f|Now)?\s*\(/,
  rust: /#\[ignore\b/,
  junit: /@(?:Disabled|Ignore)\b|\bassume(?:True\s*\(\s*false|False\s*\(\s*true)/,
  rspec: /^\s*pending\s*[('"]/,
  phpunit: /markTest(?:Skipped|Incomplete)/,
  googleTest: /GTEST_SKIP|\bTEST\w*\s*\([^)]{0,100}\bDISABLED_/,
  mocha: /\bthis\.skip\s*\(/,
  vitestCondition: /\.(?:skipIf\s*\(\s*true|runIf\s*\(\s*false)/,
  xunit: /\bSkip\s*=\s*"/,
  minitestAndBats: /^\s*skip(?:\s+['"(]|\s*$)/,
  // Go builds such a test file only on request.
  goBuildTag: /^\/\/(?:go:build|\s?\+build)\s/,
});

export const testsSkipped: FileRule = {
  id: 'tests_skipped',
  scope: 'file',
  title: 'Tests are marked as skipped, pending or expected to fail.',
  severity: 'warning',
  otherSeverities: { info: 'the file is new, so nothing that the base tests is skipped' },
  docs: {
    catches:
      'Added lines in test files, and in Rust sources, that skip a test in the syntax of the common test libraries: `it.skip`, `xit`, `@pytest.mark.skip`, `t.Skip()`, `#[ignore]`, `@Disabled` and similar. A line that only moved is not reported.',
    why: 'A skipped test no longer protects the code. Whether it hides a failure is reported by `failing_tests_hidden`.',
    example: { 'test/cart.test.js': ["-it('adds an item', () => {", "+it.skip('adds an item', () => {"] },
    allow: 'Allow test folders in which skipping is normal, for example tests for another platform.',
  },
  find({ patch }) {
    return patch.filter(mayHoldTests).flatMap((file) => {
      const lines = linesGained(file, SKIP);
      if (lines.length === 0) return [];
      const severity = file.status === 'added' ? 'info' : 'warning';
      return [fileFinding(severity, `${counted(lines.length, 'test')} marked as skipped`, file.path, lines)];
    });
  },
};
