// The console output of ExUnit (`mix test`), one section per application.

import type { Shelf } from '../engine/shelf.ts';
import type { LineContext, LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { isDigit, startsWithCount } from '../shared/characters.ts';
import { ResultsById } from './shared/results-by-id.ts';
import { testsThatFit } from './shared/tests-that-fit.ts';
import { addsUp } from './shared/totals.ts';

const ID = 'ex-unit';
/** Since Elixir 1.15; before that a run shows no beginning. */
const HEADER = /^Running ExUnit with seed: \d+/;
const MODULE = /^([A-Z][\w.]*) \[.+\.exs\]$/;
/** With --trace: "  * test name [L#5]" when it starts, "  * test name (0.1ms) [L#5]" when it has ended. */
const TRACE = /^ {2}\* (\S.*?) \[L#\d+\]/;
const ENDED = /^(.+) \(([\d.]+ms|skipped|excluded|invalid)\)$/;
const FAILURE = /^ {1,4}\d+\) ((?:test|doctest|property|feature) .+) \(([A-Z][\w.]*)\)$/;
const INVALID_MODULE = /^ {1,4}\d+\) ([A-Z][\w.]*): failure on setup_all callback, /;
const NOT_COMPILED = /^== Compilation error in file (\S+) ==$/;
const PART = /^(\d+) ([a-z]+)$/;
/** Of what stands between "Finished in" and the totals, in lines. */
const MAX_LIST_LENGTH = 60;
/** What a number of the summary counts; "all" are the tests of every kind. */
const COUNTED: readonly [RegExp, 'all' | 'failed' | 'skipped'][] = [
  [/^(?:(?:doc)?tests?|propert(?:y|ies)|features?)$/, 'all'],
  [/^(?:failures?|invalid)$/, 'failed'],
  [/^(?:excluded|skipped)$/, 'skipped'],
];

const STAR = 42;

export const exUnit: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['mix', 'elixir'],
  startsWith: [...'0123456789', '* ', 'Running ExUnit ', '== Compilation ', 'There are no tests to run'],
  // Numbers begin the totals at the margin and the failures behind blanks.
  prefilter: (text) => {
    if (isDigit(text.charCodeAt(0))) return startsWithCount(text) && text.includes(' failure');
    return text.charCodeAt(0) !== STAR;
  },
  open: (context) => new ExUnitReader(context),
};

class ExUnitReader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  readonly #context: LineContext;
  #run: Run | null = null;
  #headerless = 0;

  constructor(context: LineContext) {
    this.#context = context;
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('Running ExUnit ') && HEADER.test(text)) this.#begin(lineNumber);
    const totals = readTotals(text, this.#context);
    if (totals !== null) this.#summary(totals, lineNumber);
    else if (text.startsWith('== ')) this.#notCompiled(text, lineNumber);
    else this.#inside(text, lineNumber);
    return this.#run !== null;
  }

  end(): TestSection[] {
    this.#finish();
    // Without headers a second summary may be another application's, or a test's: only with --trace it can be told.
    const areTold = this.#sections.every(({ tests, totals }) => totals === null || addsUp(tests, totals));
    if (this.#headerless > 1 && !areTold)
      for (const section of this.#sections) section.problems.push('ExUnit prints totals more than once');
    return this.#sections;
  }

  #begin(lineNumber: number): void {
    this.#finish();
    this.#run = new Run(this.#context.shelf, { ...emptyTestSection(ID, lineNumber), hasHeader: true });
  }

  #inside(text: string, lineNumber: number): void {
    const isTrace = text.startsWith('  * ') && TRACE.test(text);
    const isFailure = text.startsWith(' ') && (FAILURE.test(text) || INVALID_MODULE.test(text));
    if (this.#run === null && (isTrace || isFailure)) {
      this.#run = new Run(this.#context.shelf, emptyTestSection(ID, lineNumber));
      if (isTrace) this.#run.line(this.#context.before(1));
    }
    this.#run?.line(text);
  }

  #summary(totals: Totals, lineNumber: number): void {
    this.#run ??= new Run(this.#context.shelf, emptyTestSection(ID, lineNumber));
    this.#run.close(totals, lineNumber);
    if (this.#run.section.hasHeader) return;
    this.#headerless += 1;
    this.#finish();
  }

  #finish(): void {
    if (this.#run !== null) this.#context.shelf.keepRun(this.#sections, this.#run.finish());
    this.#run = null;
  }

  #notCompiled(text: string, lineNumber: number): void {
    const file = NOT_COMPILED.exec(text)?.[1];
    if (file === undefined) return;
    this.#run = null;
    const section = { ...emptyTestSection(ID, lineNumber), hasFooter: true };
    this.#context.shelf.keep(section.tests, { id: file, status: 'failed' });
    this.#context.shelf.keepRun(this.#sections, section);
  }
}

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** "1 doctest, 7 tests, 1 failure, 1 excluded, 2 invalid, 1 skipped", below "Finished in 0.05 seconds". */
function readTotals(text: string, context: LineContext): Totals | null {
  if (text === 'There are no tests to run') return { passed: 0, failed: 0, skipped: 0 };
  if (!isDigit(text.charCodeAt(0)) || !/ failures?(?:,|$)/.test(text) || !isBelowFinish(context)) return null;
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

/** With --slowest a list of tests stands in between. */
function isBelowFinish(context: LineContext): boolean {
  let distance = 1;
  while (distance < MAX_LIST_LENGTH && /^(?:$|Top \d+ slowest | {2}\* )/.test(context.before(distance))) distance += 1;
  return context.before(distance).startsWith('Finished in ');
}

class Run {
  readonly section: TestSection;
  /** With --trace all tests; otherwise those that failed. */
  readonly #statuses: ResultsById;
  readonly #failed: ResultsById;
  readonly #invalidModules: ResultsById;
  #module: string | null = null;
  #started: string | null = null;

  constructor(shelf: Shelf, section: TestSection) {
    this.section = section;
    this.#statuses = new ResultsById(shelf);
    this.#failed = new ResultsById(shelf);
    this.#invalidModules = new ResultsById(shelf);
  }

  line(text: string): void {
    if (text.startsWith('  * ')) this.#trace(text);
    else if (text.startsWith(' ')) this.#failure(text);
    else this.#module = MODULE.exec(text)?.[1] ?? this.#module;
  }

  /** A test may print totals; the last ones before the next header are ExUnit's. */
  close(totals: Totals, lineNumber: number): void {
    this.section.totals = totals;
    this.section.hasFooter = true;
    this.section.lastLine = lineNumber;
    this.section.problems = this.#started === null ? [] : [`ExUnit states its totals while ${this.#started} is running`];
  }

  finish(): TestSection {
    if (this.section.totals !== null) this.section.tests = testsThatFit(this.#statuses.tests, this.section.totals);
    return this.section;
  }

  #trace(text: string): void {
    const traced = TRACE.exec(text)?.[1];
    const [, name, word] = ENDED.exec(traced ?? '') ?? [];
    // Tests run one after the other here, so the end of another one was printed by the test itself.
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
