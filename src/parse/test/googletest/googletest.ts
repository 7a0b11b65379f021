// The console output of a GoogleTest binary, one section per run of it.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { ResultsById } from '../shared/results-by-id.ts';

const ID = 'googletest';
const RUNNING = /^\[={10}\] Running (\d+) tests? from \d+ test (?:suite|case)s?\.$/;
const RAN = /^\[={10}\] (\d+) tests? from \d+ test (?:suite|case)s? ran\.(?: \(\d+ ms total\))?$/;
const STARTED = /^\[ RUN {6}\] (\S+)$/;
/** The name is followed by ", where GetParam() = ..." and by the time, both of which may be missing. */
const RESULT = /^\[( {7}OK | {2}FAILED {2}| {2}SKIPPED | DISABLED )\] ([^\s,:]+)(?:, where .*)?(?: \(\d+ ms\))?$/;
const TOTAL = /^\[( {2}PASSED {2}| {2}SKIPPED | {2}FAILED {2})\] (\d+) tests?(?:\.|, listed below:)$/;
const FAILED_SUITE = /^\[ {2}FAILED {2}\] ([^\s:]+): SetUpTest(?:Suite|Case) or TearDownTest(?:Suite|Case)$/;
const DISABLED = /^ {2}YOU HAVE (\d+) DISABLED TESTS?$/;

/** A test may print any number of disabled tests. */
const MAX_UNNAMED = 10_000;
const MAIN = 'Running main() from ';
/** Stands before the beginning of such a run. */
const SHARD = 'Note: This is test shard ';

const STATUSES: Record<string, TestStatus> = {
  OK: 'passed',
  PASSED: 'passed',
  FAILED: 'failed',
  SKIPPED: 'skipped',
  DISABLED: 'skipped',
};

export const googletest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['ctest'],
  startsWith: ['[==========] ', '[  FAILED  ] ', MAIN, SHARD],
  atMargin: true,
  open: ({ shelf }) => new GoogletestReader(shelf),
};

class GoogletestReader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  #run: Run | null = null;
  /** With --gtest_brief=1 only these are shown before the totals. */
  #loose: TestResult[] = [];
  #mainSeen = true;
  #isShard = false;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    const running = text.startsWith('[==========] Running ') ? RUNNING.exec(text) : null;
    if (text.startsWith(SHARD)) this.#isShard = true;
    if (running !== null) {
      this.#finish();
      this.#run = new Run(this.#shelf, Number(running[1]), lineNumber, true, this.#isShard);
      this.#isShard = false;
    } else if (this.#run !== null && !(this.#run.isBrief && text.startsWith(MAIN))) this.#run.line(text, lineNumber);
    else this.#outside(text, lineNumber);
    return this.#run !== null;
  }

  end(): TestSection[] {
    this.#finish();
    return this.#sections;
  }

  #outside(text: string, lineNumber: number): void {
    this.#finish();
    if (text.startsWith(MAIN)) this.#mainSeen = true;
    const ran = text.startsWith('[==========] ') ? RAN.exec(text) : null;
    const failed = text.startsWith('[  FAILED  ] ') ? RESULT.exec(text)?.[2] : undefined;
    if (failed !== undefined) this.#shelf.keep(this.#loose, { id: failed, status: 'failed' });
    if (ran === null) return;
    this.#run = new Run(this.#shelf, Number(ran[1]), lineNumber, false, false);
    this.#run.line(text, lineNumber);
    for (const { id } of this.#loose) this.#run.result(id, 'failed');
    if (!this.#mainSeen) this.#run.problem('googletest prints totals twice, and shows no beginning of a second run');
    this.#loose = [];
    this.#mainSeen = false;
  }

  #finish(): void {
    if (this.#run !== null) this.#shelf.keepRun(this.#sections, this.#run.section());
    this.#run = null;
  }
}

class Run {
  readonly #shelf: Shelf;
  /** In sentences. */
  readonly #problems: { id: string }[] = [];
  readonly #section: TestSection;
  readonly #announced: number;
  readonly #hasHeader: boolean;
  readonly #isShard: boolean;
  readonly #tests: TestResult[] = [];
  /** Listed in every shard, and counted in one of them; not listed where a suite has no other tests. */
  readonly #listedDisabled: TestResult[] = [];
  readonly #failedSuites: ResultsById;
  #running: string | null = null;
  /** What the lines after "ran." say; null before them. */
  #stated: { passed: number; failed: number | null; skipped: number } | null = null;
  #disabled = 0;

  constructor(shelf: Shelf, announced: number, lineNumber: number, hasHeader: boolean, isShard: boolean) {
    this.#shelf = shelf;
    this.#failedSuites = new ResultsById(shelf);
    this.#isShard = isShard;
    this.#announced = announced;
    this.#hasHeader = hasHeader;
    this.#section = { ...emptyTestSection(ID, lineNumber), hasHeader };
  }

  /** Without a beginning: that of the next one is all that ends it. */
  get isBrief(): boolean {
    return !this.#hasHeader;
  }

  line(text: string, lineNumber: number): void {
    if (text.startsWith('[')) this.#bracket(text, lineNumber);
    else if (this.#running !== null && text.includes(`] ${this.#running}`)) this.#glued(text);
    else if (text.startsWith('  YOU HAVE ')) this.#disabled = Number(DISABLED.exec(text)?.[1] ?? 0);
  }

  result(id: string, status: TestStatus): void {
    this.#shelf.keep(this.#tests, { id, status });
  }

  problem(sentence: string): void {
    this.#shelf.keep(this.#problems, { id: sentence });
  }

  section(): TestSection {
    const section = this.#section;
    section.tests = [...this.#tests, ...this.#disabledTests()];
    section.problems = this.#problems.map(({ id }) => id);
    if (this.#stated === null) return section;
    const { passed, skipped } = this.#stated;
    const failed = this.#stated.failed ?? (this.#hasHeader ? 0 : this.#announced - passed - skipped);
    section.hasFooter = passed + failed + skipped === this.#announced;
    section.totals = { passed, failed: failed + this.#failedSuites.tests.length, skipped: skipped + this.#disabled };
    return { ...section, tests: [...section.tests, ...this.#failedSuites.tests] };
  }

  #disabledTests(): TestResult[] {
    const named = this.#isShard && this.#listedDisabled.length > this.#disabled ? [] : this.#listedDisabled;
    const unnamed = this.#stated === null || !this.#hasHeader ? 0 : Math.max(0, this.#disabled - named.length);
    const placeholders: TestResult[] = [];
    for (let number = 1; number <= Math.min(unnamed, MAX_UNNAMED); number += 1)
      this.#shelf.keep(placeholders, { id: `disabled test ${number}`, status: 'skipped' });
    return [...named, ...placeholders];
  }

  #bracket(text: string, lineNumber: number): void {
    const ran = text.startsWith('[==========] ') ? RAN.exec(text)?.[1] : undefined;
    if (ran !== undefined && !this.#hasHeader && this.#stated !== null)
      this.problem('googletest prints totals twice, and shows no beginning of a second run');
    if (ran !== undefined && Number(ran) === this.#announced) this.#stated = { passed: 0, failed: null, skipped: 0 };
    const started = STARTED.exec(text)?.[1];
    if (started !== undefined) this.#running = started;
    if (started !== undefined || ran !== undefined) this.#section.lastLine = lineNumber;
    else if (this.#stated !== null && this.#total(this.#stated, text)) this.#section.lastLine = lineNumber;
    else this.#result(text);
  }

  #total(stated: { passed: number; failed: number | null; skipped: number }, text: string): boolean {
    const suite = FAILED_SUITE.exec(text)?.[1];
    if (suite !== undefined) this.#failedSuites.set(`${suite} SetUpTestSuite or TearDownTestSuite`, 'failed');
    const [, word = '', count] = TOTAL.exec(text) ?? [];
    const status = STATUSES[word.trim()];
    if (status !== undefined && count !== undefined) stated[status] = Number(count);
    // What follows are lists of names that were seen before.
    return status !== undefined || text.startsWith('[  FAILED  ] ') || text.startsWith('[  SKIPPED ] ');
  }

  #result(text: string): void {
    const [, word = '', name = ''] = RESULT.exec(text) ?? [];
    const status = STATUSES[word.trim()];
    if (status === undefined) return;
    if (word === ' DISABLED ') this.#shelf.keep(this.#listedDisabled, { id: name, status });
    else if (this.#running === name) this.result(name, status);
    else this.problem(`googletest has a result of ${name}, which was not running`);
    if (this.#running === name) this.#running = null;
  }

  /** A test that prints no line end puts its last words before its result. */
  #glued(text: string): void {
    const result = text.slice(text.lastIndexOf(`] ${this.#running}`) - ' FAILED   '.length - 1);
    if (result.startsWith('[')) this.#result(result);
  }
}
