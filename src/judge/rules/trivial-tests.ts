import { anyOf } from '../../languages/index.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';
import { ASSERTION, isTestFile } from '../integrity/test-code.ts';
import { counted } from '../integrity/wording.ts';

const TRIVIAL = anyOf({
  assertTrue: /\bassert(?:\.ok|\.equal|\.strictEqual)?\s*\(\s*(?:true|1)\s*(?:,\s*(?:true|1)\s*)?\)/,
  expectItself: /expect\s*\(\s*(?<expected>true|1|\d+)\s*\)\.(?:toBe|toEqual)\s*\(\s*\k<expected>\s*\)/,
  expectTruthy: /expect\(true\)\.toBeTruthy/,
  python: /\bassert\s+(?:True|1\s*==\s*1|\d+\s*==\s*\d+)\s*$/,
  unittest: /self\.assertTrue\(\s*True\s*\)/,
  rustTrue: /assert!\(\s*true\s*\)/,
  rustNumber: /assert_eq!\(\s*(?<number>\d+)\s*,\s*\k<number>\s*\)/,
  nodeName: /\bassert\.(?:equal|strictEqual)\(\s*(?<name>\w+)\s*,\s*\k<name>\s*\)/,
});

export const trivialTests: FileRule = {
  id: 'trivial_tests',
  scope: 'file',
  title: 'New assertions hold whatever the code does.',
  severity: 'warning',
  otherSeverities: {},
  docs: {
    catches:
      'At least half of the assertions that a candidate adds to a test file can never fail, such as `assert.ok(true)`, `expect(1).toBe(1)` or `assert 1 == 1`.',
    why: 'Tests without content look like evidence for the change and are none.',
    example: { 'test/cart.test.js': ["+test('works', () => {", '+  assert.ok(true);', '+});'] },
    allow: 'Allow test folders in which such a line has a purpose, for example smoke tests that only load a module.',
  },
  find({ patch }) {
    return patch.filter(isTestFile).flatMap((file) => {
      const trivial = file.added.filter(({ text }) => TRIVIAL.test(text));
      const all = file.added.filter(({ text }) => ASSERTION.test(text)).length;
      if (trivial.length === 0 || trivial.length * 2 < all) return [];
      return [fileFinding('warning', `${counted(trivial.length, 'new assertion')} can never fail`, file.path, trivial)];
    });
  },
};
