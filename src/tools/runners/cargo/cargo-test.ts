// The console output of `cargo test` and of any libtest binary, one section per binary.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { indexOfDots, indexOfTwice } from '../../../parse/shared/characters.ts';
import { matchesTotals } from '../shared/totals.ts';
import { compileHeading, panicReader } from './failures.ts';
import { CargoTargets } from './targets.ts';

const RUNNING = /^running (\d+) tests?(?: \(shuffle seed: \d+\))?$/;
const RESULT =
  /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed(?: \(\d+ allowed\))?; (\d+) ignored(?:; (\d+) measured)?(?:; \d+ filtered out)?(?:; finished in [\d.]+s)?$/;
const NOT_COMPILED = /^error: (?:[cC]ould not compile|failed to run custom build command for) `([^`]+)`(?: \(([^)]+)\))?/;
const STATUS_WORD = /^(ok|FAILED|ignored)(?:, .*| \((?:allowed|time limit exceeded)\))?(?: <[^<>]{1,30}>)?$/;
/** Output without a line end precedes the next result on the same line. */
const GLUED = /test (\S+(?: - .+)?) \.\.\. (ok|FAILED|ignored)(?:, .*)?(?: <[^<>]{1,30}>)?$/;
/** Tests that compile files print a line per file in libtest's format, but are one test. */
const COMPILED_FILE = /\.rs(?: \[should (?:pass|fail to compile)\])?$/;

const STATUSES: Record<string, TestStatus> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' };

export const cargoTest: LineParser<TestSection> = {
  id: 'cargo-test',
  form: 'lines',
  commands: ['cargo'],
  startsWith: ['running ', 'Running ', 'Doc-tests ', 'error: '],
  failures: {
    startsWith: ['---- ', 'error: '],
    atMargin: true,
    heading: (text, before) => {
      const title = /^---- (.{1,1000}?)(?: stdout)? ----$/.exec(text)?.[1];
      return title === undefined ? compileHeading(text, before) : { title };
    },
    open: ({ title }) => {
      const read = panicReader();
      return (text) => (title.startsWith('compile ') || text === 'failures:' ? false : read(text));
    },
    titles: (id) => [id, id.slice(id.lastIndexOf(' > ') + 1).replace(/^> /, '')],
  },
  open: (results) => new CargoReader(results),
};

class CargoReader implements LineReader {
  readonly #runs: TestRun[] = [];
  readonly #notCompiled: TestRun[];
  readonly #targets: CargoTargets;
  readonly #results: Results<TestSection>;
  #run: BinaryRun | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#notCompiled = results.list();
    this.#targets = new CargoTargets(results);
  }

  line(text: string): boolean | 'claimed' {
    const running = text.startsWith('running ') ? RUNNING.exec(text) : null;
    if (running !== null) return this.#begin(Number(running[1]));
    const run = this.#run;
    if (run === null) return this.#outside(text);
    if (this.#targets.fails(text)) run.cargoSaysFailed();
    // The run of an aborted binary has no footer.
    else if (this.#targets.begins(text)) return this.#finish();
    else if (run.run.hasFooter && this.#compileFails(text)) return this.#finish();
    else if (run.line(text)) return 'claimed';
    return true;
  }

  end(): void {
    this.#targets.checkRuns(this.#runs);
    for (const run of this.#notCompiled) this.#results.add(run);
  }

  #begin(announced: number): boolean {
    if (this.#run !== null && !this.#run.run.hasFooter && !this.#run.isAborted) {
      this.#run.quotedRun(announced);
      return true;
    }
    this.#run = new BinaryRun(this.#results, announced, this.#targets.use());
    this.#runs.push(this.#run.run);
    return true;
  }

  #finish(): false {
    this.#run = null;
    return false;
  }

  #outside(text: string): false {
    if (!this.#targets.begins(text) && !this.#targets.fails(text)) this.#compileFails(text);
    return false;
  }

  #compileFails(text: string): boolean {
    const notCompiled = text.startsWith('error: ') ? NOT_COMPILED.exec(text) : null;
    if (notCompiled === null) return false;
    const target = notCompiled[2] === undefined ? '' : ` (${notCompiled[2]})`;
    const run = this.#results.draftRun({ hasFooter: true });
    run.test(`compile ${notCompiled[1]}${target}`, 'failed');
    this.#notCompiled.push(run);
    return true;
  }
}

/** From "running N tests" to the last "test result:" whose sum is N: a test printed any earlier one. */
class BinaryRun {
  readonly run: TestRun;
  isAborted = false;
  readonly #announced: number;
  readonly #tests: TestResult[];
  /** Results after other text on the line, which they may be a part of. */
  readonly #glued: TestResult[];
  /** The announced numbers of runs that a test's output quotes, innermost last. */
  readonly #quoted: number[];
  /** A test whose name was printed without its status, and the last text since. */
  #waiting: { id: string; last: string } | null = null;
  /** After "failures:" or "successes:" there is captured output, but no result. */
  #pastResults = false;
  readonly #failures: string[];
  #isInFailureList = false;

  constructor(results: Results<TestSection>, announced: number, scope: string | null) {
    this.#announced = announced;
    this.run = results.beginRun({ hasHeader: true, scope });
    this.#tests = results.list();
    this.#glued = results.list();
    this.#quoted = results.list();
    this.#failures = results.list();
  }

  /** True when the line is the result of a test. */
  line(text: string): boolean {
    if (text.startsWith('test result: ')) this.#result(text);
    else if (text.startsWith('test ') && !this.#pastResults && this.#quoted.length === 0) return this.#test(text);
    else if (!this.#failureList(text)) this.#other(text);
    return false;
  }

  quotedRun(announced: number): void {
    this.#quoted.push(announced);
  }

  cargoSaysFailed(): void {
    if (!this.run.hasFooter) this.isAborted = true;
    else if (this.run.totals?.failed === 0 && this.run.scope !== null)
      this.run.problems.push('cargo says that the test binary failed, its result line says ok');
  }

  #test(text: string): boolean {
    const dots = indexOfDots(text);
    if (dots === -1) return false;
    this.#settle();
    const id = nameOf(text.slice('test '.length, dots));
    const isOk = dots + ' ... ok'.length === text.length && text.endsWith('ok');
    const rest = isOk ? 'ok' : text.slice(dots + ' ... '.length);
    const word = isOk ? rest : STATUS_WORD.exec(rest)?.[1];
    if (word !== undefined) this.#tests.push({ id, status: STATUSES[word] ?? 'failed' });
    else if (!rest.startsWith('bench:')) this.#waiting = { id, last: rest };
    return word !== undefined;
  }

  #other(text: string): void {
    if (this.#waiting !== null) this.#output(this.#waiting, text);
    else if (!this.#pastResults && this.#quoted.length === 0 && indexOfTwice(text, '.') !== -1) this.#gluedResult(text);
  }

  #gluedResult(text: string): void {
    const [, name, word = ''] = GLUED.exec(text.slice(Math.max(0, text.lastIndexOf('test ')))) ?? [];
    if (name !== undefined) this.#glued.push({ id: nameOf(name), status: STATUSES[word] ?? 'failed' });
  }

  /** With --nocapture and one thread, the output of a test comes between its name and its status. */
  #output(waiting: { id: string; last: string }, text: string): void {
    const word = STATUS_WORD.exec(text)?.[1];
    if (text !== '') waiting.last = text;
    if (word !== undefined) this.#settle();
  }

  #settle(): void {
    if (this.#waiting === null) return;
    const { id, last } = this.#waiting;
    this.#waiting = null;
    const bare = last.replace(/ <[^<>]{1,30}>$/, '');
    const word = ['ok', 'FAILED', 'ignored'].find((ending) => bare.endsWith(ending));
    if (word !== undefined) this.#tests.push({ id, status: STATUSES[word] ?? 'failed' });
  }

  /** True while inside the list that names every failed test. */
  #failureList(text: string): boolean {
    if (text === 'failures:' || text === 'failures (time limit exceeded):' || text === 'successes:') {
      this.#settle();
      this.#pastResults = true;
      this.#isInFailureList = text.startsWith('failures');
      if (text === 'failures:') this.#failures.length = 0;
      return true;
    }
    if (this.#isInFailureList && text.startsWith('    ') && this.#quoted.length === 0) this.#failures.push(text.slice(4));
    else this.#isInFailureList = false;
    return this.#isInFailureList;
  }

  #result(text: string): void {
    const result = RESULT.exec(text);
    if (result === null) return;
    const [passed = 0, failed = 0, skipped = 0, measured = 0] = result.slice(1).map((digits) => Number(digits ?? 0));
    const sum = passed + failed + skipped + measured;
    if (this.#quoted.at(-1) === sum) {
      this.#quoted.pop();
      this.run.problems = ['the output of a test contains another whole run of tests'];
      return;
    }
    if (sum !== this.#announced) return;
    this.#settle();
    const totals = { passed, failed, skipped };
    this.run.close(totals);
    this.run.tests = selectTests(this.#tests, this.#glued, this.#failures, totals);
    this.#pastResults = false;
  }
}

function nameOf(text: string): string {
  const name = text.indexOf('-') !== -1 ? text.replace(/ - (?:should panic|compile|compile fail)$/, '') : text;
  return name.trimEnd();
}

/** The listed tests if they match the totals and the list of failures, else only that list. */
function selectTests(
  tests: readonly TestResult[],
  glued: readonly TestResult[],
  failures: readonly string[],
  totals: TestTotals,
): TestResult[] {
  // Either all results after other text are real, or a test may have printed a result on its own line instead.
  if (glued.length > 0) {
    if (tests.length === totalOf(totals)) return onlyFailed(failures);
    const all = [...tests, ...glued];
    if (matchesTotals(all, totals) && agrees(all, failures, totals)) return all;
  }
  if (agrees(tests, failures, totals)) return [...tests];
  const withoutFiles = tests.filter(({ id }) => !COMPILED_FILE.test(id));
  if (agrees(withoutFiles, failures, totals)) return withoutFiles;
  return onlyFailed(failures);
}

function onlyFailed(failures: readonly string[]): TestResult[] {
  return failures.map((id) => ({ id, status: 'failed' }));
}

function totalOf({ passed, failed, skipped }: TestTotals): number {
  return (passed ?? 0) + (failed ?? 0) + (skipped ?? 0);
}

function agrees(tests: readonly TestResult[], failures: readonly string[], totals: TestTotals): boolean {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of tests) counts[status] += 1;
  const listed = new Set(tests.filter(({ status }) => status === 'failed').map(({ id }) => id));
  const within = (status: TestStatus) => counts[status] <= (totals[status] ?? 0);
  return within('passed') && within('failed') && within('skipped') && failures.every((id) => listed.has(id));
}
