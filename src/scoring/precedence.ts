// Which candidate must not be listed below another one, whatever their totals say.
import type { CrossTestRow } from '../contract/index.ts';
import { isBehindInBaseTests, isBehindInTests, isLower } from './behind.ts';
import { openTestsOf, scoredTestsOf } from './cross-tests.ts';
import { scoreOf } from './dimension.ts';
import { hasNoEffect } from './effect-findings.ts';
import { countPassed, scoredExamples } from './examples.ts';
import { decidedCalls } from './known-answers.ts';
import type { Compared, ScoredCandidate } from './scored-candidate.ts';

export interface Precedence {
  /**
   * It is right about more of what the user said, or passes every test that the other passes and one more. Has no cycles: nobody
   * precedes a candidate that is right about more.
   */
  passesMore(a: ScoredCandidate, b: ScoredCandidate): boolean;
  /** Their tests decide nothing between them, and `b` has less to show for the same task. May contain cycles. */
  showsMore(a: ScoredCandidate, b: ScoredCandidate): boolean;
}

export function precedenceIn(run: Compared): Precedence {
  const passesMore = preferenceRule(run);
  const addsTests = new Map<string, boolean>();
  const isTested = ({ name }: ScoredCandidate) => {
    const known = addsTests.get(name) ?? hasTests(name, run);
    addsTests.set(name, known);
    return known;
  };
  const showsMore = (a: ScoredCandidate, b: ScoredCandidate) => {
    const isShown = haveSameSource(a, b, run)
      ? isTested(a) && !isTested(b)
      : a.warnings <= b.warnings && failsLikeBase(b, a, run).length > 0 && failsLikeBase(a, b, run).length === 0;
    return isShown && !isBehindInTests(a, b, run) && !isBehindInTests(b, a, run);
  };
  return { passesMore, showsMore };
}

function hasTests(name: string, { rows, facts }: Compared): boolean {
  return scoredTestsOf(name, rows, facts.cross_tests).length > 0 || openTestsOf(name, rows, facts.cross_tests).length > 0;
}

/** They differ at most in their tests. */
export function haveSameSource(a: ScoredCandidate, b: ScoredCandidate, { facts }: Compared): boolean {
  return (facts.equal_sources ?? []).some((names) => names.includes(a.name) && names.includes(b.name));
}

/** New tests that `author` passes and `other` fails with the message of the base: it does not do what they observe. */
export function failsLikeBase(other: ScoredCandidate, author: ScoredCandidate, { distinct }: Compared): CrossTestRow[] {
  return distinct.filter(
    ({ standing, outcomes, like_base: alike = [] }) =>
      (standing === 'scored' || standing === 'uncorroborated') && outcomes[author.name] === 'pass' && alike.includes(other.name),
  );
}

/** In this order: it does something where the task asks for it, answers of the user, examples of the task, all tests. */
function preferenceRule(run: Compared): Precedence['passesMore'] {
  const isSuperset = supersetRule(run);
  const examples = scoredExamples(run.distinct);
  const placeOf = memoized((candidate: ScoredCandidate) => [
    hasNoEffect(candidate) ? 0 : 1,
    decidedCalls(candidate.name, run.answers).right,
    countPassed(candidate.name, examples),
  ]);
  return (a, b) => {
    const [mine, theirs] = [placeOf(a), placeOf(b)];
    const decisive = mine.findIndex((count, index) => count !== theirs[index]);
    if (decisive === -1) return isSuperset(a, b);
    if ((mine[decisive] ?? 0) < (theirs[decisive] ?? 0)) return false;
    return decisive === 0 || !(isLower('build', a, b) || isLower('acceptance', a, b) || isBehindInBaseTests(b, a));
  };
}

function memoized<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

function supersetRule(run: Compared): Precedence['passesMore'] {
  const acceptance = run.facts.acceptance?.tests ?? [];
  const scored = run.distinct.filter(({ standing }) => standing === 'scored');
  const passed = new Map<string, ReadonlySet<string>>();
  const passedBy = (name: string) => {
    const known = passed.get(name);
    if (known !== undefined) return known;
    const own = acceptance.flatMap(({ others }, index) => (others[name] === 'pass' ? [`acceptance ${index}`] : []));
    const all = new Set([
      ...own,
      ...scored.flatMap(({ outcomes }, index) => (outcomes[name] === 'pass' ? [`new ${index}`] : [])),
    ]);
    passed.set(name, all);
    return all;
  };
  return (a, b) => {
    if ((scoreOf(a.results.build) ?? 0) < (scoreOf(b.results.build) ?? 0)) return false;
    const base = comparedBaseTests(a, b);
    const [mine, theirs] = [passedBy(a.name), passedBy(b.name)];
    if (base === 'fewer' || mine.size < theirs.size || ![...theirs].every((test) => mine.has(test))) return false;
    return base === 'more' || mine.size > theirs.size;
  };
}

/** Without names, only equal results are comparable. Excused tests count for neither. */
function comparedBaseTests(a: ScoredCandidate, b: ScoredCandidate): 'more' | 'same' | 'fewer' {
  const [mine, theirs] = [a.facts.tests, b.facts.tests];
  const byName = [mine, theirs].every((tests) => tests.state === 'measured' && tests.compared_by === 'identity');
  if (!byName || mine.state !== 'measured' || theirs.state !== 'measured')
    return scoreOf(a.results.tests) === scoreOf(b.results.tests) ? 'same' : 'fewer';
  const excused = new Set([...a.excused, ...b.excused]);
  const [lost, lostByOther] = [mine, theirs].map(({ regressed }) => new Set(regressed.filter((id) => !excused.has(id))));
  const [fixed, fixedByOther] = [new Set(mine.fixed), new Set(theirs.fixed)];
  const isSuperset = [...(lost ?? [])].every((id) => lostByOther?.has(id)) && [...fixedByOther].every((id) => fixed.has(id));
  if (!isSuperset) return 'fewer';
  return (lost?.size ?? 0) < (lostByOther?.size ?? 0) || fixed.size > fixedByOther.size ? 'more' : 'same';
}

/**
 * The candidates in order, each after those that precede it; one that precedes another takes its place. Where `showsMore` is
 * circular it gives way to `passesMore`.
 */
export function arranged<Entry extends ScoredCandidate>(candidates: readonly Entry[], precedence: Precedence): Entry[] {
  const left = [...candidates];
  const order: Entry[] = [];
  for (let [first] = left; first !== undefined; [first] = left) {
    const next = firstOf(first, left, precedence);
    left.splice(left.indexOf(next), 1);
    order.push(next);
  }
  return order;
}

function firstOf<Entry extends ScoredCandidate>(start: Entry, left: readonly Entry[], precedence: Precedence): Entry {
  const { passesMore, showsMore } = precedence;
  const seen = new Set<Entry>();
  for (let at: Entry | undefined = start; at !== undefined; ) {
    seen.add(at);
    const here: Entry = at;
    const before = left.filter((each) => each !== here && (passesMore(each, here) || showsMore(each, here)));
    if (before.length === 0) return here;
    at = before.find((each) => !seen.has(each));
  }
  return left.find((each) => !left.some((other) => passesMore(other, each))) ?? start;
}
