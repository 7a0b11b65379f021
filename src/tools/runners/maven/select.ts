// Runs only some tests of a Maven build.
import type { FileRequest, TestRequest } from '../../tool.ts';
import { stemOf } from '../shared/arguments.ts';
import { type JavaTest, parseJavaTests } from '../shared/java-tests.ts';

/** Goals that also run integration tests, which have their own selection. */
const RUNS_INTEGRATION_TESTS = /^(?:integration-test|verify|install)$/;

export function selectTests({ args, ids }: TestRequest): string[] | null {
  const tests = parseJavaTests(ids);
  return tests === null ? null : withTests(args, patternsOf(tests));
}

export function selectFiles({ args, files }: FileRequest): string[] | null {
  const names = files.map(stemOf);
  return names.every((name) => /^\w+$/.test(name)) ? withTests(args, names) : null;
}

/** `ClassTest#method*+other*`: the name of a parameterized test continues after that of the method. */
function patternsOf(tests: readonly JavaTest[]): string[] {
  const methods = new Map<string, Set<string | null>>();
  for (const { className, isNested, method } of tests) {
    const name = `${className.slice(className.lastIndexOf('.') + 1)}${isNested ? '*' : ''}`;
    methods.set(name, (methods.get(name) ?? new Set()).add(method));
  }
  return [...methods].map(([name, ofClass]) => {
    const all = ofClass.has(null);
    return all ? name : `${name}#${[...ofClass].map((method) => `${method}*`).join('+')}`;
  });
}

/** Modules without any of the tests must not fail because of that. */
function withTests(args: readonly string[], patterns: readonly string[]): string[] {
  const list = `'${[...new Set(patterns)].join(',')}'`;
  const ofUnits = [`-Dtest=${list}`, '-DfailIfNoTests=false', '-Dsurefire.failIfNoSpecifiedTests=false'];
  const ofIntegration = [`-Dit.test=${list}`, '-Dfailsafe.failIfNoSpecifiedTests=false'];
  return [...args, ...ofUnits, ...(args.some((word) => RUNS_INTEGRATION_TESTS.test(word)) ? ofIntegration : [])];
}
