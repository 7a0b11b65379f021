import { expect, test } from 'vitest';
import { sampleRanking, sampleScorecard } from '../../test/sample-scorecard.ts';
import { uncheckedText } from './verdict-text.ts';

test('names the checks that no candidate is scored on, without those that are reported as degraded', () => {
  const some = sampleScorecard([sampleRanking('a', { tests: 100 }), sampleRanking('b', { tests: 50 })]);
  expect(uncheckedText(some)).toBe('Not checked: build, lint.');
  expect(uncheckedText({ ...some, degraded: [{ dimension: 'lint', why: 'the linter is missing' }] })).toBe('Not checked: build.');
  expect(uncheckedText(sampleScorecard([sampleRanking('a', { build: 100, tests: 100, lint: 0 })]))).toBeNull();
  expect(uncheckedText(sampleScorecard([]))).toBeNull();
});
