// What Gradle prints about its test tasks, one section per invocation of Gradle.
// Gradle states totals only of tasks that failed, and names tests only as far as the build asks for it.
import type { TestResult, TestStatus } from '../../contract/index.ts';
import { LineLook } from '../engine/dispatch/line-look.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { CharCode, isDigit, startsWithCount } from '../shared/characters.ts';
import { testsThatFit } from './shared/tests-that-fit.ts';

const ID = 'gradle';
const COMPLETED = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/;
/** Of the test-logger plugin: "FAILURE: Executed 9 tests in 1.2s (1 failed, 2 skipped)". */
const EXECUTED = /^(?:SUCCESS|FAILURE): Executed (\d+) tests? in [\dhms. ]+(?: \((?:(\d+) failed)?(?:, )?(?:(\d+) skipped)?\))?$/;
/** How "ClassTest > name PASSED" ends. */
const RESULT_ENDS: readonly { end: string; status: TestStatus }[] = [
  { end: ' PASSED', status: 'passed' },
  { end: ' FAILED', status: 'failed' },
  { end: ' SKIPPED', status: 'skipped' },
];
/** Some builds put a time behind it. */
const TIMED_END = / (?:PASSED|FAILED|SKIPPED)( \([\d.]+ ?m?s\))$/;
const EXECUTOR = /^Gradle Test Run \S+ > Gradle Test Executor \d+ > /;
const BUILD = /^BUILD (?:SUCCESSFUL|FAILED)(?: in [\dhms. ]+)?$/;
const TASK_FAILED = /^Execution failed for task '(\S+)'/;
/** Tasks that build or run tests: without them tests are missing. */
const TEST_TASK = /(?:^|:)(?:compile\w*(?:Java|Kotlin|Groovy|Scala)|\w*[tT]est\w*)$/;
/** The codes of what lines begin or end with. */

export const gradle: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['gradle', 'gradlew'],
  startsWith: ['> Task :', ':', ...'0123456789', 'BUILD ', 'Execution failed for task ', 'SUCCESS: ', 'FAILURE: '],
  prefilter: (text) => !isDigit(text.charCodeAt(0)) || (startsWithCount(text) && text.includes(' completed')),
  open: ({ shelf }) => new GradleReader(shelf),
};

/** What matters while nothing is to be said of a failed task. */
const AMONG_OUTPUT = new LineLook({
  startsWith: [...'0123456789', 'BUILD ', 'Execution failed for task ', 'SUCCESS: ', 'FAILURE: '],
  endsWith: ['ED', 's)'],
  prefilter: (text) => !isDigit(text.charCodeAt(0)) || startsWithCount(text) || endsLikeResult(text),
});

class GradleReader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  readonly #shelf: Shelf;
  #invocation: Invocation | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean | LineLook {
    if (this.#invocation === null && !begins(text)) return false;
    this.#invocation ??= new Invocation(this.#shelf);
    this.#invocation.line(text, lineNumber);
    // Results stand together, with blank lines between them: the next line may be another one.
    const isAmongOutput = this.#invocation.isAmongOutput && text !== '' && !endsLikeResult(text);
    if (!text.startsWith('BUILD ') || !BUILD.test(text)) return isAmongOutput ? AMONG_OUTPUT : true;
    this.#finish(true);
    return false;
  }

  end(): TestSection[] {
    this.#finish(false);
    return this.#sections;
  }

  #finish(hasFooter: boolean): void {
    const section = this.#invocation?.section(hasFooter) ?? null;
    if (section !== null) this.#shelf.keepRun(this.#sections, section);
    this.#invocation = null;
  }
}

/** The line of a task, ":module:task" in older versions, or one of those that matter by themselves. */
function begins(text: string): boolean {
  if (text.startsWith('> Task :')) return true;
  if (text.startsWith(':')) return /^:[\w.-]+(?::[\w.-]+)*(?: [A-Z-]+)?$/.test(text);
  if (text.startsWith('E')) return TASK_FAILED.test(text);
  return text.includes(' completed') ? COMPLETED.test(text) : text.includes(': Executed ') && EXECUTED.test(text);
}

class Invocation {
  readonly #shelf: Shelf;
  readonly #tests: TestResult[] = [];
  readonly #brokenTasks: string[] = [];
  readonly #totals = { passed: 0, failed: 0, skipped: 0 };
  #stated = false;
  /** What the plugin said of the task at hand, which Gradle then repeats in its own words if the task failed. */
  #executed: { total: number; failed: number; skipped: number } | null = null;
  /** The task that the line before says has failed; the next line tells why. */
  #failedTask: string | null = null;
  #firstLine = 0;
  #lastLine = 0;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): void {
    const first = text === '' ? 0 : text.charCodeAt(0);
    const failedTask = this.#failedTask;
    this.#failedTask = first === CharCode.UPPER_E ? (TASK_FAILED.exec(text)?.[1] ?? null) : null;
    if (isDigit(first)) this.#completed(text, lineNumber);
    else if ((first === CharCode.UPPER_S || first === CharCode.UPPER_F) && isExecutedLine(text))
      this.#executedLine(text, lineNumber);
    else if (endsLikeResult(text)) this.#result(text, lineNumber);
    else if (failedTask !== null) this.#brokenTask(failedTask, text, lineNumber);
  }

  /** The next line does not tell why a task failed. */
  get isAmongOutput(): boolean {
    return this.#failedTask === null;
  }

  section(hasFooter: boolean): TestSection | null {
    this.#settle();
    const seen = this.#stated || this.#brokenTasks.length > 0 || this.#tests.some(({ status }) => status === 'passed');
    if (!seen) return null;
    const section: TestSection = { ...emptyTestSection(ID, this.#firstLine), lastLine: this.#lastLine, hasFooter };
    if (this.#stated) this.#withTotals(section);
    else section.tests = this.#tests;
    for (const task of this.#brokenTasks) section.tests.push({ id: `task ${task}`, status: 'failed' });
    if (section.totals !== null) section.totals.failed = (section.totals.failed ?? 0) + this.#brokenTasks.length;
    return section;
  }

  #withTotals(section: TestSection): void {
    const count = (wanted: TestStatus) => this.#tests.filter(({ status }) => status === wanted).length;
    const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
    const totals = this.#totals;
    if (passed > totals.passed) {
      // Every test is named, also of tasks that passed and therefore have no totals.
      section.tests = this.#tests;
      if (failed !== totals.failed || skipped < totals.skipped)
        section.problems.push('gradle names other tests than its totals count');
      return;
    }
    section.totals = totals;
    section.tests = testsThatFit(this.#tests, totals);
  }

  #completed(text: string, lineNumber: number): void {
    const match = COMPLETED.exec(text);
    if (match === null) return;
    this.#executed = null;
    this.#add(Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0));
    this.#at(lineNumber);
  }

  #executedLine(text: string, lineNumber: number): void {
    const match = EXECUTED.exec(text);
    if (match === null) return;
    this.#settle();
    this.#executed = { total: Number(match[1]), failed: Number(match[2] ?? 0), skipped: Number(match[3] ?? 0) };
    this.#stated = true;
    this.#at(lineNumber);
  }

  #settle(): void {
    if (this.#executed !== null) this.#add(this.#executed.total, this.#executed.failed, this.#executed.skipped);
    this.#executed = null;
  }

  #add(total: number, failed: number, skipped: number): void {
    this.#stated = true;
    this.#totals.passed += total - failed - skipped;
    this.#totals.failed += failed;
    this.#totals.skipped += skipped;
  }

  #result(text: string, lineNumber: number): void {
    const test = readResult(text);
    if (test === null) return;
    this.#shelf.keep(this.#tests, test);
    if (!this.#stated) this.#at(lineNumber);
  }

  /** A task that broke in another way than by failing tests. */
  #brokenTask(task: string, text: string, lineNumber: number): void {
    if (!TEST_TASK.test(task) || text.startsWith('> There were failing tests')) return;
    if (this.#brokenTasks.includes(task)) return;
    this.#shelf.keepText(this.#brokenTasks, task);
    this.#at(lineNumber);
  }

  /** Totals stand on a line each: what lies between them may be other tools' output. */
  #at(lineNumber: number): void {
    if (this.#firstLine === 0 || this.#stated) this.#firstLine = lineNumber;
    this.#lastLine = lineNumber;
  }
}

function isExecutedLine(text: string): boolean {
  return text.startsWith('SUCCESS: ') || text.startsWith('FAILURE: ');
}

/** With one of the words, or with a time. */
function endsLikeResult(text: string): boolean {
  const last = text === '' ? 0 : text.charCodeAt(text.length - 1);
  if (last === CharCode.UPPER_D) return text.endsWith('ED');
  return last === CharCode.RIGHT_PAREN && text.endsWith('s)');
}

function readResult(text: string): TestResult | null {
  const line = text.endsWith(')') ? withoutTime(text) : text;
  for (const { end, status } of RESULT_ENDS) {
    if (!line.endsWith(end)) continue;
    const name = line.slice(0, -end.length);
    if (!isBelowClass(name) || name.startsWith(' ') || name.startsWith('> ')) return null;
    return { id: name.startsWith('Gradle Test Run ') ? name.replace(EXECUTOR, '') : name, status };
  }
  return null;
}

function withoutTime(text: string): string {
  const time = TIMED_END.exec(text.slice(-40))?.[1] ?? '';
  return text.slice(0, text.length - time.length);
}

/** "ClassTest > name": looked for by the rarest character of " > ". */
function isBelowClass(name: string): boolean {
  for (let at = name.indexOf('>'); at !== -1; at = name.indexOf('>', at + 1)) if (name.startsWith(' > ', at - 1)) return true;
  return false;
}
