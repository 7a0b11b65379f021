// The console output of Playwright Test (reporters list, line, dot and github), one section per run: from
// "Running 5 tests using 2 workers" to the summary. Only the list reporter names tests that did not fail.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { testsThatFit } from '../shared/tests-that-fit.ts';
import { PlaywrightSummary } from './summary.ts';

const ID = 'playwright';
const RUN = /^Running (\d{1,9}) tests? using \d{1,9} workers?(?:, shard \d{1,9} of \d{1,9})?$/;
/** A mark, the number of the attempt, and the test: "[project] › path:line:column › group › name (retry #1) (5ms)". */
const ATTEMPT = /^ {2}(✓|✘|-|ok|x) {1,6}\d{1,9} (\S.*)$/;
const DURATION = / \([\d.]{1,12}(?:ms|s|m|h)\)$/;
const RETRY = / \(retry #\d{1,9}\)$/;
const PROJECT = /^\[([^\]]{1,200})\] › /;
/** Only the list reporter's tests have a place; what else a test prints behind a mark has none. */
const PLACE = /^(?:\[[^\]]{1,200}\] › )?\S[^›]{0,1000}:\d{1,9}:\d{1,9} › /;

/** Said as an error of its own, but the tests that failed say it already. */
const STOPPED = /^Testing stopped early after \d{1,9} maximum allowed failures?\.$/;
/** A name of more lines than this is not read to its end. */
const MAX_NAME_LINES = 5;

interface Listed {
  /** Its header, as printed, without the attempt and its duration. */
  id: string;
  wasSkipped: boolean;
}

interface PlaywrightRun {
  shelf: Shelf;
  firstLine: number;
  lastLine: number;
  /** How many tests the first line announces. */
  announced: number;
  /** In order of appearance; with --repeat-each some have the same header. */
  listed: Listed[];
  /** By header: the test that was listed last. */
  latest: Map<string, Listed>;
  /** The first line of an attempt whose name goes on: only behind its end stands whether it was a retry. */
  unfinished: { header: string; lines: number } | null;
  wasStopped: boolean;
  summary: PlaywrightSummary;
}

export const playwright: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['playwright'],
  startsWith: ['Running '],
  atMargin: true,
  open: ({ shelf }) => new PlaywrightReader(shelf),
};

class PlaywrightReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #runs: PlaywrightRun[] = [];

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean | 'claimed' {
    const announced = text.startsWith('Running ') ? RUN.exec(text)?.[1] : undefined;
    if (announced !== undefined) this.#shelf.keepRun(this.#runs, newRun(this.#shelf, Number(announced), lineNumber));
    const run = this.#runs.at(-1);
    if (run === undefined) return false;
    if (attemptLine(run, text, lineNumber)) return 'claimed';
    if (text.startsWith('Testing stopped ') && STOPPED.test(text)) run.wasStopped = true;
    run.summary.line(text, lineNumber);
    return true;
  }

  end(): TestSection[] {
    return this.#runs.map(sectionOf);
  }
}

function newRun(shelf: Shelf, announced: number, lineNumber: number): PlaywrightRun {
  return {
    shelf,
    firstLine: lineNumber,
    lastLine: lineNumber,
    announced,
    listed: [],
    latest: new Map(),
    unfinished: null,
    wasStopped: false,
    summary: new PlaywrightSummary(shelf),
  };
}

/** True when the line is an attempt at a test, or the rest of one. */
function attemptLine(run: PlaywrightRun, text: string, lineNumber: number): boolean {
  const [, mark = '', title = ''] = text.startsWith('  ') ? (ATTEMPT.exec(text) ?? []) : [];
  if (mark === '' || !PLACE.test(title)) return continueName(run, text, lineNumber);
  finishName(run);
  run.lastLine = lineNumber;
  if (mark === '-' || DURATION.test(title)) addAttempt(run, title, title, mark === '-');
  else run.unfinished = { header: title, lines: 1 };
  return true;
}

function continueName(run: PlaywrightRun, text: string, lineNumber: number): boolean {
  if (run.unfinished === null) return false;
  const { header, lines } = run.unfinished;
  if (!DURATION.test(text) && lines < MAX_NAME_LINES) {
    run.unfinished = { header, lines: lines + 1 };
    return true;
  }
  run.unfinished = null;
  run.lastLine = lineNumber;
  addAttempt(run, header, text, false);
  return true;
}

function finishName(run: PlaywrightRun): void {
  if (run.unfinished !== null) addAttempt(run, run.unfinished.header, '', false);
  run.unfinished = null;
}

/** `first` and `last` are the lines of its title, mostly the same one. */
function addAttempt(run: PlaywrightRun, first: string, last: string, wasSkipped: boolean): void {
  const header = (wasSkipped ? first : first.replace(DURATION, '')).replace(RETRY, '');
  const isRetry = RETRY.test(last.replace(DURATION, ''));
  const known = isRetry ? run.latest.get(header) : undefined;
  if (known !== undefined) {
    known.wasSkipped = wasSkipped;
    return;
  }
  const test = { id: header, wasSkipped };
  run.shelf.keepAtOnce(run.listed, test);
  run.latest.set(test.id, test);
}

function sectionOf(run: PlaywrightRun): TestSection {
  finishName(run);
  const section: TestSection = { ...emptyTestSection(ID, run.firstLine), lastLine: run.lastLine, hasHeader: true };
  // A summary that more tests follow was printed by one of them.
  const block = (run.summary.block?.firstLine ?? 0) > run.lastLine ? run.summary.block : null;
  const failed = block === null ? [] : block.failed;
  section.tests = run.listed.length > 0 ? listedTests(run.listed, failed) : failed.map(({ id }) => test(id, 'failed'));
  if (block === null) return section;
  const { counts } = block;
  const errors = Math.max(0, block.errors - (run.wasStopped ? 1 : 0));
  section.hasFooter = true;
  section.lastLine = block.lastLine;
  section.totals = {
    passed: counts.passed + counts.flaky,
    failed: counts.failed + counts.interrupted + errors,
    skipped: counts.skipped + counts['did not run'],
  };
  for (let count = 0; count < errors && !run.shelf.isFull; count += 1)
    run.shelf.keep(section.tests, { id: 'error outside of any test', status: 'failed' });
  section.tests = testsThatFit(section.tests, section.totals);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total !== run.announced) section.problems.push(`playwright announces ${run.announced} tests, but tells of ${total}`);
  return section;
}

/** A test that is meant to fail has the mark of a failure although it passed: what failed is said in the summary. */
function listedTests(listed: readonly Listed[], failed: readonly { id: string }[]): TestResult[] {
  const failures = new Map<string, number>();
  for (const { id } of failed) failures.set(id, (failures.get(id) ?? 0) + 1);
  const tests = listed.map(({ id, wasSkipped }) => {
    const left = failures.get(id) ?? 0;
    if (left > 0) failures.set(id, left - 1);
    return test(id, left > 0 ? 'failed' : wasSkipped ? 'skipped' : 'passed');
  });
  const unlisted = [...failures].filter(([, left]) => left > 0).map(([header]) => test(header, 'failed'));
  return [...tests, ...unlisted];
}

/** The line and the column of a test are not the same in every tree. */
function test(header: string, status: TestStatus): TestResult {
  const path = header.replace(PROJECT, '$1 › ').replace(/:\d{1,9}:\d{1,9}(?= › )/, '');
  return { id: path.replaceAll(' › ', ' > '), status };
}
