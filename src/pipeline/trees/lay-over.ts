// Puts tests about the task on another author's code.
import type { ResolvedCommit } from '../../contract/index.ts';
import { type LayOverRules, layTestsOver, type ObjectStore } from '../../git/index.ts';
import { pinRustTests } from '../../judge/index.ts';
import { holdsTests } from '../../languages/index.ts';
import type { TestSource } from '../../plan/index.ts';
import { supportRole } from '../../tools/index.ts';

const TAKE_TESTS: LayOverRules = {
  isTaken: (path) => supportRole(path) === 'test',
  mayHoldTests: holdsTests,
  withTestsOf(path, authorText, text) {
    const mixed = pinRustTests(path, authorText, text);
    return mixed === text ? null : mixed;
  },
};
const TAKE_ALL: LayOverRules = { isTaken: () => true, mayHoldTests: () => false, withTestsOf: () => null };

export function layOver(objects: ObjectStore, onto: ResolvedCommit, source: TestSource): Promise<ResolvedCommit> {
  const { base, author, diff, takes, programs = [] } = source;
  if (programs.length > 0) {
    const paths = new Set(programs.map(({ id }) => id));
    return layTestsOver(objects, onto, { base, author, diff, rules: { ...TAKE_ALL, isTaken: (path) => paths.has(path) } });
  }
  return layTestsOver(objects, onto, { base, author, diff, rules: takes === 'all' ? TAKE_ALL : TAKE_TESTS });
}
