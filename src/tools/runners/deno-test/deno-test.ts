// The console output of `deno test`: reporters pretty and dot, sequential or parallel. tap.ts reads its TAP.
// A run ends with "ok | 3 passed | 0 failed (5ms)"; steps are not tests.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';
import { dropExcessTests, flagRunsWithoutTests, matchesTotals } from '../shared/totals.ts';

const RUNNING = /^running \d{1,9} tests? from (.+)$/;
const STATUS = /^(ok|FAILED|ignored|cancelled)(?: \(due to [^()]*\))?(?: \([^()]*\))?$/;
const UNCAUGHT = /^Uncaught error from (.+) FAILED$/;
const SUMMARY =
  /^(?:ok|FAILED) \| \d{1,9} passed(?: \(\d+ steps?\))?(?: \| \d{1,9} [a-z ]+(?: \(\d+ steps?\))?){1,6} \((?!\d+ step)[^()]{1,20}\)$/;
/** Before Deno 1.21. */
const OLD_SUMMARY = /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; \d+ filtered out \(/;
const OUTPUT = /^-{7} (|pre-test |post-test )output -{7}$/;
const POSITION = /:\d+:\d+$/;
/** Further summaries in one run are not compared with its tests: each comparison takes time. */
const MAX_SUMMARIES = 50;

const STATUSES: Record<string, TestStatus> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped', cancelled: 'failed' };

type Part = 'results' | 'errors' | 'failures';

interface Named extends TestResult {
  /** False for an error outside of tests, which every reporter names. */
  isTest: boolean;
}

interface Summary {
  totals: TestTotals;
  /** Names start with the word "test". */
  isOld: boolean;
}

export const denoTest: LineParser<TestSection> = {
  id: 'deno-test',
  form: 'lines',
  commands: ['deno'],
  startsWith: ['running ', 'Uncaught error from ', 'ERRORS ', 'ok | ', 'FAILED | ', 'test result: ', './', '../'],
  failures: failureReports({
    startsWith: ['error: '],
    atMargin: true,
    heading: (text, before) => {
      const uncaught = /^(\S{1,900} \(uncaught error\))$/.exec(before(1))?.[1];
      if (uncaught !== undefined) return { title: uncaught, message: text.slice('error: '.length) };
      const [, name, file, line] = /^(.{1,900}?) => (\S{1,900}?):(\d{1,9}):\d{1,9}$/.exec(before(1)) ?? [];
      if (name === undefined || file === undefined) return null;
      const test = name
        .split(' ... ')
        .slice(0, name.includes(' ... ') ? 1 : undefined)
        .join('');
      return { title: `${file} > ${test}`, message: text.slice('error: '.length), file, line: Number(line) };
    },
    end: /^ (?:FAILURES|ERRORS) $|^(?:FAILED|ok) \| |^\S.* => \S+:\d+:\d+$/,
    noise: /^ {2,}(?:throw|const|let|assert|expect|\^)/,
    titles: (id) => [id],
  }),
  open: (results) => new DenoTestReader(results),
};

class DenoTestReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #runs: TestRun[] = [];
  #run: TestRun | null = null;
  #file: string | null = null;
  #listed: Named[];
  #failures: Named[];
  #part: Part = 'results';
  /** The line that ends the output of a test. */
  #outputEnd: string | null = null;
  /** The last summary that does not match the results above it. */
  #unmatched: Summary | null = null;
  #summaries = 0;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#listed = results.list();
    this.#failures = results.list();
  }

  line(text: string): boolean {
    if (this.#run === null && !this.#begins(text)) return false;
    const run = this.#run;
    if (run === null || this.#isOutput(text)) return true;
    // An error message may contain anything; the run continues with the list of failures.
    const summary = this.#part === 'errors' ? null : readSummary(text);
    if (summary !== null) return this.#close(run, summary);
    if (text === ' ERRORS ') this.#part = 'errors';
    else if (text === ' FAILURES ') this.#part = 'failures';
    else if (this.#part === 'failures') this.#failure(text);
    else if (this.#part === 'results') this.#result(run, text);
    return true;
  }

  end(): void {
    if (this.#run !== null) this.#leave(this.#run);
    flagRunsWithoutTests(this.#runs);
  }

  #leave(run: TestRun): void {
    const summary = this.#unmatched;
    if (summary === null) run.tests = this.#listed.map(({ id, status }) => ({ id, status }));
    else this.#finish(run, summary);
    // Dots and error lists without a summary may be from any tool.
    if (run.hasHeader || run.hasFooter || run.tests.length > 0) this.#add(run);
  }

  #add(run: TestRun): void {
    this.#runs.push(run);
    this.#results.add(run);
  }

  #begins(text: string): boolean {
    const hasHeader = text.startsWith('running ') && RUNNING.test(text);
    const uncaught = text.startsWith('Uncaught error from ') && UNCAUGHT.test(text);
    const begins = hasHeader || uncaught || text === ' ERRORS ' || readSummary(text) !== null || isParallelResult(text);
    if (begins) this.#run = this.#results.draftRun({ hasHeader: hasHeader || uncaught });
    return begins;
  }

  #isOutput(text: string): boolean {
    if (this.#outputEnd !== null) {
      if (text.endsWith(this.#outputEnd)) this.#outputEnd = null;
      return true;
    }
    const kind = text.startsWith('-------') ? OUTPUT.exec(text)?.[1] : undefined;
    if (kind === undefined) return false;
    this.#outputEnd = `----- ${kind}output end -----`;
    return true;
  }

  #result(run: TestRun, text: string): void {
    const file = text.startsWith('running ') ? RUNNING.exec(text)?.[1] : undefined;
    if (file !== undefined) {
      this.#file = file;
      run.hasHeader = true;
      run.touch();
      return;
    }
    const uncaught = text.startsWith('Uncaught ') ? UNCAUGHT.exec(text)?.[1] : undefined;
    const result = uncaught === undefined ? this.#named(text) : namedError(uncaught);
    if (result === null) return;
    this.#listed.push(result);
    run.touch();
  }

  /** Steps are indented. In parallel runs the file precedes every name. */
  #named(text: string): Named | null {
    const dots = text.lastIndexOf(' ... ');
    if (dots <= 0 || text.startsWith('  ')) return null;
    const word = STATUS.exec(text.slice(dots + 5))?.[1];
    if (word === undefined) return null;
    const name = text.slice(0, dots);
    const arrow = this.#file === null ? name.indexOf(' => ') : -1;
    const status = STATUSES[word] ?? 'failed';
    if (arrow === -1) return named(this.#file, name, status);
    return named(name.slice(0, arrow), name.slice(arrow + 4), status);
  }

  /** "name => ./file.ts:1:2", or of a step "name ... step => ./file.ts:1:2". */
  #failure(text: string): void {
    if (text.endsWith(' (uncaught error)')) {
      this.#failures.push(namedError(text.slice(0, -' (uncaught error)'.length)));
      return;
    }
    const arrow = text.lastIndexOf(' => ');
    if (arrow === -1) return;
    const name = text.slice(0, arrow).split(' ... ')[0] ?? '';
    const failure = named(text.slice(arrow + 4).replace(POSITION, ''), name, 'failed');
    if (this.#failures.at(-1)?.id !== failure.id) this.#failures.push(failure);
  }

  #close(run: TestRun, summary: Summary): boolean {
    run.touch();
    const isSecond = this.#unmatched !== null;
    this.#unmatched = summary;
    this.#part = 'results';
    this.#summaries += 1;
    if (this.#summaries > MAX_SUMMARIES || !matchesTotals(this.#tests(summary), summary.totals)) {
      if (isSecond && run.problems.length === 0) run.problems.push('deno test seems to end twice');
      return true;
    }
    run.problems = [];
    this.#finish(run, summary);
    this.#add(run);
    this.#run = null;
    return false;
  }

  #finish(run: TestRun, summary: Summary): void {
    const tests = this.#tests(summary);
    const listed = tests.filter(({ status }) => status === 'passed').length;
    if (this.#listsTests() && listed < (summary.totals.passed ?? 0)) {
      run.problems.push('deno test counts more passed tests than it lists');
    }
    run.tests = dropExcessTests(tests, summary.totals);
    run.totals = summary.totals;
    run.hasFooter = true;
    this.#listed = this.#results.list();
    this.#failures = this.#results.list();
    this.#file = null;
    this.#unmatched = null;
    this.#summaries = 0;
    this.#part = 'results';
  }

  #listsTests(): boolean {
    return this.#listed.some(({ isTest }) => isTest);
  }

  /** The dot reporter names only failures. */
  #tests({ isOld }: Summary): TestResult[] {
    const source = this.#listsTests() ? withoutSteps(this.#listed) : this.#failures;
    return source.map(({ id, status }) => ({ id: isOld ? id.replace(' > test ', ' > ') : id, status }));
  }
}

function named(file: string | null, name: string, status: TestStatus): Named {
  return { isTest: true, id: file === null ? name : `${file} > ${name}`, status };
}

function namedError(file: string): Named {
  return { isTest: false, id: `${file} (uncaught error)`, status: 'failed' };
}

/** In parallel runs a step looks like a test: "./file.ts => test ... step ... ok (1ms)". */
function withoutSteps(results: readonly Named[]): Named[] {
  const ids = new Set(results.map(({ id }) => id));
  return results.filter(({ id }) => {
    const dots = id.indexOf(' ... ');
    return dots === -1 || !ids.has(id.slice(0, dots));
  });
}

function isParallelResult(text: string): boolean {
  if (!text.startsWith('./') && !text.startsWith('../')) return false;
  const dots = text.lastIndexOf(' ... ');
  return dots !== -1 && text.includes(' => ') && STATUS.test(text.slice(dots + 5));
}

function readSummary(text: string): Summary | null {
  if (text.startsWith('test result: ')) {
    const old = OLD_SUMMARY.exec(text);
    return old && { totals: { passed: Number(old[1]), failed: Number(old[2]), skipped: Number(old[3]) }, isOld: true };
  }
  if (!SUMMARY.test(text)) return null;
  const count = (word: string) => Number(new RegExp(` \\| (\\d{1,9}) ${word}\\b`).exec(text)?.[1] ?? 0);
  return { totals: { passed: count('passed'), failed: count('failed'), skipped: count('ignored') }, isOld: false };
}
