// One TAP document -> a section. Which points are tests depends on the producer: its closing comments decide if there are
// any, else the points at the top are compared with the plan.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { TestSection, TestTotals } from '../../../parse/section.ts';
import { dropExcessTests } from '../shared/totals.ts';
import type { TapClosing, TapDocument, TapPoint } from './document.ts';

/** Set-up and teardown of a file or suite are no tests of bats, and not in its plan. */
const SET_UP = /^(?:setup|teardown)_(?:file|suite) failed$/;
const TEST_FILE = /^\S.*\.[cm]?[jt]sx?$/;
const TIME = / in \d{1,9}ms$/;

interface Counts {
  passed: number;
  failed: number;
  skip: number;
  todo: number;
}

/** A test point with the names of the groups around it. */
interface Entry {
  point: TapPoint;
  id: string;
}

export type TapSection = Omit<TestSection, 'kind' | 'parser' | 'scope'>;

export function tapSection(document: TapDocument): TapSection {
  document.finish();
  removeTimes(document.points);
  const { firstLine, lastLine, version } = document;
  const hasHeader = version !== null;
  const section: TapSection = { firstLine, lastLine, hasHeader, hasFooter: false, problems: [], tests: [], totals: null };
  if (document.bailedOut) bailOut(document, section);
  else if (document.closing?.ofLeaves) readLeaves(document, document.closing, section);
  else if (document.closing?.pass != null && document.closing.fail != null) readClosing(document, document.closing, section);
  else if (document.closing?.pass != null && document.closing.aligned)
    readClosing(document, { ...document.closing, fail: 0 }, section);
  else readPlan(document, section);
  return section;
}

/** bats --timing prints "in 12ms" after every name; after some names only, it is part of the name. */
function removeTimes(points: readonly TapPoint[]): void {
  if (!points.every(({ id }) => TIME.test(id))) return;
  for (const point of points) point.id = point.id.replace(TIME, '');
}

/** The producer gave up: the remaining tests are unknown, but the run has failed. */
function bailOut(document: TapDocument, section: TapSection): void {
  section.tests = [...results(topLevel(document)), { id: 'Bail out!', status: 'failed' }];
  section.hasFooter = true;
}

function readPlan(document: TapDocument, section: TapSection): void {
  const entries = isVitest(document) || hasTestFiles(document) ? leafTests(document) : topLevel(document);
  section.tests = results(entries);
  if (document.nonTap) section.tests.push({ id: 'lines that are not TAP', status: 'failed' });
  section.hasFooter = isWhole(document);
  compareWithPlan(document, section);
}

/** node-tap counts every assertion. If it ran several files, they are the points at the top, after their plan. */
function readLeaves(document: TapDocument, closing: TapClosing, section: TapSection): void {
  readPlan(document, section);
  if (!document.planIsFirst) return;
  const leaves = leafTests(document);
  const { passed, failed, skip, todo } = count(leaves);
  const isAgreed = passed === closing.pass && failed === closing.fail && skip === closing.skip && todo === closing.todo;
  if (isAgreed) section.tests = results(leaves);
  else section.problems.push('the closing comment of node-tap does not agree with its tests');
}

/** A document that ends with its plan is whole; a plan at the beginning is fulfilled if as many points follow. */
function isWhole(document: TapDocument): boolean {
  if (document.plan === null || document.brokenBlock) return false;
  if (document.measured && document.version === 13) return false;
  if (isVitest(document) && document.points.some(hasLooseChildren)) return false;
  if (document.executed !== null && document.executed === document.points.length) return true;
  return !document.planIsFirst || document.points.length >= document.plan;
}

function compareWithPlan(document: TapDocument, section: TapSection): void {
  const { points } = document;
  const plan = planWithSetUps(document);
  if (plan === null) return;
  if (document.planInMiddle) section.problems.push('TAP announces its number of tests among them');
  if (document.plans > 1) section.problems.push('TAP announces its number of tests more than once');
  if (points.length > plan) section.problems.push(`TAP announces ${plan} tests, but ${points.length} follow`);
  else if (suspects(document).size > 0) section.problems.push('the numbers of the TAP tests are not in order');
  else if (points.length < plan && section.hasFooter) section.tests.push({ id: `plan 1..${plan}`, status: 'failed' });
}

/** The plan plus the failed set-ups of bats, if bats itself says that it ran as many points as there are. */
function planWithSetUps({ plan, points, executed }: TapDocument): number | null {
  if (plan === null || executed === null || executed <= plan || executed !== points.length) return plan;
  return executed - plan <= points.filter(isFailedSetUp).length ? executed : plan;
}

/** It has the number of the next test. */
function isFailedSetUp(point: TapPoint): boolean {
  return isFailure(point) && SET_UP.test(point.id);
}

/** Ways to read the tree, the likeliest first; the one that matches the closing comments is right. */
function readings(document: TapDocument, closing: TapClosing): (() => Entry[])[] {
  const { points } = document;
  const isLeaf = (point: TapPoint) => point.children.length === 0;
  const tests = () => entriesOf(points, headingOf(document, closing), (point) => !point.isSuite);
  if (closing.suites !== null) return [tests];
  return [() => topLevel(document, closing), () => entriesOf(points, () => null, isLeaf), tests];
}

function readClosing(document: TapDocument, closing: TapClosing, section: TapSection): void {
  section.hasFooter = document.plan !== null;
  if (document.continuesAfterEnd) section.problems.push('TAP continues after its end');
  let likeliest: Entry[] | null = null;
  for (const read of readings(document, closing)) {
    const entries = read();
    likeliest ??= entries;
    if (!agrees(closing, count(entries))) continue;
    section.tests = results(entries);
    if (document.plan !== null) compareClosingWithPlan(document, closing, section);
    noteSuiteFailure(document, section);
    return;
  }
  section.totals = statedTotals(document, closing);
  section.tests = unsuspected(document, likeliest ?? []);
  if (section.totals === null || !fits(section.tests, section.totals)) {
    section.problems.push('the closing comments of TAP do not agree with its tests');
  }
}

function fits(tests: readonly TestResult[], totals: TestTotals): boolean {
  return dropExcessTests(tests, totals).length === tests.length;
}

/** ava counts crashes neither in its plan nor in "# tests"; a test printed any other excess point. */
function compareClosingWithPlan(document: TapDocument, closing: TapClosing, section: TapSection): void {
  const { plan, points } = document;
  if (plan === null || points.length === plan) return;
  if (points.length < plan) section.tests.push({ id: `plan 1..${plan}`, status: 'failed' });
  else if ((closing.tests ?? 0) > plan || !points.slice(plan).every(isFailure) || hasTwins(points))
    section.problems.push(`TAP announces ${plan} tests, but ${points.length} follow`);
}

/** node:test does not count suites: only this shows a hook that failed. */
function noteSuiteFailure(document: TapDocument, section: TapSection): void {
  if (document.points.some(containsFailedSuite) && section.tests.every(({ status }) => status !== 'failed')) {
    section.problems.push('a suite failed although none of its tests did');
  }
}

function containsFailedSuite(point: TapPoint): boolean {
  return (point.isSuite && isFailure(point)) || point.children.some(containsFailedSuite);
}

/** Producers differ in how they count tests with a directive; all known ways are allowed. */
function agrees(closing: TapClosing, { passed, failed, skip, todo }: Counts): boolean {
  const statedFailures = (closing.fail ?? 0) + (closing.cancelled ?? 0);
  return (
    [passed, passed + skip, passed + todo, passed + skip + todo].includes(closing.pass ?? 0) &&
    [failed, failed + todo].includes(statedFailures) &&
    (closing.skip === null || [skip, skip + todo].includes(closing.skip)) &&
    (closing.todo === null || closing.todo === todo)
  );
}

/** The numbers alone, if the tests printed lines that look like points; null if they are unknown. */
function statedTotals(document: TapDocument, closing: TapClosing): TestTotals | null {
  const passed = closing.pass ?? 0;
  const failed = (closing.fail ?? 0) + (closing.cancelled ?? 0);
  if (closing.skip !== null && closing.todo !== null) return { passed, failed, skipped: closing.skip + closing.todo };
  const hasDirectives = document.points.some(({ directive }) => directive !== null);
  if (document.plan === null || (hasDirectives && !closing.beforePlan)) return null;
  const skipped = document.plan - passed - failed;
  return skipped < 0 || document.points.length < document.plan ? null : { passed, failed, skipped };
}

function unsuspected(document: TapDocument, entries: readonly Entry[]): TestResult[] {
  const doubtful = suspects(document);
  return results(entries.filter(({ point }) => !doubtful.has(point)));
}

/** Numbers that occur twice, exceed the plan, or are missing while others have one: a test may have printed these. */
function suspects(document: TapDocument): Set<TapPoint> {
  const { points } = document;
  const doubtful = new Set<TapPoint>();
  const plan = planWithSetUps(document);
  if (isCountedUp(points, plan)) return doubtful;
  const seen = new Map<number, TapPoint>();
  const numbered = points.some(({ number }) => number !== null);
  for (const point of points) {
    if (point.number === null) {
      if (numbered && document.closing !== null) doubtful.add(point);
      continue;
    }
    if (isFailedSetUp(point)) continue;
    const twin = seen.get(point.number);
    if (twin !== undefined) doubtful.add(twin).add(point);
    if (plan !== null && point.number > plan) doubtful.add(point);
    seen.set(point.number, point);
  }
  return doubtful;
}

/** From 1 up to at most the plan. */
function isCountedUp(points: readonly TapPoint[], plan: number | null): boolean {
  return points.length <= (plan ?? points.length) && points.every(({ number }, index) => number === index + 1);
}

function hasTwins(points: readonly TapPoint[]): boolean {
  return new Set(points.map(({ number }) => number)).size < points.length;
}

function topLevel(document: TapDocument, closing: TapClosing | null = null): Entry[] {
  const heading = headingOf(document, closing);
  const name = namer();
  return document.points.map((point) => ({ point, id: name(point, heading(point)) }));
}

/** tape and deno print the name of the test or file in a comment above its points. */
function headingOf(document: TapDocument, closing: TapClosing | null): (point: TapPoint) => string | null {
  if (closing?.aligned) return ({ heading }) => heading;
  if (document.version !== 14) return () => null;
  return ({ heading }) => (heading !== null && /^(?:\.{0,2}\/|file:|https?:)\S*$/.test(heading) ? heading : null);
}

function isVitest(document: TapDocument): boolean {
  if (document.version !== 13 || !document.plansLead) return false;
  const blocks = document.points.filter(({ isBlock }) => isBlock);
  return blocks.length > 0 && blocks.every(({ timed, directive }) => timed || directive !== null);
}

/**
 * node-tap up to version 17 has a point per test file. A file that fails on the base could hide a test that a candidate
 * breaks, so its assertions are the tests.
 */
function hasTestFiles({ points, isTimed }: TapDocument): boolean {
  const isTestFile = ({ id, timed, directive }: TapPoint) => TEST_FILE.test(id) && (timed || directive !== null);
  return isTimed && points.every(isTestFile) && points.some(({ children }) => children.length > 0);
}

/** vitest puts the tests of a group in braces; a test printed points that are only indented. */
function hasLooseChildren({ children, isBlock }: TapPoint): boolean {
  return (children.length > 0 && !isBlock) || children.some(hasLooseChildren);
}

/** The leaves, and groups that failed although none of their tests did. */
function leafTests(document: TapDocument): Entry[] {
  return entriesOf(
    document.points,
    () => null,
    (point) => point.children.length === 0 || failsByItself(point),
  );
}

function failsByItself(point: TapPoint): boolean {
  return isFailure(point) && !point.children.some(hasFailure);
}

function hasFailure(point: TapPoint): boolean {
  return isFailure(point) || point.children.some(hasFailure);
}

function isFailure({ ok, directive }: TapPoint): boolean {
  return !ok && directive === null;
}

function entriesOf(
  points: readonly TapPoint[],
  heading: (point: TapPoint) => string | null,
  isTest: (point: TapPoint) => boolean,
): Entry[] {
  const entries: Entry[] = [];
  const visit = (siblings: readonly TapPoint[], pathOf: (point: TapPoint) => string | null): void => {
    const name = namer();
    for (const point of siblings) {
      const id = name(point, pathOf(point));
      visit(point.children, () => id);
      if (isTest(point)) entries.push({ point, id });
    }
  };
  visit(points, heading);
  return entries;
}

/**
 * Names of points below the same parent. A point without a description is numbered among those beside it: its own number counts
 * every point before it, so that a new test elsewhere would change it.
 */
function namer(): (point: TapPoint, path: string | null) => string {
  const unnamed = new Map<string | null, number>();
  return ({ id }, path) => {
    if (id === '') unnamed.set(path, (unnamed.get(path) ?? 0) + 1);
    const name = id === '' ? `test ${unnamed.get(path)}` : id;
    return path === null ? name : `${path} > ${name}`;
  };
}

function statusOf({ ok, directive }: TapPoint): TestStatus {
  if (directive !== null) return 'skipped';
  return ok ? 'passed' : 'failed';
}

function count(entries: readonly Entry[]): Counts {
  const counts = { passed: 0, failed: 0, skip: 0, todo: 0 };
  for (const { point } of entries) {
    if (point.directive !== null) counts[point.directive] += 1;
    else counts[point.ok ? 'passed' : 'failed'] += 1;
  }
  return counts;
}

function results(entries: readonly Entry[]): TestResult[] {
  return entries.map(({ point, id }) => ({ id, status: statusOf(point) }));
}
