// The console output of PHPUnit and ParaTest: progress, --testdox, --debug (to version 9) and --teamcity.
// Test output may precede and interrupt the list of failures, so a summary must match the rest of the output.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { CharCode } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { runsWithHeader } from '../shared/runs-with-header.ts';
import { readTeamcityMessage, type TeamcityDialect, TeamcityTests } from '../shared/teamcity-messages.ts';
import { matchesTotals } from '../shared/totals.ts';

const HEADER = /^(?:(?:ParaTest \S+ upon )?PHPUnit (\d+)\.\d+\S* by Sebastian Bergmann\b|Codeception PHP Testing Framework v\d)/;
/** Since then the last line of the progress ends in "5 / 5 (100%)". */
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
/** Service messages report a risky test as failed, although it passed. */
const RISKY = /^(?:This test |Test code or tested code |Test was |Code under test )/;
/** Up to version 9, the placeholder for a class without tests or with a failing data provider. */
const WARNING_CASE = 'PHPUnit\\Framework\\WarningTestCase';
const WARNING_ID = 'Warning';
/** Of a run; earlier ones are dropped. */
const MAX_SUMMARIES = 64;
const LISTS: ReadonlySet<string> = new Set(['error', 'failure', 'PHPUnit error', 'warning', 'skipped test', 'incomplete test']);
const DIALECT: TeamcityDialect = {
  idOf: teamcityId,
  isPlaceholder: (location) => location.includes(WARNING_CASE),
  isFalseFailure: (message) => RISKY.test(message),
};

export const phpunit: LineParser<TestSection> = {
  id: 'phpunit',
  form: 'lines',
  commands: ['phpunit', 'paratest', 'simple-phpunit'],
  startsWith: ['PHPUnit ', 'ParaTest ', 'Codeception '],
  atMargin: true,
  failures: failureReports({
    startsWith: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '✘'],
    heading: /^\d+\) (.+? with data set ".+?")(?: \(.*\))?$|^\d+\) (.+)$|^ ✘ (.+?)(?: \[\d.*\])?$/,
    end: /^(?:--$|There (?:was|were) \d|(?:FAILURES|ERRORS|WARNINGS|OK)\b)|^ [✘✔↩∅⚠] |^\d+\) /,
    margin: /^ {3}│ ?/,
    noise: /^@@ @@$/,
  }),
  open: (results) =>
    runsWithHeader<PhpunitRun>((text) => {
      const header = text.startsWith('P') || text.startsWith('C') ? HEADER.exec(text) : null;
      return header === null ? null : () => new PhpunitRun(results, Number(header[1] ?? 0));
    }),
};

interface Summary {
  tests: number;
  errors: number;
  failures: number;
  skipped: number;
  lineNumber: number;
}

interface List {
  stated: number;
  entries: string[];
  /** A number occurs twice: a message contains what looks like an entry, and it is unknown which one is real. */
  isAmbiguous: boolean;
}

class PhpunitRun {
  readonly #results: Results<TestSection>;
  readonly #run: TestRun;
  #summaries: Summary[] = [];
  /** By kind. */
  readonly #lists = new Map<string, List>();
  #list: List | null = null;
  #previous = '';
  #counter: { done: number; announced: number } | null = null;
  readonly #testdox: TestResult[];
  /** Results after test output on the same line, which they may be a part of. */
  readonly #gluedTestdox: TestResult[];
  #group = '';
  /** A line below an empty one: a group if a result follows, else test output. */
  #groupBelowBlank = '';
  #inRepetition = false;
  readonly #started: string[];
  readonly #teamcity: TeamcityTests;
  #resultsEnded = false;
  #sawMarks = false;
  readonly #hasCounter: boolean;

  constructor(results: Results<TestSection>, version: number) {
    this.#results = results;
    this.#run = results.beginRun({ hasHeader: true });
    this.#testdox = results.list();
    this.#gluedTestdox = results.list();
    this.#started = results.list();
    this.#teamcity = new TeamcityTests(results, DIALECT);
    this.#hasCounter = version >= COUNTER_VERSION;
  }

  line(raw: string): void {
    const text = raw.trimEnd();
    if (text.startsWith('Time: ') && text.includes(', Memory: ')) this.#endResults();
    else if (!this.#summary(text) && !this.#heading(text)) this.#result(text);
    this.#previous = text;
  }

  /** Earlier summaries were printed by a test. */
  #endResults(): void {
    this.#resultsEnded = true;
    this.#summaries = [];
  }

  #summary(text: string): boolean {
    const summary = readSummary(text, this.#previous, this.#results.lineNumber);
    if (summary === null || (summary.tests > 0 && !this.#resultsEnded)) return false;
    this.#summaries.push(summary);
    if (this.#summaries.length > MAX_SUMMARIES) this.#summaries.shift();
    return true;
  }

  #heading(text: string): boolean {
    const heading = text.startsWith('There w') && this.#previous === '' ? HEADING.exec(text) : null;
    if (heading !== null) {
      const kind = heading[2] ?? '';
      this.#list = { stated: Number(heading[1]), entries: this.#results.list(), isAmbiguous: false };
      if (LISTS.has(kind)) this.#lists.set(kind, this.#list);
      return true;
    }
    const entry = this.#list !== null && this.#previous === '' ? ENTRY.exec(text) : null;
    return entry !== null && this.#list !== null && this.#entry(this.#list, Number(entry[1]), entry[2] ?? '');
  }

  #entry(list: List, number: number, name: string): boolean {
    if (number <= list.entries.length) list.isAmbiguous = true;
    if (number !== list.entries.length + 1) return false;
    list.entries.push(testName(name));
    return true;
  }

  #result(text: string): void {
    const code = text.charCodeAt(0);
    if (code === CharCode.SPACE) this.#testdoxLine(text);
    else if (code === CharCode.HASH) this.#serviceMessage(text);
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
    results.push({ id: `${this.#group} > ${name}`, status: isWarning ? 'failed' : status });
  }

  #serviceMessage(text: string): void {
    const message = readTeamcityMessage(text);
    if (message !== null) this.#teamcity.message(message);
  }

  #startedTest(text: string): void {
    const name = DEBUG.exec(text)?.[1];
    if (name !== undefined) this.#started.push(testName(name));
  }

  #progress(text: string): void {
    const counter = COUNTER.exec(text.slice(-40));
    if (counter !== null) this.#counter = { done: Number(counter[1]), announced: Number(counter[2]) };
  }

  finish(): void {
    const run = this.#run;
    const summary = this.#selectSummary();
    if (summary === null) return;
    const totals = this.#totals(summary);
    run.close(totals);
    run.lastLine = summary.lineNumber;
    if ((totals.passed ?? 0) < 0) run.problems.push('the summary states more failures than tests');
    if (this.#isTruncated(summary)) run.problems.push('the progress ends before the last test');
    run.tests = this.#tests(totals);
  }

  /** The last summary that matches the results. Several that match and differ are ambiguous. */
  #selectSummary(): Summary | null {
    const { problems } = this.#run;
    const matching = this.#summaries.filter((summary) => this.#matches(summary));
    const selected = matching.at(-1) ?? this.#summaries.at(-1) ?? null;
    if (selected === null) return null;
    if (matching.length === 0) problems.push('the summary does not fit the results before it');
    const key = ({ tests, errors, failures, skipped }: Summary) => [tests, errors, failures, skipped].join();
    if (matching.some((other) => key(other) !== key(selected))) problems.push('there are several summaries that differ');
    return selected;
  }

  #matches({ tests, errors, failures }: Summary): boolean {
    const listed = (kind: string) => this.#lists.get(kind)?.stated ?? 0;
    if (this.#lists.has('failure') && listed('failure') !== failures) return false;
    if (this.#lists.has('error') && errors !== listed('error') && errors !== listed('error') + listed('PHPUnit error'))
      return false;
    const shown = [this.#testdox.length, this.#started.length, this.#teamcity.tests.length].find((length) => length > 0);
    if (shown !== undefined && shown < tests && errors + failures === 0) return false;
    const { done = 0, announced = 0 } = this.#counter ?? {};
    return done === 0 || done !== announced || tests === announced;
  }

  /** Without its last counter: a test printed a green summary and ended the process. */
  #isTruncated({ errors, failures }: Summary): boolean {
    const isComplete = this.#counter !== null && this.#counter.done === this.#counter.announced;
    return this.#hasCounter && this.#sawMarks && !isComplete && errors + failures === 0;
  }

  /**
   * Errors of PHPUnit itself, such as a failing data provider, are not tests, and only newer versions count them among the
   * errors. Risky tests and those with warnings, notices and deprecations passed.
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
    const isWarning = (id: string) => id === WARNING_ID;
    const listed = (this.#lists.get('warning')?.entries ?? []).filter(isWarning).length;
    const shown = this.#testdox.filter(({ id }) => id.includes(WARNING_CASE)).length;
    const reported = this.#teamcity.tests.filter(({ isPlaceholder }) => isPlaceholder).length;
    return Math.max(listed, shown, reported, this.#started.filter(isWarning).length);
  }

  /** The first complete list that matches the totals, else the tests in the lists of failures. */
  #tests(totals: TestTotals): TestResult[] {
    const lists = [this.#testdoxTests(totals), ...teamcityTests(this.#teamcity), this.#debugTests()];
    return lists.find((tests) => tests.length > 0 && matchesTotals(tests, totals)) ?? this.#named();
  }

  /** Either all results after other text are real, or a test may have printed a result on its own line instead. */
  #testdoxTests(totals: TestTotals): TestResult[] {
    if (this.#gluedTestdox.length === 0) return this.#testdox;
    return matchesTotals(this.#testdox, totals) ? [] : [...this.#testdox, ...this.#gluedTestdox];
  }

  #named(): TestResult[] {
    const of = (kind: string, status: TestStatus): TestResult[] => {
      const list = this.#lists.get(kind);
      return list === undefined || list.isAmbiguous ? [] : list.entries.map((id) => ({ id, status }));
    };
    const failed = ['PHPUnit error', 'error', 'failure'].flatMap((kind) => of(kind, 'failed'));
    const withoutTests = of('warning', 'failed').filter(({ id }) => id === WARNING_ID);
    return [...failed, ...withoutTests, ...['skipped test', 'incomplete test'].flatMap((kind) => of(kind, 'skipped'))];
  }

  #debugTests(): TestResult[] {
    const known = new Map(this.#named().map(({ id, status }) => [id, status]));
    return this.#started.map((id) => ({ id, status: id === WARNING_ID ? 'failed' : (known.get(id) ?? 'passed') }));
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

/** As reported, and with risky tests as passed. */
function teamcityTests({ tests }: TeamcityTests): TestResult[][] {
  return [
    tests.map(({ isPlaceholder, isFalseFailure, ...test }) => ({ ...test, status: isPlaceholder ? 'failed' : test.status })),
    tests.map(({ isPlaceholder, isFalseFailure, ...test }) => ({ ...test, status: isFalseFailure ? 'passed' : test.status })),
  ];
}

/** "php_qn:///folder/FooTest.php::\Space\FooTest::testBar" */
function teamcityId(suites: readonly string[], name: string, location: string): string {
  const at = location.indexOf('::\\');
  return at === -1 ? [...suites, name].join(' > ') : testName(location.slice(at + 3));
}

/** Without the data of a data set, which is shortened and may differ between runs; its name does not. */
function testName(text: string): string {
  const named = / with data set (?:#\d{1,9}|"[^"]*")(?= \()/.exec(text);
  if (named !== null) return text.slice(0, named.index + named[0].length);
  const data = text.indexOf(' with data (');
  return data === -1 ? text : text.slice(0, data);
}
