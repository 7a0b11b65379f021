// The console output of `cargo test` and of any libtest binary, one section per binary.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import { LineLook } from '../../engine/dispatch/line-look.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../../section.ts';
import { firstVisible, indexOfDots, indexOfTwice } from '../../shared/characters.ts';
import { addsUp } from '../shared/totals.ts';
import { CargoTargets } from './targets.ts';

const ID = 'cargo-test';
const RUNNING = /^running (\d+) tests?(?: \(shuffle seed: \d+\))?$/;
const RESULT =
  /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed(?: \(\d+ allowed\))?; (\d+) ignored(?:; (\d+) measured)?(?:; \d+ filtered out)?(?:; finished in [\d.]+s)?$/;
const NOT_COMPILED = /^error: (?:[cC]ould not compile|failed to run custom build command for) `([^`]+)`(?: \(([^)]+)\))?/;
const STATUS_WORD = /^(ok|FAILED|ignored)(?:, .*| \((?:allowed|time limit exceeded)\))?(?: <[^<>]{1,30}>)?$/;
/** A test that prints no line end, or a program it runs, puts its last words before the next result. */
const GLUED = /test (\S+(?: - .+)?) \.\.\. (ok|FAILED|ignored)(?:, .*)?(?: <[^<>]{1,30}>)?$/;
/** Tests that compile files print one line a file in libtest's words, and are one test nevertheless. */
const COMPILED_FILE = /\.rs(?: \[should (?:pass|fail to compile)\])?$/;

const STATUSES: Record<string, TestStatus> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' };

export const cargoTest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['cargo'],
  startsWith: ['running ', 'Running ', 'Doc-tests ', 'error: '],
  open: ({ shelf }) => new CargoReader(shelf),
};

/** How lines begin that matter while tests run. */
const BEGINNINGS = ['running ', 'Running ', 'Doc-tests ', 'error: ', 'test ', 'failures', 'successes:'];
/** cargo's word on a failed binary, which ends with a quote, and results may stand behind other output. */
const AMONG_OUTPUT = new LineLook({
  startsWith: BEGINNINGS,
  endsWith: ["'", '`'],
  contains: ['...'],
  prefilter: (text, isHeld) => {
    const start = firstVisible(text);
    if (BEGINNINGS.some((beginning) => text.startsWith(beginning, start))) return true;
    return isHeld && indexOfDots(text) !== -1 ? text.includes('test ') : text.includes('error: ');
  },
});

class CargoReader implements LineReader<TestSection> {
  readonly #runs: TestSection[] = [];
  readonly #notCompiled: TestSection[] = [];
  readonly #targets: CargoTargets;
  readonly #shelf: Shelf;
  #run: BinaryRun | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
    this.#targets = new CargoTargets(shelf);
  }

  line(text: string, lineNumber: number): boolean | 'claimed' | LineLook {
    const running = text.startsWith('running ') ? RUNNING.exec(text) : null;
    if (running !== null) return this.#begin(Number(running[1]), lineNumber);
    const run = this.#run;
    if (run === null) return this.#outside(text, lineNumber);
    if (this.#targets.fails(text)) run.cargoSaysFailed();
    // Where the binary was aborted, its section stays without a closing line and is not believed.
    else if (this.#targets.begins(text)) return this.#finish();
    else if (run.section.hasFooter && this.#compileFails(text, lineNumber)) return this.#finish();
    else if (run.line(text, lineNumber)) return 'claimed';
    return run.isAmongOutput ? AMONG_OUTPUT : true;
  }

  end(): TestSection[] {
    this.#finish();
    this.#targets.holdAgainst(this.#runs);
    return [...this.#runs, ...this.#notCompiled];
  }

  #begin(announced: number, lineNumber: number): boolean {
    if (this.#run !== null && !this.#run.section.hasFooter && !this.#run.aborted) {
      this.#run.quotedRun(announced);
      return true;
    }
    this.#finish();
    this.#run = new BinaryRun(this.#shelf, announced, this.#targets.use(), lineNumber);
    return true;
  }

  #finish(): false {
    if (this.#run !== null) this.#shelf.keepRun(this.#runs, this.#run.section);
    this.#run = null;
    return false;
  }

  #outside(text: string, lineNumber: number): false {
    if (!this.#targets.begins(text) && !this.#targets.fails(text)) this.#compileFails(text, lineNumber);
    return false;
  }

  #compileFails(text: string, lineNumber: number): boolean {
    const notCompiled = text.startsWith('error: ') ? NOT_COMPILED.exec(text) : null;
    if (notCompiled === null) return false;
    const target = notCompiled[2] === undefined ? '' : ` (${notCompiled[2]})`;
    const id = `compile ${notCompiled[1]}${target}`;
    const tests: TestResult[] = [{ id, status: 'failed' }];
    this.#shelf.keepRun(this.#notCompiled, { ...emptyTestSection(ID, lineNumber), hasFooter: true, tests });
    return true;
  }
}

/** From "running N tests" to the last "test result:" that adds up to N: an earlier one was printed by a test. */
class BinaryRun {
  readonly section: TestSection;
  aborted = false;
  readonly #shelf: Shelf;
  readonly #announced: number;
  readonly #tests: TestResult[] = [];
  /** Results behind other text; they may be a part of it. */
  readonly #glued: TestResult[] = [];
  /** Counts announced by runs that a test's output quotes, innermost last. */
  readonly #quoted: number[] = [];
  /** A test whose name was printed and whose status is still to come, and the last text seen since. */
  #waiting: { id: string; last: string } | null = null;
  /** Past "failures:" or "successes:" there is captured output, and no result any more. */
  #pastResults = false;
  #failures: string[] = [];
  #inFailureList = false;

  constructor(shelf: Shelf, announced: number, scope: string | null, lineNumber: number) {
    this.#shelf = shelf;
    this.#announced = announced;
    this.section = { ...emptyTestSection(ID, lineNumber), hasHeader: true, scope };
  }

  /** Other output tells nothing. */
  get isAmongOutput(): boolean {
    return this.#waiting === null && !this.#inFailureList;
  }

  /** True when the line has the result of a test. */
  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('test result: ')) this.#result(text, lineNumber);
    else if (text.startsWith('test ') && !this.#pastResults && this.#quoted.length === 0) return this.#test(text);
    else if (!this.#failureList(text)) this.#other(text);
    return false;
  }

  quotedRun(announced: number): void {
    this.#quoted.push(announced);
  }

  cargoSaysFailed(): void {
    if (!this.section.hasFooter) this.aborted = true;
    else if (this.section.totals?.failed === 0 && this.section.scope !== null)
      this.section.problems.push('cargo says that the test binary failed, its result line says ok');
  }

  #test(text: string): boolean {
    const dots = indexOfDots(text);
    if (dots === -1) return false;
    this.#settle();
    const id = nameOf(text.slice('test '.length, dots));
    const isOk = dots + ' ... ok'.length === text.length && text.endsWith('ok');
    const rest = isOk ? 'ok' : text.slice(dots + ' ... '.length);
    const word = isOk ? rest : STATUS_WORD.exec(rest)?.[1];
    if (word !== undefined) this.#shelf.keep(this.#tests, { id, status: STATUSES[word] ?? 'failed' });
    else if (!rest.startsWith('bench:')) this.#waiting = { id, last: rest };
    return word !== undefined;
  }

  #other(text: string): void {
    if (this.#waiting !== null) this.#output(this.#waiting, text);
    else if (!this.#pastResults && this.#quoted.length === 0 && indexOfTwice(text, '.') !== -1) this.#gluedResult(text);
  }

  #gluedResult(text: string): void {
    const [, name, word = ''] = GLUED.exec(text.slice(Math.max(0, text.lastIndexOf('test ')))) ?? [];
    if (name !== undefined) this.#shelf.keep(this.#glued, { id: nameOf(name), status: STATUSES[word] ?? 'failed' });
  }

  /** With --nocapture and one thread, what a test prints stands between its name and its status. */
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
    if (word !== undefined) this.#shelf.keep(this.#tests, { id, status: STATUSES[word] ?? 'failed' });
  }

  /** True while inside the list that names every failed test. */
  #failureList(text: string): boolean {
    if (text === 'failures:' || text === 'failures (time limit exceeded):' || text === 'successes:') {
      this.#settle();
      this.#pastResults = true;
      this.#inFailureList = text.startsWith('failures');
      if (text === 'failures:') this.#failures = [];
      return true;
    }
    if (this.#inFailureList && text.startsWith('    ') && this.#quoted.length === 0)
      this.#shelf.keepText(this.#failures, text.slice(4));
    else this.#inFailureList = false;
    return this.#inFailureList;
  }

  #result(text: string, lineNumber: number): void {
    const result = RESULT.exec(text);
    if (result === null) return;
    const [passed = 0, failed = 0, skipped = 0, measured = 0] = result.slice(1).map((digits) => Number(digits ?? 0));
    const sum = passed + failed + skipped + measured;
    if (this.#quoted.at(-1) === sum) {
      this.#quoted.pop();
      this.section.problems = ['the output of a test holds another whole run of tests'];
      return;
    }
    if (sum !== this.#announced) return;
    this.#settle();
    const totals = { passed, failed, skipped };
    this.section.totals = totals;
    this.section.tests = believable(this.#tests, this.#glued, this.#failures, totals);
    this.section.hasFooter = true;
    this.section.lastLine = lineNumber;
    this.#pastResults = false;
  }
}

function nameOf(text: string): string {
  const name = text.indexOf('-') !== -1 ? text.replace(/ - (?:should panic|compile|compile fail)$/, '') : text;
  return name.trimEnd();
}

/** The lines of tests as far as they agree with the totals and with the list of failures; else only that list. */
function believable(
  tests: readonly TestResult[],
  glued: readonly TestResult[],
  failures: readonly string[],
  totals: TestTotals,
): TestResult[] {
  // Either all results behind other text are real, or a line by itself may have been printed in the place of one.
  if (glued.length > 0) {
    if (tests.length === totalOf(totals)) return onlyFailed(failures);
    const all = [...tests, ...glued];
    if (addsUp(all, totals) && agrees(all, failures, totals)) return all;
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
