// Decides which tests about the task have a vote, which candidates pass them, and the shares of one candidate.
import type { AuthoredTests, CrossTestRow, CrossTests, Facts, Policy, TaskTest, TestOutcome } from '../contract/index.ts';
import { integrityRule } from './integrity.ts';
import { sameVote, type VoteGroups, voteGroups, voteOf } from './votes.ts';

type Outcomes = CrossTestRow['outcomes'];

/** The matrix: every new or changed test with its status, ordered by author and test. */
export function crossTestRows(facts: Facts, policy: Policy): CrossTestRow[] {
  const { cross_tests: crossTests } = facts;
  if (crossTests === undefined) return [];
  const applySeverityOverrides = integrityRule(policy);
  const findings = new Map(facts.candidates.map((candidate) => [candidate.name, applySeverityOverrides(candidate)]));
  const hasError = (name: string) => (findings.get(name) ?? []).some(({ severity }) => severity === 'error');
  const isSuspect = (author: string, path: string | null) =>
    (findings.get(author) ?? []).some(({ severity, place }) => severity === 'warning' && place !== null && place.path === path);
  const isRandom = flakyOnBase(facts);
  // The examples of the task have a setting of their own.
  const enabled = crossTests.authors.filter(({ kind }) => kind === 'task' || policy.scoring.cross_tests.enabled);
  const rows = enabled.flatMap((authored) => {
    const { author, kind } = authored;
    // The test author may have the same name as a candidate.
    const isCandidate = kind === 'candidate';
    const isTrusted = ({ path }: TaskTest) => !isCandidate || !(hasError(author) || isSuspect(author, path));
    const dependent = isCandidate ? sameVote(voteGroups(facts), author) : new Set<string>();
    const counts = (name: string) => !dependent.has(name) && !hasError(name);
    return authored.tests.map((test) => {
      const outcomes = outcomesOf(authored, test, crossTests);
      if (kind === 'task') return toRow(authored, test, outcomes, exampleStanding(test, outcomes, counts));
      const standing = isRandom(test.id) ? 'unstable' : standingOf(test, outcomes, counts);
      return toRow(authored, test, outcomes, isTrusted(test) ? standing : 'not_trusted');
    });
  });
  return rows.sort(byAuthorAndTest);
}

/**
 * A changed test may keep the name of one that is flaky on the base. Those are excluded for every candidate; a test that is
 * flaky for some of them says nothing, or a candidate could silence the tests of others.
 */
function flakyOnBase({ candidates }: Facts): (id: string) => boolean {
  const lists = candidates.flatMap(({ tests }) => (tests.state === 'measured' ? [new Set(tests.flaky)] : []));
  return (id) => lists.length > 0 && lists.every((flaky) => flaky.has(id));
}

function toRow(
  { author, kind }: AuthoredTests,
  { id, path, base, failures, like_base, same_as }: TaskTest,
  outcomes: Outcomes,
  standing: CrossTestRow['standing'],
): CrossTestRow {
  const compared = { ...(like_base === undefined ? {} : { like_base }), ...(same_as === undefined ? {} : { same_as }) };
  return { author, kind, id, path, standing, base, outcomes, failures, ...compared };
}

/** Includes the author's own tree. A test that ran on one of several equal trees ran on all of them. */
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

/** `counts`: whether a candidate's result is evidence about a test that is not its own. */
function standingOf({ base, author }: TaskTest, outcomes: Outcomes, counts: (name: string) => boolean): CrossTestRow['standing'] {
  if (base === 'pass') return 'passes_on_base';
  if (base === 'flaky' || (author !== null && author !== 'pass')) return 'unstable';
  const independent = Object.entries(outcomes).filter(([name]) => counts(name));
  if (!independent.some(([, outcome]) => isLoaded(outcome))) return 'loads_nowhere';
  return independent.some(([, outcome]) => outcome === 'pass') ? 'scored' : 'uncorroborated';
}

/**
 * The user's text confirms an example, so that one pass is enough. What passes nowhere may have been read wrongly, also where only
 * the base passes it: the text may quote what is wrong today.
 */
function exampleStanding({ base }: TaskTest, outcomes: Outcomes, counts: (name: string) => boolean): CrossTestRow['standing'] {
  if (base === 'flaky') return 'unstable';
  const results = Object.entries(outcomes).flatMap(([name, outcome]) => (counts(name) ? [outcome] : []));
  if (results.length === 0) return 'loads_nowhere';
  if (!results.includes('pass')) return 'passes_nowhere';
  return base === 'pass' && !results.includes('fail') ? 'passes_on_base' : 'scored';
}

/** Makes the result independent of the order of authors and tests. */
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

function equalTrees(crossTests: CrossTests | undefined, name: string): ReadonlySet<string> {
  const groups = crossTests?.equal_trees ?? [];
  return new Set([name, ...groups.filter((group) => group.includes(name)).flat()]);
}

export function isLoaded(outcome: TestOutcome | undefined): boolean {
  return outcome === 'pass' || outcome === 'fail';
}

/** Each test once: if several authors add it, the trusted row with the most results. */
export function distinctRows(rows: readonly CrossTestRow[], crossTests: CrossTests | undefined): CrossTestRow[] {
  const best = new Map<string, CrossTestRow>();
  const keyOf = (row: CrossTestRow) => JSON.stringify([firstAuthor(row, crossTests), row.path, row.id]);
  for (const row of rows) {
    const known = best.get(keyOf(row));
    if (known === undefined || isMoreTelling(row, known)) best.set(keyOf(row), row);
  }
  return rows.filter((row) => best.get(keyOf(row))?.author === row.author);
}

function isMoreTelling(a: CrossTestRow, b: CrossTestRow): boolean {
  const [isTrusted, wasTrusted] = [a.standing !== 'not_trusted', b.standing !== 'not_trusted'];
  const results = ({ outcomes }: CrossTestRow) => Object.values(outcomes).filter(isLoaded).length;
  return isTrusted === wasTrusted ? results(a) > results(b) : isTrusted;
}

/** The first author of the same test. Facts of earlier versions list only authors with equal trees. */
function firstAuthor({ author, kind, same_as }: CrossTestRow, crossTests: CrossTests | undefined): string {
  const [first = author] = kind === 'candidate' ? [...equalTrees(crossTests, author)].sort() : [author];
  return same_as ?? (kind === 'candidate' ? first : `${kind} ${author}`);
}

/** The results of one author's tests on a candidate. */
export interface AuthorShare {
  /** The first name among authors with equal trees or nearly equal diffs. */
  author: string;
  passed: number;
  /** The tests that could run on the candidate. */
  loaded: number;
}

/**
 * Of every author with scored tests, highest share first: the floating-point sum then does not depend on names. A scored test of
 * the candidate itself counts too, because another one confirms it: all candidates are measured by the same tests.
 */
export function sharesOf(candidate: string, rows: readonly CrossTestRow[], facts: VoteGroups): AuthorShare[] {
  const { cross_tests: crossTests } = facts;
  const groups = voteGroups(facts);
  const byAuthor = new Map<string, AuthorShare>();
  for (const row of distinctRows(rows, crossTests)) {
    const outcome = row.outcomes[candidate];
    if (row.standing !== 'scored' || !isLoaded(outcome)) continue;
    const vote = row.kind === 'candidate' ? `candidate ${voteOf(groups, row.author)}` : `${row.kind} ${row.author}`;
    const { author, passed, loaded } = byAuthor.get(vote) ?? { author: row.author, passed: 0, loaded: 0 };
    byAuthor.set(vote, { author, passed: passed + (outcome === 'pass' ? 1 : 0), loaded: loaded + 1 });
  }
  return [...byAuthor.values()].sort((a, b) => b.passed / b.loaded - a.passed / a.loaded || compareText(a.author, b.author));
}

/** The scored tests that a candidate, or one with an equal tree, adds. */
export function scoredTestsOf(
  candidate: string,
  rows: readonly CrossTestRow[],
  crossTests: CrossTests | undefined,
): CrossTestRow[] {
  return ownRows(candidate, rows, crossTests, (standing) => standing === 'scored');
}

/** The tests about the task that a candidate, or one with an equal tree, adds, and no independent candidate passes. */
export function openTestsOf(
  candidate: string,
  rows: readonly CrossTestRow[],
  crossTests: CrossTests | undefined,
): CrossTestRow[] {
  return ownRows(candidate, rows, crossTests, (standing) => standing === 'uncorroborated' || standing === 'loads_nowhere');
}

function ownRows(
  candidate: string,
  rows: readonly CrossTestRow[],
  crossTests: CrossTests | undefined,
  isWanted: (standing: CrossTestRow['standing']) => boolean,
): CrossTestRow[] {
  const own = equalTrees(crossTests, candidate);
  const written = rows.filter(({ author, kind, standing }) => kind === 'candidate' && own.has(author) && isWanted(standing));
  return distinctRows(written, crossTests);
}

/** Scored tests that one candidate passes and the other fails, including its own. */
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

/** Candidates with other diffs that pass all of an author's tests with these ids. */
export function passedByOthers(
  author: string,
  ids: readonly string[],
  rows: readonly CrossTestRow[],
  facts: VoteGroups,
): string[] {
  const own = sameVote(voteGroups(facts), author);
  const named = rows.filter((row) => row.kind === 'candidate' && row.author === author && ids.includes(row.id));
  if (ids.some((id) => !named.some((row) => row.id === id && row.standing === 'scored'))) return [];
  const names = new Set(named.flatMap(({ outcomes }) => Object.keys(outcomes)));
  return [...names].filter((name) => !own.has(name) && named.every(({ outcomes }) => outcomes[name] === 'pass')).sort();
}
