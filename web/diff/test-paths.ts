// Which changed files look like tests, for the eye only: what counts was decided when the run was compared.

const TEST_PATH =
  /(^|\/)(tests?|__tests__|specs?|testdata|fixtures)\/|[._-](test|spec)s?\.[^/]+$|(^|\/)(test_[^/]+|conftest)\.py$|_test\.(go|py|rb|exs)$|Tests?\.(java|kt|cs|php|swift)$/;

export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path);
}
