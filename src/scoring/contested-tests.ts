// Contested tests: tests that pass on the base and whose expectation a candidate changed. Until they are decided they
// count neither for nor against it; scores and gates use the same lists.
import {
  type CandidateFacts,
  type CandidateTests,
  type ContestedTest,
  type Facts,
  type IntegrityFinding,
  isDecidable,
  type Policy,
} from '../contract/index.ts';
import { changesCode } from './change-size.ts';
import { matchPaths } from './path-patterns.ts';
import { summarizeList } from './summarize-list.ts';
import { countIndependent } from './votes.ts';

type MeasuredTests = Extract<CandidateTests, { state: 'measured' }>;

export interface ContestedTests {
  /** Neither passed nor a regression. */
  excused: string[];
  /** The excused tests that need a decision. */
  pending: string[];
  /** Changed tests whose new expectation is accepted. */
  accepted: string[];
  rejected: string[];
}

export type ContestedRule = (tests: MeasuredTests) => ContestedTests;

/**
 * A contested test is accepted by `hydra accept`, by `may_change`, or by consensus: every candidate that changes code
 * loses it, whether it changed the test or not. One candidate alone is no consensus: it would excuse itself, and so would
 * several with nearly the same diff or the same change outside of tests.
 * Consensus and `may_change` also excuse a test that was deleted or skipped. A rejection overrides all of them.
 */
export function contestedRule(facts: Facts, policy: Policy): ContestedRule {
  const mayChange = matchPaths(policy.scoring.tests.may_change);
  const authors = facts.candidates.filter(changesCode);
  const lostBy = new Map<string, number>();
  for (const author of authors) {
    for (const id of new Set(regressedIds(author))) lostBy.set(id, (lostBy.get(id) ?? 0) + 1);
  }
  const votes = countIndependent(authors, facts);
  const isAgreed = (id: string) => votes > 1 && lostBy.get(id) === authors.length;
  const settle = ({ id, path, own }: ContestedTest, decided: Decided): keyof ContestedTests | null => {
    if (decided.rejected.has(id)) return 'rejected';
    // What no candidate passes is no fault of one, and no candidate shows what it should be instead.
    const isAsked = mayChange(path) || (own !== 'given_up' && isAgreed(id));
    if (!isDecidable({ own })) return isAsked ? 'excused' : null;
    return isAsked || decided.accepted.has(id) ? 'accepted' : 'pending';
  };
  return (tests) => {
    const settled: ContestedTests = { excused: [], pending: [], accepted: [], rejected: [] };
    const decided = { accepted: new Set(tests.accepted), rejected: new Set(tests.rejected) };
    for (const test of tests.contested) {
      const outcome = settle(test, decided);
      if (outcome !== null) settled[outcome].push(test.id);
      if (outcome === 'pending' || outcome === 'accepted') settled.excused.push(test.id);
    }
    return settled;
  };
}

interface Decided {
  accepted: ReadonlySet<string>;
  rejected: ReadonlySet<string>;
}

function regressedIds(candidate: CandidateFacts): string[] {
  return candidate.tests.state === 'measured' ? candidate.tests.regressed : [];
}

/** The candidate with all its pending tests accepted. */
export function withAllAccepted(candidate: CandidateFacts, contestedIn: ContestedRule): CandidateFacts {
  const { tests } = candidate;
  if (tests.state !== 'measured') return candidate;
  return { ...candidate, tests: { ...tests, accepted: [...(tests.accepted ?? []), ...contestedIn(tests).pending] } };
}

/** Null if a candidate passes one of them in its own version. */
export function givenUpText({ tests }: CandidateFacts, pending: readonly string[]): string | null {
  const contested = tests.state === 'measured' ? tests.contested.filter(({ id }) => pending.includes(id)) : [];
  if (contested.length === 0 || contested.some(({ own }) => own !== 'given_up')) return null;
  const why = contested.find((test) => test.why !== undefined)?.why;
  const what = pending.length === 1 ? '1 test of the base' : `${pending.length} tests of the base`;
  return `no candidate passes ${what} (${summarizeList(pending)})${why === undefined ? '' : `: ${why}`}`;
}

export function contestedText(pending: readonly string[]): string {
  return `changes what ${pending.length} existing ${pending.length === 1 ? 'test expects' : 'tests expect'}: ${summarizeList(pending)}`;
}

/** Shown next to the candidate until the tests are decided. */
export function contestedFindings(candidate: CandidateFacts, pending: readonly string[]): IntegrityFinding[] {
  // Nothing is known about the candidate alone if no candidate passes them.
  if (pending.length === 0 || givenUpText(candidate, pending) !== null) return [];
  return [
    {
      id: 'contested_tests',
      severity: 'warning',
      message: contestedText(pending),
      place: null,
      how_to_allow: 'accept the tests with `hydra accept`, or name their file in may_change under [scoring.tests]',
    },
  ];
}
