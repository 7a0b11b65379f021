// Which tests about the task have a vote, which candidates pass them, and what that comes to for one candidate.
import type { AuthoredTests, CrossTestRow, CrossTests, Facts, Policy, TaskTest, TestOutcome } from '../contract/index.ts';
import { integrityRule } from './integrity.ts';

type Outcomes = CrossTestRow['outcomes'];

/** The matrix: every new or changed test with its standing, ordered by author and test. */
export function crossTestRows(facts: Facts, policy: Policy): CrossTestRow[] {
  const { cross_tests: crossTests } = facts;
  if (crossTests === undefined || !policy.scoring.cross_tests.enabled) return [];
  const seenThroughPolicy = integrityRule(policy);
  const findings = new Map(facts.candidates.map((candidate) => [candidate.name, seenThroughPolicy(candidate)]));
  const hasError = (name: string) => (findings.get(name) ?? []).some(({ severity }) => severity === 'error');
  const isSuspect = (author: string, path: string | null) =>
    (findings.get(author) ?? []).some(({ severity, place }) => severity === 'warning' && place !== null && place.path === path);
  const rows = crossTests.authors.flatMap((authored) => {
    const { author, kind } = authored;
    // An agent that was asked for tests only may be called like a candidate.
    const isCandidate = kind === 'candidate';
    const isTrusted = ({ path }: TaskTest) => !isCandidate || !(hasError(author) || isSuspect(author, path));
    const equals = isCandidate ? equalTrees(crossTests, author) : new Set<string>();
    const counts = (name: string) => !equals.has(name) && !hasError(name);
    return authored.tests.map((test) => {
      const outcomes = outcomesOf(authored, test, crossTests);
      return toRow(authored, test, outcomes, isTrusted(test) ? standingOf(test, outcomes, counts) : 'not_trusted');
    });
  });
  return rows.sort(byAuthorAndTest);
}

function toRow(
  { author, kind }: AuthoredTests,
  { id, path, base, failures }: TaskTest,
  outcomes: Outcomes,
  standing: CrossTestRow['standing'],
): CrossTestRow {
  return { author, kind, id, path, standing, base, outcomes, failures };
}

/** With the author's own tree. A test that ran on one of several equal trees ran on all of them. */
function outcomesOf({ author, kind }: AuthoredTests, test: TaskTest, { equal_trees: groups }: CrossTests): Outcomes {
  const own = kind === 'candidate' && test.author !== null ? { [author]: test.author } : {};
  const outcomes: Outcomes = { ...test.others, ...own };
  for (const group of groups) {
    const known = group
      .toSorted()
      .map((name) => outcomes[name])
      .find((outcome) => outcome !== undefined);
    for (const name of group) if (known !== undefined) outcomes[name] ??= known;
  }
  return outcomes;
}

/** `counts`: whether a candidate's result says something about a test that is not its own. */
function standingOf({ base, author }: TaskTest, outcomes: Outcomes, counts: (name: string) => boolean): CrossTestRow['standing'] {
  if (base === 'pass') return 'passes_on_base';
  if (base === 'flaky' || (author !== null && author !== 'pass')) return 'unstable';
  const independent = Object.entries(outcomes).filter(([name]) => counts(name));
  if (!independent.some(([, outcome]) => isLoaded(outcome))) return 'loads_nowhere';
  return independent.some(([, outcome]) => outcome === 'pass') ? 'scored' : 'uncorroborated';
}

/** So that neither the order of the authors nor that of their tests shows anywhere. */
function byAuthorAndTest(a: CrossTestRow, b: CrossTestRow): number {
  return (
    compareText(a.author, b.author) ||
    compareText(a.kind, b.kind) ||
    compareText(a.path ?? '', b.path ?? '') ||
    compareText(a.id, b.id)
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function equalTrees(crossTests: CrossTests | undefined, name: string): ReadonlySet<string> {
  const groups = crossTests?.equal_trees ?? [];
  return new Set([name, ...groups.filter((group) => group.includes(name)).flat()]);
}

function isLoaded(outcome: TestOutcome | undefined): boolean {
  return outcome === 'pass' || outcome === 'fail';
}

/** Each test once: of authors with equal trees only the one with the most results, or the first by name. */
export function distinctRows(rows: readonly CrossTestRow[], crossTests: CrossTests | undefined): CrossTestRow[] {
  const results = new Map<string, number>();
  for (const { author, kind, outcomes } of rows) {
    if (kind !== 'candidate') continue;
    results.set(author, (results.get(author) ?? 0) + Object.values(outcomes).filter(isLoaded).length);
  }
  const isBefore = (name: string, author: string) => {
    const more = (results.get(name) ?? 0) - (results.get(author) ?? 0);
    return more > 0 || (more === 0 && name < author);
  };
  const isTwin = (author: string) =>
    [...equalTrees(crossTests, author)].some((name) => name !== author && results.has(name) && isBefore(name, author));
  const twins = new Set([...results.keys()].filter(isTwin));
  return rows.filter(({ author, kind }) => kind !== 'candidate' || !twins.has(author));
}

/** How one author's tests go with a candidate. */
export interface AuthorShare {
  author: string;
  passed: number;
  /** Those that could run with the candidate. */
  loaded: number;
}

/** Of every other author with scored tests, the best share first: the sum then depends on no name. */
export function sharesOf(candidate: string, rows: readonly CrossTestRow[], crossTests: CrossTests | undefined): AuthorShare[] {
  const own = equalTrees(crossTests, candidate);
  const byAuthor = new Map<string, AuthorShare>();
  for (const { author, kind, standing, outcomes } of distinctRows(rows, crossTests)) {
    const outcome = outcomes[candidate];
    if (standing !== 'scored' || !isLoaded(outcome) || (kind === 'candidate' && own.has(author))) continue;
    const key = `${kind} ${author}`;
    const { passed, loaded } = byAuthor.get(key) ?? { passed: 0, loaded: 0 };
    byAuthor.set(key, { author, passed: passed + (outcome === 'pass' ? 1 : 0), loaded: loaded + 1 });
  }
  return [...byAuthor.values()].sort((a, b) => b.passed / b.loaded - a.passed / a.loaded || compareText(a.author, b.author));
}

/** Scored tests that one candidate passes and the other fails, its own ones included. */
export function testsBetween(winner: string, loser: string, rows: readonly CrossTestRow[]): CrossTestRow[] {
  return rows.filter(
    ({ standing, outcomes }) => standing === 'scored' && outcomes[winner] === 'pass' && outcomes[loser] === 'fail',
  );
}

/** Tests of other candidates that only their author passes and this candidate fails. */
export function uncorroboratedAgainst(candidate: string, rows: readonly CrossTestRow[]): CrossTestRow[] {
  return rows.filter(
    ({ standing, kind, outcomes }) => standing === 'uncorroborated' && kind === 'candidate' && outcomes[candidate] === 'fail',
  );
}

/** Candidates with other trees that pass every one of an author's tests with these ids. */
export function passedByOthers(
  author: string,
  ids: readonly string[],
  rows: readonly CrossTestRow[],
  crossTests: CrossTests | undefined,
): string[] {
  const own = equalTrees(crossTests, author);
  const named = rows.filter((row) => row.kind === 'candidate' && row.author === author && ids.includes(row.id));
  if (ids.some((id) => !named.some((row) => row.id === id && row.standing === 'scored'))) return [];
  const names = new Set(named.flatMap(({ outcomes }) => Object.keys(outcomes)));
  return [...names].filter((name) => !own.has(name) && named.every(({ outcomes }) => outcomes[name] === 'pass')).sort();
}
