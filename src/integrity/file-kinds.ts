// What kind of file a path names, as far as several rules need it.
import { anyOf } from './pattern.ts';
import { supportRole } from './test-support.ts';

const SOURCE = anyOf({
  byExtension: /\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|c|cc|cpp|h|hpp|cs|swift|scala|ex|exs|dart|sh|bash|lua|pl)$/,
  // Shell programs usually have no extension.
  program: /(?:^|\/)bin\/[\w-]+$/,
});

/** Code under test: no test, setting or check script. */
export function isSource({ path, isTest = false }: { path: string; isTest?: boolean }): boolean {
  return !isTest && supportRole(path) === null && SOURCE.test(path);
}

export function isProse({ path }: { path: string }): boolean {
  return /\.(?:md|rst|txt|adoc)$/i.test(path);
}

const TEST_TOOLING =
  /(?:^|[/_.-])(?:test\w*|specs?|mocks?|fixtures?|tools?|scripts?|benchmarks?|examples?|e2e|qa|ci)(?=[/_.-]|$)/i;

/** Helpers for tests and tools around them have a reason to know about tests. */
export function isTestTooling({ path }: { path: string }): boolean {
  return TEST_TOOLING.test(path);
}
