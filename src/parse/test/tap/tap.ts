// TAP 12, 13 and 14, as tape, node-tap, node:test, mocha, ava, vitest, deno, bats and many others write it.
// One section per document. Only what stands at the margin begins one.
import { LineLook } from '../../engine/dispatch/line-look.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { TestSection } from '../../section.ts';
import { TapDocument } from './document.ts';
import { type TapPointLine, tapPlan, tapPoint, tapVersion } from './lines.ts';
import { tapSection } from './section.ts';

const ID = 'tap';
/** deno's last word when something outside the tests failed, which its TAP does not show. */
const DENO_FAILED = 'error: Test failed';

export const tap: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['tap', 'tape', 'bats', 'ava'],
  startsWith: ['TAP version ', '1..', 'ok', 'not ok'],
  atMargin: true,
  open: ({ shelf }) => new TapReader(shelf),
};

const AMONG_OUTPUT = new LineLook({
  startsWith: ['TAP ', 'ok', 'not ok', 'skip ', '1..', '#', '}', 'Bail out!', 'pragma ', DENO_FAILED],
});

class TapReader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  #document: TapDocument | null = null;
  #firstLine = 0;
  #denoFailed = false;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean | LineLook {
    const stated = tapVersion(text);
    const version = stated !== null && this.#isLateVersion() ? null : stated;
    if (version !== null) this.#begin(version, lineNumber);
    else if (this.#document === null || this.#isNextDocument(this.#document, text)) {
      if (!beginsDocument(text)) return this.#document !== null;
      this.#begin(null, lineNumber);
    }
    if (version === null) this.#document?.line(text, lineNumber);
    if (text === DENO_FAILED && this.#document?.version === 14) this.#denoFailed = true;
    return this.#document?.isAmongOutput === true ? AMONG_OUTPUT : true;
  }

  end(): TestSection[] {
    this.#finish();
    return this.#sections;
  }

  #begin(version: number | null, lineNumber: number): void {
    this.#finish();
    this.#document = new TapDocument(version, lineNumber, this.#shelf);
    this.#firstLine = lineNumber;
    this.#denoFailed = false;
  }

  /** Some write their version behind the plan. */
  #isLateVersion(): boolean {
    const document = this.#document;
    return document !== null && document.version === null && document.plan !== null && document.points.length === 0;
  }

  /** A second document without a version line begins where the first one is complete; behind one that has it, with a plan. */
  #isNextDocument(document: TapDocument, text: string): boolean {
    const { version, plan, executed, points } = document;
    if (plan !== points.length && executed !== points.length) return false;
    // A point that is numbered beyond the end is another's, or was printed by a test.
    if (points.some(({ number }) => number !== null && number > points.length)) return false;
    return tapPlan(text) !== null || (version === null && tapPoint(text)?.number === 1);
  }

  #finish(): void {
    const document = this.#document;
    if (document === null) return;
    if (!isTap(document)) {
      // What looked like a second document was only a second plan.
      if (document.plan !== null) this.#sections.at(-1)?.problems.push('TAP announces its number of tests more than once');
      return;
    }
    const section = tapSection(ID, document, this.#firstLine);
    const isGreen = () => section.tests.every(({ status }) => status !== 'failed');
    if (this.#denoFailed && isGreen()) section.tests.push({ id: 'uncaught error', status: 'failed' });
    this.#shelf.keepRun(this.#sections, section);
  }
}

/** A line that starts with "ok" may be prose: it takes a number, a dash or nothing else. */
function beginsDocument(text: string): boolean {
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
