// The console output of `bun test` since 1.0, also with dots, with failures only (as for agents) and with GitHub Actions
// groups. A run ends with its counts and "Ran N tests across M files."
import type { TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { failureDetails, linesBefore } from '../shared/failure-text.ts';
import { dropExcessTests, matchesTotals } from '../shared/totals.ts';

const HEADER = /^bun test v\d+\.\d+\.\d+/;
const RESULT = /^(\((?:pass|fail|skip|todo)\)|[✓✗»✎]) (.+)$/;
const DURATION = / \[\d+(?:\.\d+)?(?:ms|s|m)\]$/;
const FILE = /^(?:::group::|##\[group\])?(\S[^\n]{0,400}\.[cm]?[jt]sx?):$/;
const COUNT = /^ ?(\d{1,9}) (pass|fail|skip|todo|errors?)$/;
/** Other counts of the summary. */
const OTHER_COUNT = /^ ?\d{1,9} (?:expect\(\) calls|snapshots?,|filtered out)|^ ?snapshots: /;
const RAN = /^Ran (\d{1,9}) tests? across \d+ files?\.(?: \[[\d.]+m?s\])?$/;
/** After many tests bun repeats those that did not pass. */
const REPEATED = /^\d+ tests? (?:skipped|todo|failed):$/;
/** Further summaries in one run are not compared with its tests: each comparison takes time. */
const MAX_SUMMARIES = 50;
const UNHANDLED = '# Unhandled error between tests';

const STATUSES: Record<string, TestStatus> = {
  '(pass)': 'passed',
  '✓': 'passed',
  '(fail)': 'failed',
  '✗': 'failed',
  '(skip)': 'skipped',
  '»': 'skipped',
  '(todo)': 'skipped',
  '✎': 'skipped',
};

export const bunTest: LineParser<TestSection> = {
  id: 'bun-test',
  form: 'lines',
  commands: ['bun'],
  startsWith: ['bun test v', '('],
  failures: {
    startsWith: ['(fail) ', '✗ '],
    atMargin: true,
    heading: (text, before) => {
      const title = /^(?:\(fail\)|✗) (.{1,1000}?)(?: \[\d[\d.]*m?s\])?$/.exec(text)?.[1];
      const start = /^(?:\((?:pass|fail|skip|todo)\)|[✓✗»✎]|::group::|bun test v) |^\S.*\.[cm]?[jt]sx?:$/;
      return title === undefined ? null : { title, ...failureDetails(linesBefore(before, start).join('\n')) };
    },
    open: () => () => false,
    titles: (id) => [id.slice(id.indexOf(' > ') + 3)],
  },
  open: (results) => new BunTestReader(results),
};

class BunTestReader implements LineReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;
  #previousRun: TestRun | null = null;
  #file: string | null = null;
  #counts = new Map<string, number>();
  /** Errors outside of tests, by the file they broke. */
  readonly #errors: string[];
  #isRepeating = false;
  #failedNames = 0;
  #summaries = 0;
  /** The results match the last summary. */
  #isConfirmed = false;
  /** The last result has no duration; its name may continue on the next line. */
  #isUnfinished = false;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#errors = results.list();
  }

  line(text: string): boolean {
    if (text.startsWith('bun test v') && HEADER.test(text)) {
      this.#begin(true);
      return true;
    }
    const result = RESULT.exec(text);
    if (this.#run === null) {
      if (result === null || !text.startsWith('(')) return false;
      this.#begin(false);
    }
    if (this.#run !== null) this.#inside(this.#run, text, result);
    return true;
  }

  end(): void {
    this.#finish();
  }

  #begin(hasHeader: boolean): void {
    this.#finish();
    this.#run = this.#results.draftRun({ hasHeader });
    this.#file = null;
    this.#results.discard(this.#errors);
    this.#isRepeating = false;
    this.#failedNames = 0;
    this.#summaries = 0;
    this.#isConfirmed = false;
    this.#clearCounts();
  }

  /** The header may follow the results when standard output was appended to standard error. */
  #finish(): void {
    const run = this.#run;
    if (run === null) return;
    this.#run = null;
    const previous = this.#previousRun;
    if (run.hasHeader && run.lastLine === run.firstLine && previous?.hasFooter === true && !previous.hasHeader) return;
    checkTests(run);
    this.#results.add(run);
    this.#previousRun = run;
  }

  #inside(run: TestRun, text: string, result: RegExpExecArray | null): void {
    const wasUnfinished = this.#isUnfinished;
    this.#isUnfinished = false;
    if (result !== null) {
      this.#result(run, result);
      return;
    }
    if (this.#count(text) || this.#close(run, text)) return;
    this.#clearCounts();
    if (wasUnfinished && DURATION.test(text)) extendLastName(run, text.replace(DURATION, ''));
    else if (text === UNHANDLED) this.#errors.push(this.#file ?? 'no file');
    else if (REPEATED.test(text)) this.#isRepeating = true;
    else if (text.endsWith(':')) this.#file = FILE.exec(text)?.[1] ?? this.#file;
  }

  #result(run: TestRun, result: RegExpExecArray): void {
    this.#clearCounts();
    run.touch();
    if (this.#isRepeating) return;
    const [, mark = '', rest = ''] = result;
    const name = rest.replace(DURATION, '');
    this.#isUnfinished = name === rest;
    const status = STATUSES[mark] ?? 'failed';
    if (status === 'failed') this.#failedNames += 1;
    run.test(this.#file === null ? name : `${this.#file} > ${name}`, status);
  }

  /** By a new map: V8 keeps the tables of a map that is cleared again and again. */
  #clearCounts(): void {
    if (this.#counts.size > 0) this.#counts = new Map();
  }

  #count(text: string): boolean {
    const match = COUNT.exec(text);
    if (match === null) return this.#counts.size > 0 && OTHER_COUNT.test(text);
    const [, count = '', word = ''] = match;
    this.#counts.set(word.startsWith('error') ? 'error' : word, Number(count));
    return true;
  }

  /** The last summary counts: earlier ones that the results do not match were printed by a test. */
  #close(run: TestRun, text: string): boolean {
    const passed = this.#counts.get('pass');
    const failed = this.#counts.get('fail');
    if (passed === undefined || failed === undefined || !RAN.test(text)) return false;
    this.#summaries += 1;
    if (run.hasFooter && run.problems.length === 0 && this.#mayHaveEnded(run)) {
      run.problems.push('bun test seems to end twice');
    }
    const skipped = (this.#counts.get('skip') ?? 0) + (this.#counts.get('todo') ?? 0);
    const totals = { passed, failed, skipped };
    run.close(totals);
    this.#nameErrors(run, failed, this.#counts.get('error') ?? 0);
    this.#isConfirmed = this.#summaries > MAX_SUMMARIES || matchesTotals(run.tests, totals);
    this.#clearCounts();
    this.#isRepeating = false;
    return true;
  }

  /** Without a passed test among the results only failures are listed, and the real end is unknown. */
  #mayHaveEnded(run: TestRun): boolean {
    return this.#isConfirmed || !run.tests.some(({ status }) => status === 'passed');
  }

  /** Bun counts a file that does not load as a failed test, but an error between tests only as an error. */
  #nameErrors(run: TestRun, failed: number, errors: number): void {
    const files = this.#errors.slice(-errors);
    this.#results.discard(this.#errors);
    if (failed === 0 && run.totals !== null) run.totals.failed = errors;
    if (errors === 0 || files.length !== errors || (failed > 0 && failed - this.#failedNames !== errors)) return;
    for (const file of files) run.test(`${file} (unhandled error)`, 'failed');
  }
}

function extendLastName(run: TestRun, rest: string): void {
  const last = run.tests.at(-1);
  if (last !== undefined) last.id = `${last.id}\n${rest}`;
}

/** Bun lists all passed tests or none: fewer than counted means that the counts are from another run. */
function checkTests(run: TestRun): void {
  const { totals, tests } = run;
  if (totals === null) return;
  const listed = tests.filter(({ status }) => status === 'passed').length;
  if (listed > 0 && listed < (totals.passed ?? 0)) run.problems.push('bun test counts more passed tests than it lists');
  run.tests = dropExcessTests(tests, totals);
}
