// The console output of ExUnit (`mix test`), one section per application.

import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { CharCode, isDigit, startsWithCount } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { ResultsById } from '../shared/results-by-id.ts';
import { dropExcessTests, matchesTotals } from '../shared/totals.ts';

/** Since Elixir 1.15; before that a run has no header. */
const HEADER = /^Running ExUnit with seed: \d+/;
const MODULE = /^([A-Z][\w.]*) \[.+\.exs\]$/;
/** With --trace: "  * test name [L#5]" at the start of a test, "  * test name (0.1ms) [L#5]" at its end. */
const TRACE = /^ {2}\* (\S.*?) \[L#\d+\]/;
const ENDED = /^(.+) \(([\d.]+ms|skipped|excluded|invalid)\)$/;
const FAILURE = /^ {1,4}\d+\) ((?:test|doctest|property|feature) .+) \(([A-Z][\w.]*)\)$/;
const INVALID_MODULE = /^ {1,4}\d+\) ([A-Z][\w.]*): failure on setup_all callback, /;
const NOT_COMPILED = /^== Compilation error in file (\S+) ==$/;
const PART = /^(\d+) ([a-z]+)$/;
/** In lines, between "Finished in" and the totals. */
const MAX_LIST_LENGTH = 60;
/** What a number of the summary counts; "all" is the tests of every kind. */
const COUNTED: readonly [RegExp, 'all' | 'failed' | 'skipped'][] = [
  [/^(?:(?:doc)?tests?|propert(?:y|ies)|features?)$/, 'all'],
  [/^(?:failures?|invalid)$/, 'failed'],
  [/^(?:excluded|skipped)$/, 'skipped'],
];

export const exUnit: LineParser<TestSection> = {
  id: 'ex-unit',
  form: 'lines',
  commands: ['mix', 'elixir'],
  startsWith: [...'0123456789', '* ', 'Running ExUnit ', '== Compilation ', 'There are no tests to run'],
  // Totals start with a number, failures with spaces and a number.
  prefilter: (text) => {
    if (isDigit(text.charCodeAt(0))) return startsWithCount(text) && text.includes(' failure');
    return text.charCodeAt(0) !== CharCode.ASTERISK;
  },
  failures: failureReports({
    startsWith: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    heading: (text) => {
      const [, name, module] = /^ {2}\d{1,9}\) (\S.{0,900}) \(([\w.]{1,300})\)$/.exec(text) ?? [];
      return name === undefined ? null : { title: `${module} > ${name}` };
    },
    end: /^(?:Finished in |Randomized|\d+ (?:tests?|doctests?)\b)|^ {2}(?:\d+\)|\*) |^[.*]/,
    noise: /^ +(?:stacktrace:|code: |\(.*\) .*: |\S+\.exs?:\d+: )/,
    titles: (id) => [id],
  }),
  open: (results) => new ExUnitReader(results),
};

class ExUnitReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #runs: TestRun[] = [];
  #run: ExUnitRun | null = null;
  #headerless = 0;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    if (text.startsWith('Running ExUnit ') && HEADER.test(text)) this.#begin();
    const totals = readTotals(text, this.#results);
    if (totals !== null) this.#summary(totals);
    else if (text.startsWith('== ')) this.#notCompiled(text);
    else this.#inside(text);
    return this.#run !== null;
  }

  end(): void {
    this.#finish();
    // Without headers a second summary may be from another application or from a test, unless --trace confirms it.
    const areConfirmed = this.#runs.every(({ tests, totals }) => totals === null || matchesTotals(tests, totals));
    if (this.#headerless > 1 && !areConfirmed)
      for (const run of this.#runs) run.problems.push('ExUnit prints totals more than once');
  }

  #begin(): void {
    this.#finish();
    this.#run = new ExUnitRun(this.#results, true);
  }

  #inside(text: string): void {
    const isTrace = text.startsWith('  * ') && TRACE.test(text);
    const isFailure = text.startsWith(' ') && (FAILURE.test(text) || INVALID_MODULE.test(text));
    if (this.#run === null && (isTrace || isFailure)) {
      this.#run = new ExUnitRun(this.#results, false);
      if (isTrace) this.#run.line(this.#results.before(1));
    }
    this.#run?.line(text);
  }

  #summary(totals: TestTotals): void {
    this.#run ??= new ExUnitRun(this.#results, false);
    this.#run.close(totals);
    if (this.#run.run.hasHeader) return;
    this.#headerless += 1;
    this.#finish();
  }

  #finish(): void {
    if (this.#run !== null) this.#add(this.#run.finish());
    this.#run = null;
  }

  #add(run: TestRun): void {
    this.#results.add(run);
    this.#runs.push(run);
  }

  #notCompiled(text: string): void {
    const file = NOT_COMPILED.exec(text)?.[1];
    if (file === undefined) return;
    this.#run = null;
    const run = this.#results.draftRun({ hasFooter: true });
    run.test(file, 'failed');
    this.#add(run);
  }
}

/** "1 doctest, 7 tests, 1 failure, 1 excluded, 2 invalid, 1 skipped", below "Finished in 0.05 seconds". */
function readTotals(text: string, results: Results<TestSection>): TestTotals | null {
  if (text === 'There are no tests to run') return { passed: 0, failed: 0, skipped: 0 };
  if (!isDigit(text.charCodeAt(0)) || !/ failures?(?:,|$)/.test(text) || !isBelowFinish(results)) return null;
  const counts = { all: 0, failed: 0, skipped: 0 };
  for (const part of text.split(', ')) {
    const [, digits = '', word = ''] = PART.exec(part) ?? [];
    const counted = COUNTED.find(([words]) => words.test(word))?.[1];
    if (counted === undefined) return null;
    counts[counted] += Number(digits);
  }
  const { all, failed, skipped } = counts;
  return { passed: all - failed - skipped, failed, skipped };
}

/** With --slowest a list of tests comes between them. */
function isBelowFinish(results: Results<TestSection>): boolean {
  let distance = 1;
  while (distance < MAX_LIST_LENGTH && /^(?:$|Top \d+ slowest | {2}\* )/.test(results.before(distance))) distance += 1;
  return results.before(distance).startsWith('Finished in ');
}

class ExUnitRun {
  readonly run: TestRun;
  /** With --trace all tests; otherwise those that failed. */
  readonly #statuses: ResultsById;
  readonly #failed: ResultsById;
  readonly #invalidModules: ResultsById;
  #module: string | null = null;
  #started: string | null = null;

  constructor(results: Results<TestSection>, hasHeader: boolean) {
    this.run = results.draftRun({ hasHeader });
    this.#statuses = new ResultsById(results);
    this.#failed = new ResultsById(results);
    this.#invalidModules = new ResultsById(results);
  }

  line(text: string): void {
    if (text.startsWith('  * ')) this.#trace(text);
    else if (text.startsWith(' ')) this.#failure(text);
    else this.#module = MODULE.exec(text)?.[1] ?? this.#module;
  }

  /** A test may print totals, so the last ones before the next header count. */
  close(totals: TestTotals): void {
    this.run.close(totals);
    this.run.problems = this.#started === null ? [] : [`ExUnit states its totals while ${this.#started} is running`];
  }

  finish(): TestRun {
    if (this.run.totals !== null) this.run.tests = dropExcessTests(this.#statuses.tests, this.run.totals);
    return this.run;
  }

  #trace(text: string): void {
    const traced = TRACE.exec(text)?.[1];
    const [, name, word] = ENDED.exec(traced ?? '') ?? [];
    // Tests run one after the other here, so the running test printed the end of another one.
    if (name === undefined) this.#started = traced ?? this.#started;
    if (name === undefined || name !== this.#started) return;
    this.#started = null;
    if (this.#module === null) return;
    const id = `${this.#module} > ${name}`;
    if (word === 'skipped' || word === 'excluded') this.#statuses.set(id, 'skipped');
    else this.#statuses.set(id, word === 'invalid' || this.#failed.get(id) === 'failed' ? 'failed' : 'passed');
  }

  #failure(text: string): void {
    const [, name, owner] = FAILURE.exec(text) ?? [];
    if (name !== undefined) this.#fail(`${owner} > ${name}`);
    const invalid = INVALID_MODULE.exec(text)?.[1];
    if (invalid === undefined || this.#invalidModules.get(invalid) === 'failed') return;
    this.#invalidModules.set(invalid, 'failed');
    for (const { id } of this.#statuses.tests) if (id.startsWith(`${invalid} > `)) this.#fail(id);
  }

  #fail(id: string): void {
    this.#failed.set(id, 'failed');
    this.#statuses.set(id, 'failed');
  }
}
