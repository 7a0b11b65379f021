// The output of Gradle's test tasks, one section per invocation of Gradle. Gradle states totals only for failed tasks, and
// names tests only as the build configures it.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { CharCode, isDigit, startsWithCount } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { dropExcessTests } from '../shared/totals.ts';

const COMPLETED = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/;
/** Of the test-logger plugin: "FAILURE: Executed 9 tests in 1.2s (1 failed, 2 skipped)". */
const EXECUTED = /^(?:SUCCESS|FAILURE): Executed (\d+) tests? in [\dhms. ]+(?: \((?:(\d+) failed)?(?:, )?(?:(\d+) skipped)?\))?$/;
/** How "ClassTest > name PASSED" ends. */
const RESULT_ENDS: readonly { end: string; status: TestStatus }[] = [
  { end: ' PASSED', status: 'passed' },
  { end: ' FAILED', status: 'failed' },
  { end: ' SKIPPED', status: 'skipped' },
];
/** Some builds append a duration. */
const TIMED_END = / (?:PASSED|FAILED|SKIPPED)( \([\d.]+ ?m?s\))$/;
const EXECUTOR = /^Gradle Test Run \S+ > Gradle Test Executor \d+ > /;
const BUILD = /^BUILD (?:SUCCESSFUL|FAILED)(?: in [\dhms. ]+)?$/;
const TASK_FAILED = /^Execution failed for task '(\S+)'/;
/** Tasks that build or run tests: without them tests are missing. */
const TEST_TASK = /(?:^|:)(?:compile\w*(?:Java|Kotlin|Groovy|Scala)|\w*[tT]est\w*)$/;

export const gradle: LineParser<TestSection> = {
  id: 'gradle',
  form: 'lines',
  commands: ['gradle', 'gradlew'],
  startsWith: ['> Task :', ':', ...'0123456789', 'BUILD ', 'Execution failed for task ', 'SUCCESS: ', 'FAILURE: '],
  prefilter: (text) => !isDigit(text.charCodeAt(0)) || (startsWithCount(text) && text.includes(' completed')),
  failures: failureReports({
    startsWith: null,
    heading: /^(\S.{1,900} > .{1,900}) FAILED$/,
    end: /^\S|^$/,
    endsWith: ['ED'],
    prefilter: (text) => text.endsWith(' FAILED'),
    titles: (id) => [id],
  }),
  open: (results) => new GradleReader(results),
};

class GradleReader implements LineReader {
  readonly #results: Results<TestSection>;
  #invocation: Invocation | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    if (this.#invocation === null && !begins(text)) return false;
    this.#invocation ??= new Invocation(this.#results);
    this.#invocation.line(text);
    if (!text.startsWith('BUILD ') || !BUILD.test(text)) return true;
    this.#finish(true);
    return false;
  }

  end(): void {
    this.#finish(false);
  }

  #finish(hasFooter: boolean): void {
    this.#invocation?.finish(hasFooter);
    this.#invocation = null;
  }
}

/** The line of a task, ":module:task" in older versions, or a line with totals or a failed task. */
function begins(text: string): boolean {
  if (text.startsWith('> Task :')) return true;
  if (text.startsWith(':')) return /^:[\w.-]+(?::[\w.-]+)*(?: [A-Z-]+)?$/.test(text);
  if (text.startsWith('E')) return TASK_FAILED.test(text);
  return text.includes(' completed') ? COMPLETED.test(text) : text.includes(': Executed ') && EXECUTED.test(text);
}

class Invocation {
  readonly #results: Results<TestSection>;
  readonly #tests: TestResult[];
  readonly #brokenTasks: Set<string>;
  readonly #totals = { passed: 0, failed: 0, skipped: 0 };
  #hasTotals = false;
  /** Totals of the current task from the plugin; Gradle states them again if the task failed. */
  #executed: { total: number; failed: number; skipped: number } | null = null;
  /** The task that failed according to the previous line; the next line states the cause. */
  #failedTask: string | null = null;
  #firstLine = 0;
  #lastLine = 0;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#tests = results.list();
    this.#brokenTasks = results.set();
  }

  line(text: string): void {
    const first = text === '' ? 0 : text.charCodeAt(0);
    const failedTask = this.#failedTask;
    this.#failedTask = first === CharCode.UPPER_E ? (TASK_FAILED.exec(text)?.[1] ?? null) : null;
    if (isDigit(first)) this.#completed(text);
    else if ((first === CharCode.UPPER_S || first === CharCode.UPPER_F) && isExecutedLine(text)) this.#executedLine(text);
    else if (endsLikeResult(text)) this.#result(text);
    else if (failedTask !== null) this.#brokenTask(failedTask, text);
  }

  finish(hasFooter: boolean): void {
    this.#addExecuted();
    const hasPassed = this.#tests.some(({ status }) => status === 'passed');
    if (!this.#hasTotals && this.#brokenTasks.size === 0 && !hasPassed) return;
    const run = this.#results.beginRun({ firstLine: this.#firstLine, lastLine: this.#lastLine, hasFooter });
    if (this.#hasTotals) this.#setTotals(run);
    else run.tests = this.#tests;
    for (const task of this.#brokenTasks) run.tests.push({ id: `task ${task}`, status: 'failed' });
    if (run.totals !== null) run.totals.failed = (run.totals.failed ?? 0) + this.#brokenTasks.size;
  }

  #setTotals(run: TestRun): void {
    const count = (wanted: TestStatus) => this.#tests.filter(({ status }) => status === wanted).length;
    const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
    const totals = this.#totals;
    if (passed > totals.passed) {
      // Every test is named, including those of passed tasks, which have no totals.
      run.tests = this.#tests;
      if (failed !== totals.failed || skipped < totals.skipped)
        run.problems.push('gradle names other tests than its totals count');
      return;
    }
    run.totals = totals;
    run.tests = dropExcessTests(this.#tests, totals);
  }

  #completed(text: string): void {
    const match = COMPLETED.exec(text);
    if (match === null) return;
    this.#executed = null;
    this.#add(Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0));
    this.#touch();
  }

  #executedLine(text: string): void {
    const match = EXECUTED.exec(text);
    if (match === null) return;
    this.#addExecuted();
    this.#executed = { total: Number(match[1]), failed: Number(match[2] ?? 0), skipped: Number(match[3] ?? 0) };
    this.#hasTotals = true;
    this.#touch();
  }

  #addExecuted(): void {
    if (this.#executed !== null) this.#add(this.#executed.total, this.#executed.failed, this.#executed.skipped);
    this.#executed = null;
  }

  #add(total: number, failed: number, skipped: number): void {
    this.#hasTotals = true;
    this.#totals.passed += total - failed - skipped;
    this.#totals.failed += failed;
    this.#totals.skipped += skipped;
  }

  #result(text: string): void {
    const test = readResult(text);
    if (test === null) return;
    this.#tests.push(test);
    if (!this.#hasTotals) this.#touch();
  }

  /** A task that failed for another reason than failing tests. */
  #brokenTask(task: string, text: string): void {
    if (!TEST_TASK.test(task) || text.startsWith('> There were failing tests')) return;
    if (this.#brokenTasks.has(task)) return;
    this.#brokenTasks.add(task);
    this.#touch();
  }

  /** With totals the section is only their line: the lines between them may be other tools' output. */
  #touch(): void {
    const { lineNumber } = this.#results;
    if (this.#firstLine === 0 || this.#hasTotals) this.#firstLine = lineNumber;
    this.#lastLine = lineNumber;
  }
}

function isExecutedLine(text: string): boolean {
  return text.startsWith('SUCCESS: ') || text.startsWith('FAILURE: ');
}

/** With a status or a duration. */
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

/** "ClassTest > name"; searching for the rarest character of " > " is fast. */
function isBelowClass(name: string): boolean {
  for (let at = name.indexOf('>'); at !== -1; at = name.indexOf('>', at + 1)) if (name.startsWith(' > ', at - 1)) return true;
  return false;
}
