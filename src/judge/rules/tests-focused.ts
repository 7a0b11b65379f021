import { anyOf, inOrder } from '../../languages/index.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';
import { isTestFile, linesGained, TEST_WITH_OPTION } from '../integrity/test-code.ts';

const FOCUS = anyOf({
  modifier: /\b(?:it|test|describe|context|suite)\.only\b/,
  prefixedCall: /^\s*f(?:it|describe|context)(?:\s*\(\s*|\s+)['"`]/,
  option: inOrder({ call: TEST_WITH_OPTION, only: /only:\s*true/ }),
  rspec: /\b(?:it|describe|context)\s[^;]{0,200},\s*(?::focus\b|focus:\s*true)/,
});

export const testsFocused: FileRule = {
  id: 'tests_focused',
  scope: 'file',
  title: 'Single tests are marked to run alone, so that all others do not run.',
  severity: 'error',
  otherSeverities: {},
  docs: {
    catches: 'Added lines in test files that focus a test: `it.only`, `describe.only`, `fit`, `{ only: true }`, `:focus`.',
    why: 'One focused test keeps every other test of its file, or of the whole run, from running.',
    example: { 'test/cart.test.js': ["-it('adds an item', () => {", "+it.only('adds an item', () => {"] },
    allow: 'There is no good reason to merge a focused test. Allow folders whose files only look like tests.',
  },
  find({ patch }) {
    return patch.filter(isTestFile).flatMap((file) => {
      const lines = linesGained(file, FOCUS);
      if (lines.length === 0) return [];
      return [fileFinding('error', 'focuses a test, so that the others do not run', file.path, lines)];
    });
  },
};
