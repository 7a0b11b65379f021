// Which tests about the task have a vote, who passes them, and what that comes to for one candidate.
import type { AuthoredTests, CrossTestRow, CrossTests, Facts, Policy, TaskTest, TestOutcome } from '../contract/index.ts';
import { integrityRule } from './integrity.ts';

/** The matrix: every new or changed test with its standing, in the order of the facts. */
export function crossTestRows(facts: Facts, policy: Policy): CrossTestRow[] {
  const { cross_tests: crossTests } = facts;
  if (crossTests === undefined) return [];
  const seenThroughPolicy = integrityRule(policy);
  const findings = new Map(facts.candidates.map((candidate) => [candidate.name, seenThroughPolicy(candidate)]));
  const hasError = (name: string) => (findings.get(name) ?? []).some(({ severity }) => severity === 'error');
  const isSuspect = (author: string, path: string | null) =>
    (findings.get(author) ?? []).some(({ severity, place }) => severity === 'warning' && place !== null && place.path === path);
  return crossTests.authors.flatMap((authored) => {
    const isTrusted = ({ path }: TaskTest) => !hasError(authored.author) && !isSuspect(authored.author, path);
    const equals = equalTrees(crossTests, authored.author);
    const counts = (name: string) => !equals.has(name) && !hasError(name);
    return authored.tests.map((test) => toRow(authored, test, isTrusted(test) ? standingOf(test, counts) : 'not_trusted'));
  });
}

function toRow({ author, kind }: AuthoredTests, test: TaskTest, standing: CrossTestRow['standing']): CrossTestRow {
  const { id, path, base, others, failures } = test;
  const outcomes = test.author === null ? others : { [author]: test.author, ...others };
  return { author, kind, id, path, standing, base, outcomes, failures };
}

/** `counts`: whether a candidate's result says something about a test that is not its own. */
function standingOf({ base, author, others }: TaskTest, counts: (name: string) => boolean): CrossTestRow['standing'] {
  if (base === 'pass') return 'passes_on_base';
  if (base === 'flaky' || (author !== null && author !== 'pass')) return 'unstable';
  const independent = Object.entries(others).filter(([name]) => counts(name));
  if (!independent.some(([, outcome]) => isLoaded(outcome))) return 'loads_nowhere';
  return independent.some(([, outcome]) => outcome === 'pass') ? 'scored' : 'uncorroborated';
}

function equalTrees({ equal_trees: groups }: CrossTests, name: string): ReadonlySet<string> {
  return new Set([name, ...groups.filter((group) => group.includes(name)).flat()]);
}

function isLoaded(outcome: TestOutcome | undefined): boolean {
  return outcome === 'pass' || outcome === 'fail';
}

/** How one author's tests go with a candidate. */
export interface AuthorShare {
  author: string;
  passed: number;
  /** Those that could run with the candidate. */
  loaded: number;
}

/** The tests of all other authors that are scored; authors with equal trees count once. */
export function sharesOf(candidate: string, rows: readonly CrossTestRow[], crossTests: CrossTests | undefined): AuthorShare[] {
  if (crossTests === undefined) return [];
  const own = equalTrees(crossTests, candidate);
  const scored = rows.filter(({ standing }) => standing === 'scored');
  const shares: AuthorShare[] = [];
  const seen = new Set<string>();
  for (const author of new Set(scored.map((row) => row.author))) {
    if (own.has(author) || seen.has(author)) continue;
    for (const name of equalTrees(crossTests, author)) seen.add(name);
    const outcomes = scored.filter((row) => row.author === author).map((row) => row.outcomes[candidate]);
    const loaded = outcomes.filter(isLoaded).length;
    if (loaded > 0) shares.push({ author, passed: outcomes.filter((outcome) => outcome === 'pass').length, loaded });
  }
  return shares;
}

/** Scored tests that one candidate passes and the other fails, its own ones included. */
export function testsBetween(winner: string, loser: string, rows: readonly CrossTestRow[]): CrossTestRow[] {
  return rows.filter(
    ({ standing, outcomes }) => standing === 'scored' && outcomes[winner] === 'pass' && outcomes[loser] === 'fail',
  );
}

/** Tests that only their author passes and this candidate fails. */
export function uncorroboratedAgainst(candidate: string, rows: readonly CrossTestRow[]): CrossTestRow[] {
  return rows.filter(({ standing, outcomes }) => standing === 'uncorroborated' && outcomes[candidate] === 'fail');
}
