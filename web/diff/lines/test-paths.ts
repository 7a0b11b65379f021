// Which changed files look like tests. Only for display: the run has determined the test files that count.

const TEST_PATH =
  /(^|\/)(tests?|__tests__|specs?|testdata|fixtures)\/|[._-](test|spec)s?\.[^/]+$|(^|\/)(test_[^/]+|conftest)\.py$|_test\.(go|py|rb|exs)$|Tests?\.(java|kt|cs|php|swift)$/;

export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path);
}
