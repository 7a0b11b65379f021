// The console output of `deno test` (reporters pretty and dot, one after another or in parallel).
// Its TAP is read by tap.ts. A run ends with "ok | 3 passed | 0 failed (5ms)"; steps are not tests.
import type { TestResult, TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../section.ts';
import { testsThatFit } from './shared/tests-that-fit.ts';
import { addsUp } from './shared/totals.ts';
import { doubtUnlistedRuns } from './shared/unlisted-runs.ts';

const ID = 'deno-test';
const RUNNING = /^running \d{1,9} tests? from (.+)$/;
const STATUS = /^(ok|FAILED|ignored|cancelled)(?: \(due to [^()]*\))?(?: \([^()]*\))?$/;
const UNCAUGHT = /^Uncaught error from (.+) FAILED$/;
const SUMMARY =
  /^(?:ok|FAILED) \| \d{1,9} passed(?: \(\d+ steps?\))?(?: \| \d{1,9} [a-z ]+(?: \(\d+ steps?\))?){1,6} \((?!\d+ step)[^()]{1,20}\)$/;
/** Before Deno 1.21. */
const OLD_SUMMARY = /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; \d+ filtered out \(/;
const OUTPUT = /^-{7} (|pre-test |post-test )output -{7}$/;
const POSITION = /:\d+:\d+$/;
/** More summaries than this in one run are not held against its tests again: it would cost too much. */
const MAX_SUMMARIES = 50;

const STATUSES: Record<string, TestStatus> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped', cancelled: 'failed' };

type Part = 'results' | 'errors' | 'failures';

interface Named extends TestResult {
  /** False for a file that broke outside of its tests, which every reporter tells. */
  isTest: boolean;
}

interface Summary {
  totals: TestTotals;
  /** Every name stands behind the word "test". */
  old: boolean;
}

export const denoTest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['deno'],
  startsWith: ['running ', 'Uncaught error from ', 'ERRORS ', 'ok | ', 'FAILED | ', 'test result: ', './', '../'],
  open: ({ shelf }) => new DenoTestReader(shelf),
};

class DenoTestReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #section: TestSection | null = null;
  #file: string | null = null;
  #results: Named[] = [];
  #failures: Named[] = [];
  #part: Part = 'results';
  /** The line that ends what a test printed. */
  #outputEnd: string | null = null;
  /** A summary that does not agree with the lines above; another one may follow. */
  #held: Summary | null = null;
  #summaries = 0;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (this.#section === null && !this.#begins(text, lineNumber)) return false;
    const section = this.#section;
    if (section === null || this.#isOutput(text)) return true;
    // What was thrown may hold anything; the run goes on with the list of failures.
    const summary = this.#part === 'errors' ? null : readSummary(text);
    if (summary !== null) return this.#close(section, summary, lineNumber);
    if (text === ' ERRORS ') this.#part = 'errors';
    else if (text === ' FAILURES ') this.#part = 'failures';
    else if (this.#part === 'failures') this.#failure(text);
    else if (this.#part === 'results') this.#result(section, text, lineNumber);
    return true;
  }

  end(): TestSection[] {
    if (this.#section !== null) this.#leave(this.#section);
    doubtUnlistedRuns(this.#sections);
    return this.#sections;
  }

  #leave(section: TestSection): void {
    const held = this.#held;
    if (held === null) section.tests = this.#results.map(({ id, status }) => ({ id, status }));
    else this.#finish(section, held);
    // Dots and error lists that no summary ends may be any tool's.
    if (section.hasHeader || section.hasFooter || section.tests.length > 0) this.#shelf.keepRun(this.#sections, section);
  }

  #begins(text: string, lineNumber: number): boolean {
    const hasHeader = text.startsWith('running ') && RUNNING.test(text);
    const uncaught = text.startsWith('Uncaught error from ') && UNCAUGHT.test(text);
    const begins = hasHeader || uncaught || text === ' ERRORS ' || readSummary(text) !== null || isParallelResult(text);
    if (begins) this.#section = { ...emptyTestSection(ID, lineNumber), hasHeader: hasHeader || uncaught };
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

  #result(section: TestSection, text: string, lineNumber: number): void {
    const file = text.startsWith('running ') ? RUNNING.exec(text)?.[1] : undefined;
    if (file !== undefined) {
      this.#file = file;
      section.hasHeader = true;
      section.lastLine = lineNumber;
      return;
    }
    const uncaught = text.startsWith('Uncaught ') ? UNCAUGHT.exec(text)?.[1] : undefined;
    const result = uncaught === undefined ? this.#named(text) : namedError(uncaught);
    if (result === null) return;
    this.#shelf.keep(this.#results, result);
    section.lastLine = lineNumber;
  }

  /** Steps are indented. In parallel every name stands behind its file. */
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

  /** "name => ./file.ts:1:2"; a step stands behind its test: "name ... step => ./file.ts:1:2". */
  #failure(text: string): void {
    if (text.endsWith(' (uncaught error)')) {
      this.#shelf.keep(this.#failures, namedError(text.slice(0, -' (uncaught error)'.length)));
      return;
    }
    const arrow = text.lastIndexOf(' => ');
    if (arrow === -1) return;
    const name = text.slice(0, arrow).split(' ... ')[0] ?? '';
    const failure = named(text.slice(arrow + 4).replace(POSITION, ''), name, 'failed');
    if (this.#failures.at(-1)?.id !== failure.id) this.#shelf.keep(this.#failures, failure);
  }

  #close(section: TestSection, summary: Summary, lineNumber: number): boolean {
    section.lastLine = lineNumber;
    const isSecond = this.#held !== null;
    this.#held = summary;
    this.#part = 'results';
    this.#summaries += 1;
    if (this.#summaries > MAX_SUMMARIES || !addsUp(this.#tests(summary), summary.totals)) {
      if (isSecond && section.problems.length === 0) section.problems.push('deno test seems to end twice');
      return true;
    }
    section.problems = [];
    this.#finish(section, summary);
    this.#shelf.keepRun(this.#sections, section);
    this.#section = null;
    return false;
  }

  #finish(section: TestSection, summary: Summary): void {
    const tests = this.#tests(summary);
    const listed = tests.filter(({ status }) => status === 'passed').length;
    if (this.#listsTests() && listed < (summary.totals.passed ?? 0)) {
      section.problems.push('deno test counts more passed tests than it lists');
    }
    section.tests = testsThatFit(tests, summary.totals);
    section.totals = summary.totals;
    section.hasFooter = true;
    this.#results = [];
    this.#failures = [];
    this.#file = null;
    this.#held = null;
    this.#summaries = 0;
    this.#part = 'results';
  }

  #listsTests(): boolean {
    return this.#results.some(({ isTest }) => isTest);
  }

  /** The dot reporter names only what failed. */
  #tests({ old }: Summary): TestResult[] {
    const source = this.#listsTests() ? withoutSteps(this.#results) : this.#failures;
    return source.map(({ id, status }) => ({ id: old ? id.replace(' > test ', ' > ') : id, status }));
  }
}

function named(file: string | null, name: string, status: TestStatus): Named {
  return { isTest: true, id: file === null ? name : `${file} > ${name}`, status };
}

function namedError(file: string): Named {
  return { isTest: false, id: `${file} (uncaught error)`, status: 'failed' };
}

/** In parallel a step is a line like any other: "./file.ts => test ... step ... ok (1ms)". */
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
    return old && { totals: { passed: Number(old[1]), failed: Number(old[2]), skipped: Number(old[3]) }, old: true };
  }
  if (!SUMMARY.test(text)) return null;
  const count = (word: string) => Number(new RegExp(` \\| (\\d{1,9}) ${word}\\b`).exec(text)?.[1] ?? 0);
  return { totals: { passed: count('passed'), failed: count('failed'), skipped: count('ignored') }, old: false };
}
