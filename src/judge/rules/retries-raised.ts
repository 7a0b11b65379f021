import { anyOf, inOrder } from '../../languages/index.ts';
import { mixedFile, supportRole } from '../../tools/index.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';
import { TEST_WITH_OPTION } from '../integrity/test-code.ts';

const RETRY_IN_SETTINGS = anyOf({
  key: /\b(?:retry|retries|reruns?|flaky)\b["']?\s*[:=]\s*[1-9]/,
  flag: /--(?:retry|retries|reruns|flaky-test-attempts)[= ]\d/,
});

/** Only forms that address the runner: in a test, `retries: 3` alone is usually an argument of the code under test. */
const RETRY_IN_TEST = anyOf({
  jest: /\bjest\.retryTimes\s*\(\s*[1-9]/,
  mocha: /\bthis\.retries\s*\(\s*[1-9]/,
  pytest: /@(?:pytest\.mark\.)?flaky\b/,
  junit: /@(?:RepeatedIfExceptionsTest|RetryingTest)\b/,
  option: inOrder({ call: TEST_WITH_OPTION, retries: /(?:retry|retries):\s*[1-9]/ }),
});

export const retriesRaised: FileRule = {
  id: 'retries_raised',
  scope: 'file',
  title: 'Failing tests are retried until they pass.',
  severity: 'warning',
  otherSeverities: {},
  docs: {
    catches:
      'Added retries: `jest.retryTimes(3)`, `this.retries(3)`, `@flaky` and `{ retry: 3 }` in tests; `retries: 3`, `--reruns 3` and similar in settings of test runners, check scripts, `package.json` and `pyproject.toml`.',
    why: 'Retries turn a test that fails most of the time into a passing one.',
    example: { 'test/cart.test.js': ['+jest.retryTimes(5);'] },
    allow: 'Allow test folders in which retries are normal, for example end-to-end tests.',
  },
  find({ patch }) {
    return patch.flatMap((file) => {
      const role = supportRole(file.path);
      const pattern = role === 'test' ? RETRY_IN_TEST : RETRY_IN_SETTINGS;
      const lines = file.added.filter(({ text }) => pattern.test(text));
      if (lines.length === 0 || (role === null && mixedFile(file.path) === null)) return [];
      return [fileFinding('warning', 'retries failing tests until they pass', file.path, lines)];
    });
  },
};
