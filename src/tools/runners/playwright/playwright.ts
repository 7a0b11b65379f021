// The console output of Playwright Test (reporters list, line, dot and github), one section per run: from
// "Running 5 tests using 2 workers" to the summary. Only the list reporter names tests that did not fail.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';
import { dropExcessTests } from '../shared/totals.ts';
import { PlaywrightSummary } from './summary.ts';

const RUN = /^Running (\d{1,9}) tests? using \d{1,9} workers?(?:, shard \d{1,9} of \d{1,9})?$/;
/** A mark, the number of the attempt, and the test: "[project] › path:line:column › group › name (retry #1) (5ms)". */
const ATTEMPT = /^ {2}(✓|✘|-|ok|x) {1,6}\d{1,9} (\S.*)$/;
const DURATION = / \([\d.]{1,12}(?:ms|s|m|h)\)$/;
const RETRY = / \(retry #\d{1,9}\)$/;
const PROJECT = /^\[([^\]]{1,200})\] › /;
/** Only results of the list reporter have a position; test output after a mark has none. */
const PLACE = /^(?:\[[^\]]{1,200}\] › )?\S[^›]{0,1000}:\d{1,9}:\d{1,9} › /;

/** Counted as an error, in addition to the failed tests. */
const STOPPED = /^Testing stopped early after \d{1,9} maximum allowed failures?\.$/;
/** Further lines of a name are ignored. */
const MAX_NAME_LINES = 5;

interface Listed {
  /** As printed, without the attempt and its duration. */
  id: string;
  wasSkipped: boolean;
}

interface PlaywrightRun {
  run: TestRun;
  /** The number of tests according to the header. */
  announced: number;
  /** In order of appearance; with --repeat-each several have the same header. */
  listed: Listed[];
  /** By header: the test that was listed last. */
  latest: Map<string, Listed>;
  /** The first line of an attempt whose name continues; the end of the name shows whether it is a retry. */
  unfinished: { header: string; lines: number } | null;
  wasStopped: boolean;
  summary: PlaywrightSummary;
}

export const playwright: LineParser<TestSection> = {
  id: 'playwright',
  form: 'lines',
  commands: ['playwright'],
  startsWith: ['Running '],
  atMargin: true,
  failures: failureReports({
    startsWith: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    heading: (text) => {
      const title = /^ {2}\d{1,9}\) (\S.{0,900}?)(?: ─+)?$/.exec(text)?.[1];
      return title === undefined ? null : { title: title.replace(/^\[(.{1,200}?)\] › /, '$1 › ').replace(/:\d+:\d+ › /, ' › ') };
    },
    end: /^ {2}\d+\) |^ {4}(?:Retry #|attachment #|Error Context: )|^ {2}\d+ (?:failed|passed|flaky|skipped|interrupted)/,
    titles: (id) => [id.replaceAll(' > ', ' › ')],
  }),
  open: (results) => new PlaywrightReader(results),
};

class PlaywrightReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #runs: PlaywrightRun[] = [];

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  line(text: string): boolean | 'claimed' {
    const announced = text.startsWith('Running ') ? RUN.exec(text)?.[1] : undefined;
    if (announced !== undefined) this.#runs.push(newRun(this.#results, Number(announced)));
    const run = this.#runs.at(-1);
    if (run === undefined) return false;
    if (attemptLine(run, text)) return 'claimed';
    if (text.startsWith('Testing stopped ') && STOPPED.test(text)) run.wasStopped = true;
    run.summary.line(text);
    return true;
  }

  end(): void {
    for (const run of this.#runs) finishRun(run, this.#results);
  }
}

function newRun(results: Results<TestSection>, announced: number): PlaywrightRun {
  return {
    run: results.beginRun({ hasHeader: true }),
    announced,
    listed: results.list(),
    latest: results.map(),
    unfinished: null,
    wasStopped: false,
    summary: new PlaywrightSummary(results),
  };
}

/** True when the line is an attempt, or a further line of its name. */
function attemptLine(run: PlaywrightRun, text: string): boolean {
  const [, mark = '', title = ''] = text.startsWith('  ') ? (ATTEMPT.exec(text) ?? []) : [];
  if (mark === '' || !PLACE.test(title)) return continueName(run, text);
  finishName(run);
  run.run.touch();
  if (mark === '-' || DURATION.test(title)) addAttempt(run, title, title, mark === '-');
  else run.unfinished = { header: title, lines: 1 };
  return true;
}

function continueName(run: PlaywrightRun, text: string): boolean {
  if (run.unfinished === null) return false;
  const { header, lines } = run.unfinished;
  if (!DURATION.test(text) && lines < MAX_NAME_LINES) {
    run.unfinished = { header, lines: lines + 1 };
    return true;
  }
  run.unfinished = null;
  run.run.touch();
  addAttempt(run, header, text, false);
  return true;
}

function finishName(run: PlaywrightRun): void {
  if (run.unfinished !== null) addAttempt(run, run.unfinished.header, '', false);
  run.unfinished = null;
}

/** `first` and `last` are the first and last line of the title, mostly the same one. */
function addAttempt(run: PlaywrightRun, first: string, last: string, wasSkipped: boolean): void {
  const header = (wasSkipped ? first : first.replace(DURATION, '')).replace(RETRY, '');
  const isRetry = RETRY.test(last.replace(DURATION, ''));
  const known = isRetry ? run.latest.get(header) : undefined;
  if (known !== undefined) {
    known.wasSkipped = wasSkipped;
    return;
  }
  const test = { id: header, wasSkipped };
  run.listed.push(test);
  run.latest.set(test.id, test);
}

function finishRun(playwrightRun: PlaywrightRun, results: Results<TestSection>): void {
  finishName(playwrightRun);
  const { run, announced, listed, summary, wasStopped } = playwrightRun;
  // A test printed a summary that is followed by more tests.
  const block = (summary.block?.firstLine ?? 0) > run.lastLine ? summary.block : null;
  const failed = block === null ? [] : block.failed;
  const tests = listed.length > 0 ? listedTests(listed, failed) : failed.map((header) => test(header, 'failed'));
  run.tests = tests;
  if (block === null) return;
  const { counts } = block;
  const errors = Math.max(0, block.errors - (wasStopped ? 1 : 0));
  const totals = {
    passed: counts.passed + counts.flaky,
    failed: counts.failed + counts.interrupted + errors,
    skipped: counts.skipped + counts['did not run'],
  };
  const outside: TestResult[] = results.list();
  for (let count = 0; count < errors && !results.isFull; count += 1)
    outside.push({ id: 'error outside of any test', status: 'failed' });
  run.tests = dropExcessTests([...tests, ...outside], totals);
  run.totals = totals;
  run.hasFooter = true;
  run.lastLine = block.lastLine;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total !== announced) run.problems.push(`playwright announces ${announced} tests, but tells of ${total}`);
}

/** A test that fails as expected has the mark of a failure, so the summary decides which tests failed. */
function listedTests(listed: readonly Listed[], failed: readonly string[]): TestResult[] {
  const failures = new Map<string, number>();
  for (const header of failed) failures.set(header, (failures.get(header) ?? 0) + 1);
  const tests = listed.map(({ id, wasSkipped }) => {
    const left = failures.get(id) ?? 0;
    if (left > 0) failures.set(id, left - 1);
    return test(id, left > 0 ? 'failed' : wasSkipped ? 'skipped' : 'passed');
  });
  const unlisted = [...failures].filter(([, left]) => left > 0).map(([header]) => test(header, 'failed'));
  return [...tests, ...unlisted];
}

/** Without line and column, which differ between commits. */
function test(header: string, status: TestStatus): TestResult {
  const path = header.replace(PROJECT, '$1 › ').replace(/:\d{1,9}:\d{1,9}(?= › )/, '');
  return { id: path.replaceAll(' › ', ' > '), status };
}
