// TAP 12, 13 and 14, as tape, node-tap, node:test, mocha, ava, vitest, deno, bats and many others print it. One section per
// document. Only an unindented line starts one.
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { TapDocument } from './document.ts';
import { tapFailures } from './failures.ts';
import { type TapPointLine, tapPlan, tapPoint, tapVersion } from './lines.ts';
import { tapSection } from './section.ts';

/** Printed by deno if something outside the tests failed, which its TAP does not show. */
const DENO_FAILED = 'error: Test failed';

export const tap: LineParser<TestSection> = {
  id: 'tap',
  form: 'lines',
  commands: ['tap', 'tape', 'bats', 'ava'],
  startsWith: ['TAP version ', '1..', 'ok', 'not ok'],
  atMargin: true,
  failures: tapFailures,
  open: (results) => new TapReader(results),
};

class TapReader implements LineReader {
  readonly #results: Results<TestSection>;
  #document: TapDocument | null = null;
  #lastRun: TestRun | null = null;
  #hasDenoFailed = false;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    const stated = tapVersion(text);
    const version = stated !== null && this.#isLateVersion() ? null : stated;
    if (version !== null) this.#begin(version);
    else if (this.#document === null || this.#isNextDocument(this.#document, text)) {
      if (!startsDocument(text)) return this.#document !== null;
      this.#begin(null);
    }
    if (version === null) this.#document?.line(text);
    if (text === DENO_FAILED && this.#document?.version === 14) this.#hasDenoFailed = true;
    return true;
  }

  end(): void {
    this.#finish();
  }

  #begin(version: number | null): void {
    this.#finish();
    this.#document = new TapDocument(version, this.#results);
    this.#hasDenoFailed = false;
  }

  /** Some producers print the version after the plan. */
  #isLateVersion(): boolean {
    const document = this.#document;
    return document !== null && document.version === null && document.plan !== null && document.points.length === 0;
  }

  /** A document without a version line starts after a complete one; after one with a version line it starts with a plan. */
  #isNextDocument({ version, plan, executed, points }: TapDocument, text: string): boolean {
    if (plan !== points.length && executed !== points.length) return false;
    if (tapPlan(text) === null && (version !== null || tapPoint(text)?.number !== 1)) return false;
    // A point with a number beyond the end is of another document, or a test printed it.
    return points.every(({ number }) => number === null || number <= points.length);
  }

  #finish(): void {
    const document = this.#document;
    if (document === null) return;
    if (!isTap(document)) {
      // What looked like a second document was only a second plan.
      if (document.plan !== null) this.#lastRun?.problems.push('TAP announces its number of tests more than once');
      return;
    }
    const run = this.#results.beginRun(tapSection(document));
    const isGreen = run.tests.every(({ status }) => status !== 'failed');
    if (this.#hasDenoFailed && isGreen) run.tests.push({ id: 'uncaught error', status: 'failed' });
    this.#lastRun = run;
  }
}

/** A line that starts with "ok" may be prose unless a number, a dash or nothing follows. */
function startsDocument(text: string): boolean {
  return tapPlan(text) !== null || isStrict(tapPoint(text), text);
}

function isStrict(point: TapPointLine | null, text: string): boolean {
  if (point === null) return false;
  return point.number !== null || text === 'ok' || text === 'not ok' || text.startsWith('ok - ') || text.startsWith('not ok - ');
}

function isTap(document: TapDocument): boolean {
  if (document.version !== null || document.plan === 0) return true;
  return document.points.length > 0 && (document.plan !== null || document.points.some(({ number }) => number !== null));
}
