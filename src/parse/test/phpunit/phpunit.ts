// The console output of PHPUnit and ParaTest: progress, --testdox, --debug (to version 9) and --teamcity.
// Tests print what they like before and inside the list of failures, so a summary must fit the rest of the output.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../../section.ts';
import { readTeamcityMessage, type TeamcityDialect, TeamcityTests } from '../shared/teamcity-messages.ts';
import { addsUp } from '../shared/totals.ts';

const ID = 'phpunit';
const HEADER = /^(?:(?:ParaTest \S+ upon )?PHPUnit (\d+)\.\d+\S* by Sebastian Bergmann\b|Codeception PHP Testing Framework v\d)/;
/** From here on the last line of the progress ends in "5 / 5 (100%)". */
const COUNTER_VERSION = 7;
const MARKS = /^[.FEWRSIND]+$/;
const OK = /^OK \((\d{1,9}) tests?, \d{1,9} assertions?\)$/;
const COUNTS = /^Tests: (\d{1,9}), Assertions: \d{1,9}(?:, [A-Za-z ]{1,40}: \d{1,9})*\.$/;
const VERDICT = /^(?:OK, but .{1,80}!|[A-Z]{4,20}!)$/;
const COUNTER = / (\d{1,9}) \/ (\d{1,9}) \( {0,2}\d{1,3}%\)$/;
const HEADING = /^There (?:was|were) (\d{1,9}) ([A-Za-z ]{1,40}?)s?:$/;
const ENTRY = /^(\d{1,9})\) (.+)$/;
const DEBUG = /^Test '(.+)' started$/;
const TESTDOX: Record<string, TestStatus> = {
  '✔': 'passed',
  '✘': 'failed',
  '⚠': 'passed',
  '☢': 'passed',
  '∅': 'skipped',
  '↩': 'skipped',
};
const GLUED_TESTDOX = / [✔✘⚠☢∅↩] \S/;
/** PHPUnit reports a risky test, which is a passed one, as failed in service messages. */
const RISKY = /^(?:This test |Test code or tested code |Test was |Code under test )/;
/** Stands in for a class without tests or with a broken data provider, up to version 9. */
const WARNING_CASE = 'PHPUnit\\Framework\\WarningTestCase';
const WARNING_ID = 'Warning';
const LISTS: ReadonlySet<string> = new Set(['error', 'failure', 'PHPUnit error', 'warning', 'skipped test', 'incomplete test']);
const DIALECT: TeamcityDialect = {
  idOf: teamcityId,
  isStandIn: (location) => location.includes(WARNING_CASE),
  isForgiven: (message) => RISKY.test(message),
};

export const phpunit: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['phpunit', 'paratest', 'simple-phpunit'],
  startsWith: ['PHPUnit ', 'ParaTest ', 'Codeception '],
  atMargin: true,
  open: ({ shelf }) => new PhpunitReader(shelf),
};

class PhpunitReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #run: Run | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    const header = text.startsWith('P') || text.startsWith('C') ? HEADER.exec(text) : null;
    if (header !== null) {
      this.#finish();
      this.#run = new Run(this.#shelf, lineNumber, Number(header[1] ?? 0));
    } else this.#run?.line(text.trimEnd(), lineNumber);
    return this.#run !== null;
  }

  end(): TestSection[] {
    this.#finish();
    return this.#sections;
  }

  #finish(): void {
    if (this.#run !== null) this.#shelf.keepRun(this.#sections, this.#run.section());
    this.#run = null;
  }
}

interface Summary {
  tests: number;
  errors: number;
  failures: number;
  skipped: number;
  lineNumber: number;
}

interface List {
  stated: number;
  entries: { id: string }[];
  /** A number came twice: a message holds what looks like an entry, and nobody can tell which is one. */
  isDoubtful: boolean;
}

class Run {
  readonly #shelf: Shelf;
  readonly #firstLine: number;
  #summaries: Summary[] = [];
  /** By kind, as far as it matters. */
  readonly #lists = new Map<string, List>();
  #list: List | null = null;
  #previous = '';
  #counter: { done: number; announced: number } | null = null;
  readonly #testdox: TestResult[] = [];
  /** Results behind what a test printed without a line end; they may be a part of that. */
  readonly #gluedTestdox: TestResult[] = [];
  #group = '';
  /** A line below a blank one. It is a group if a result follows, and else was printed by a test. */
  #groupBelowBlank = '';
  #inRepetition = false;
  readonly #started: { id: string }[] = [];
  readonly #teamcity: TeamcityTests;

  #resultsEnded = false;
  #sawMarks = false;
  readonly #hasCounter: boolean;

  constructor(shelf: Shelf, firstLine: number, version: number) {
    this.#shelf = shelf;
    this.#teamcity = new TeamcityTests(shelf, DIALECT);
    this.#firstLine = firstLine;
    this.#hasCounter = version >= COUNTER_VERSION;
  }

  line(text: string, lineNumber: number): void {
    if (text.startsWith('Time: ') && text.includes(', Memory: ')) this.#endResults();
    else if (!this.#summary(text, lineNumber) && !this.#heading(text)) this.#result(text);
    this.#previous = text;
  }

  /** Whatever looked like a summary before was printed by a test. */
  #endResults(): void {
    this.#resultsEnded = true;
    this.#summaries = [];
  }

  #summary(text: string, lineNumber: number): boolean {
    const summary = readSummary(text, this.#previous, lineNumber);
    if (summary === null || (summary.tests > 0 && !this.#resultsEnded)) return false;
    this.#summaries.push(summary);
    if (this.#summaries.length > 64) this.#summaries.shift();
    return true;
  }

  #heading(text: string): boolean {
    const heading = text.startsWith('There w') && this.#previous === '' ? HEADING.exec(text) : null;
    if (heading !== null) {
      const kind = heading[2] ?? '';
      this.#list = { stated: Number(heading[1]), entries: [], isDoubtful: false };
      if (LISTS.has(kind)) this.#lists.set(kind, this.#list);
      return true;
    }
    const entry = this.#list !== null && this.#previous === '' ? ENTRY.exec(text) : null;
    return entry !== null && this.#list !== null && this.#entry(this.#list, Number(entry[1]), entry[2] ?? '');
  }

  #entry(list: List, number: number, name: string): boolean {
    if (number <= list.entries.length) list.isDoubtful = true;
    if (number !== list.entries.length + 1) return false;
    this.#shelf.keep(list.entries, { id: testName(name) });
    return true;
  }

  #result(text: string): void {
    const code = text.charCodeAt(0);
    if (code === 32) this.#testdoxLine(text);
    else if (code === 35) this.#serviceMessage(text);
    else if (text.startsWith("Test '")) this.#startedTest(text);
    else if (text === 'Summary of non-successful tests:') this.#inRepetition = true;
    else if (text.endsWith('%)')) this.#progress(text);
    else if (MARKS.test(text)) this.#sawMarks = true;
    else if (GLUED_TESTDOX.test(text)) this.#gluedTestdoxLine(text);
    else if (text !== '' && this.#previous === '') this.#groupBelowBlank = text;
  }

  #gluedTestdoxLine(text: string): void {
    const at = Math.max(...Object.keys(TESTDOX).map((mark) => text.lastIndexOf(` ${mark} `)));
    this.#testdoxLine(text.slice(at), this.#gluedTestdox);
  }

  #testdoxLine(text: string, results = this.#testdox): void {
    const status = TESTDOX[text.charAt(1)];
    if (status === undefined || text.charAt(2) !== ' ' || this.#inRepetition) return;
    if (this.#previous === this.#groupBelowBlank && this.#previous !== '') this.#group = this.#previous;
    const name = text.slice(3).replace(/ \[[\d.]{1,12} m?s\]$/, '');
    const isWarning = this.#group.includes(WARNING_CASE);
    this.#shelf.keep(results, { id: `${this.#group} > ${name}`, status: isWarning ? 'failed' : status });
  }

  #serviceMessage(text: string): void {
    const message = readTeamcityMessage(text);
    if (message !== null) this.#teamcity.message(message);
  }

  #startedTest(text: string): void {
    const name = DEBUG.exec(text)?.[1];
    if (name !== undefined) this.#shelf.keep(this.#started, { id: testName(name) });
  }

  #progress(text: string): void {
    const counter = COUNTER.exec(text.slice(-40));
    if (counter !== null) this.#counter = { done: Number(counter[1]), announced: Number(counter[2]) };
  }

  section(): TestSection {
    const section = { ...emptyTestSection(ID, this.#firstLine), hasHeader: true };
    const summary = this.#chosen(section);
    if (summary === null) return section;
    section.hasFooter = true;
    section.lastLine = summary.lineNumber;
    section.totals = this.#totals(summary);
    if ((section.totals.passed ?? 0) < 0) section.problems.push('the summary states more failures than tests');
    if (this.#brokeOff(summary)) section.problems.push('the progress ends before the last test');
    section.tests = this.#tests(section.totals);
    return section;
  }

  /** The last summary that fits what was listed; several that fit and differ are one too many. */
  #chosen(section: TestSection): Summary | null {
    const fitting = this.#summaries.filter((summary) => this.#fits(summary));
    const chosen = fitting.at(-1) ?? this.#summaries.at(-1) ?? null;
    if (chosen === null) return null;
    if (fitting.length === 0) section.problems.push('the summary does not fit the results before it');
    const key = ({ tests, errors, failures, skipped }: Summary) => [tests, errors, failures, skipped].join();
    if (fitting.some((other) => key(other) !== key(chosen))) section.problems.push('there are several summaries that differ');
    return chosen;
  }

  #fits({ tests, errors, failures }: Summary): boolean {
    const listed = (kind: string) => this.#lists.get(kind)?.stated ?? 0;
    if (this.#lists.has('failure') && listed('failure') !== failures) return false;
    if (this.#lists.has('error') && errors !== listed('error') && errors !== listed('error') + listed('PHPUnit error'))
      return false;
    const told = [this.#testdox, this.#started, this.#teamcity.tests].find(({ length }) => length > 0);
    if (told !== undefined && told.length < tests && errors + failures === 0) return false;
    const { done = 0, announced = 0 } = this.#counter ?? {};
    return done === 0 || done !== announced || tests === announced;
  }

  /** A test that prints a green summary and ends the process leaves progress without its last counter. */
  #brokeOff({ errors, failures }: Summary): boolean {
    const isWhole = this.#counter !== null && this.#counter.done === this.#counter.announced;
    return this.#hasCounter && this.#sawMarks && !isWhole && errors + failures === 0;
  }

  /**
   * Errors of PHPUnit itself, such as a data provider that cannot be read, are no tests and are counted among the errors
   * by newer versions only. Risky tests and those with warnings, notices and deprecations have passed.
   */
  #totals({ tests, errors, failures, skipped }: Summary): TestTotals {
    const own = this.#lists.get('PHPUnit error')?.stated ?? 0;
    const ownCounted = Math.min(own, errors);
    const classWithoutTests = this.#warningCases();
    return {
      passed: tests - (errors - ownCounted) - failures - skipped - classWithoutTests,
      failed: Math.max(errors, own) + failures + classWithoutTests,
      skipped,
    };
  }

  #warningCases(): number {
    const isWarning = ({ id }: { id: string }) => id === WARNING_ID;
    const listed = (this.#lists.get('warning')?.entries ?? []).filter(isWarning).length;
    const shown = this.#testdox.filter(({ id }) => id.includes(WARNING_CASE)).length;
    const told = this.#teamcity.tests.filter(({ isStandIn }) => isStandIn).length;
    return Math.max(listed, shown, told, this.#started.filter(isWarning).length);
  }

  /** The fullest account that adds up; else the tests that the lists name. */
  #tests(totals: TestTotals): TestResult[] {
    const accounts = [this.#testdoxAccount(totals), ...teamcityAccounts(this.#teamcity), this.#debugAccount()];
    return accounts.find((tests) => tests.length > 0 && addsUp(tests, totals)) ?? this.#named();
  }

  /** Either all results behind other text are real, or a line by itself may have been printed in the place of one. */
  #testdoxAccount(totals: TestTotals): TestResult[] {
    if (this.#gluedTestdox.length === 0) return this.#testdox;
    return addsUp(this.#testdox, totals) ? [] : [...this.#testdox, ...this.#gluedTestdox];
  }

  #named(): TestResult[] {
    const of = (kind: string, status: TestStatus): TestResult[] => {
      const list = this.#lists.get(kind);
      return list === undefined || list.isDoubtful ? [] : list.entries.map(({ id }) => ({ id, status }));
    };
    const failed = ['PHPUnit error', 'error', 'failure'].flatMap((kind) => of(kind, 'failed'));
    const withoutTests = of('warning', 'failed').filter(({ id }) => id === WARNING_ID);
    return [...failed, ...withoutTests, ...['skipped test', 'incomplete test'].flatMap((kind) => of(kind, 'skipped'))];
  }

  #debugAccount(): TestResult[] {
    const known = new Map(this.#named().map(({ id, status }) => [id, status]));
    return this.#started.map(({ id }) => ({ id, status: id === WARNING_ID ? 'failed' : (known.get(id) ?? 'passed') }));
  }
}

function readSummary(text: string, previous: string, lineNumber: number): Summary | null {
  const none = { tests: 0, errors: 0, failures: 0, skipped: 0, lineNumber };
  if (text === 'No tests executed!') return none;
  const ok = text.startsWith('OK (') ? OK.exec(text) : null;
  if (ok !== null) return { ...none, tests: Number(ok[1]) };
  if (!text.startsWith('Tests: ') || !COUNTS.test(text) || !VERDICT.test(previous)) return null;
  const counts = new Map(
    text
      .slice(0, -1)
      .split(', ')
      .map((part) => part.split(': ') as [string, string]),
  );
  const count = (name: string) => Number(counts.get(name) ?? 0);
  const skipped = count('Skipped') + count('Incomplete');
  return { tests: count('Tests'), errors: count('Errors'), failures: count('Failures'), skipped, lineNumber };
}

/** As told, and with risky tests taken for what they are. */
function teamcityAccounts({ tests }: TeamcityTests): TestResult[][] {
  const told = tests.map(({ id, status, isStandIn }): TestResult => ({ id, status: isStandIn ? 'failed' : status }));
  const forgiven = tests.map(({ id, status, isForgiven }): TestResult => ({ id, status: isForgiven ? 'passed' : status }));
  return [told, forgiven];
}

/** "php_qn:///folder/FooTest.php::\Space\FooTest::testBar" */
function teamcityId(suites: readonly string[], name: string, location: string): string {
  const at = location.indexOf('::\\');
  return at === -1 ? [...suites, name].join(' > ') : testName(location.slice(at + 3));
}

/** The data of a data set is shown shortened, and may differ from run to run; its name does not. */
function testName(text: string): string {
  const named = / with data set (?:#\d{1,9}|"[^"]*")(?= \()/.exec(text);
  if (named !== null) return text.slice(0, named.index + named[0].length);
  const data = text.indexOf(' with data (');
  return data === -1 ? text : text.slice(0, data);
}
