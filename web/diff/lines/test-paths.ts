// Which changed files look like tests. Only for display: the run has determined the test files that count.
import { hasTestName } from '../../../src/languages/index.ts';

const TEST_PATH = /(^|\/)(tests?|__tests__|specs?|testdata|fixtures)\/|[._-](test|spec)s?\.[^/]+$/;

export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path) || hasTestName(path);
}
