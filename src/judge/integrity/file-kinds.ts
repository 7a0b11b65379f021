// What kind of file a path names, as far as several rules need it.
import { isSourceFile } from '../../languages/index.ts';
import { supportRole } from '../../tools/index.ts';

/** Code under test: no test, setting or check script. */
export function isSource({ path, isTest = false }: { path: string; isTest?: boolean }): boolean {
  return !isTest && supportRole(path) === null && isSourceFile(path);
}

const TEST_TOOLING =
  /(?:^|[/_.-])(?:test\w*|specs?|mocks?|fixtures?|tools?|scripts?|benchmarks?|examples?|e2e|qa|ci)(?=[/_.-]|$)/i;

/** Helpers for tests and tools around them have a reason to know about tests. */
export function isTestTooling({ path }: { path: string }): boolean {
  return TEST_TOOLING.test(path);
}
