// The TypeScript compiler, plain and --pretty, and what speaks its language (vue-tsc, tsgo, ngc).
// The plain form has neither a closing line nor totals: what is listed is all there is.
import type { LintFinding } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { LintRuns } from './shared/delimited-runs.ts';
import { isBehindPrefix } from './shared/file-position.ts';
import { findingLine } from './shared/finding-line.ts';

const ID = 'tsc';
const CODE = /(error|warning) ((?:TS|NG)-?\d{1,6}): /;
const PLAIN_PLACE = /^(.+)\((\d+),\d+\): $/;
const PRETTY_PLACE = /^(.+):(\d+):\d+ - $/;
const FOUND = /^(?:.{1,40}[\]-] )?Found (\d+) errors?(?:\.$|\. Watching| in )/;
const WATCH_BEGINS = /(?:Starting compilation in watch mode|File change detected\. Starting incremental compilation)\.\.\.$/;

export const tsc: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['tsc', 'vue-tsc', 'tsgo', 'ngc'],
  startsWith: [...'0123456789', '[', 'error ', 'warning ', 'File change ', 'Starting '],
  atMargin: true,
  positions: true,
  prefilter: (text) => text.includes('TS') || text.includes('NG') || text.endsWith('...'),
  open: ({ shelf }) => new TscReader(shelf),
};

class TscReader implements LineReader<LintSection> {
  readonly #runs: LintRuns;
  #isWatching = false;

  constructor(shelf: Shelf) {
    this.#runs = new LintRuns(ID, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith(' ')) return this.#isBusy();
    if ((text.includes('TS') || text.includes('NG')) && this.#diagnostic(text, lineNumber)) return true;
    if (text.includes('Found ')) this.#found(text, lineNumber);
    else if (text.endsWith('...') && WATCH_BEGINS.test(text)) this.#compileAgain(lineNumber);
    else if (text !== '' && this.#runs.open?.hasFooter && !this.#isWatching) this.#runs.interrupt();
    return this.#isBusy();
  }

  #isBusy(): boolean {
    return this.#isWatching || this.#runs.open !== null;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }

  #diagnostic(text: string, lineNumber: number): boolean {
    const code = CODE.exec(text);
    const place = code === null ? null : readPlace(text.slice(0, code.index));
    if (code === null || place === null) return false;
    const finding: LintFinding = {
      path: place.path,
      line: place.line,
      rule: code[2] ?? null,
      severity: code[1] === 'error' ? 'error' : 'warning',
      message: text.slice(code.index + code[0].length),
    };
    const isFirst = this.#runs.open === null;
    const run = this.#runs.finding(finding, lineNumber);
    run.hasFooter = !place.isPretty && !this.#isWatching && (isFirst || run.hasFooter);
    run.hasHeader ||= place.isPretty;
    return true;
  }

  /** Only behind diagnostics: other tools say "Found 3 errors." too. A watching compiler says so even of none. */
  #found(text: string, lineNumber: number): void {
    const errors = FOUND.exec(text)?.[1];
    if (errors === undefined || (this.#runs.open === null && !this.#isWatching)) return;
    const run = this.#runs.at(lineNumber);
    run.totals = { errors: Number(errors), warnings: null, total: null };
    run.hasFooter = true;
    if (!this.#isWatching) this.#runs.finish();
  }

  /** Each compilation replaces what the one before it found. */
  #compileAgain(lineNumber: number): void {
    if (this.#isWatching) this.#runs.forget();
    this.#runs.finish();
    this.#isWatching = true;
    this.#runs.at(lineNumber).hasHeader = true;
  }
}

interface Place {
  path: string | null;
  line: number | null;
  isPretty: boolean;
}

function readPlace(before: string): Place | null {
  if (before === '') return { path: null, line: null, isPretty: false };
  const plain = before.endsWith('): ') ? PLAIN_PLACE.exec(before) : null;
  const pretty = before.endsWith(' - ') ? PRETTY_PLACE.exec(before) : null;
  const [, path, line] = plain ?? pretty ?? [];
  return path === undefined || isBehindPrefix(path) ? null : { path, line: findingLine(line), isPretty: pretty !== null };
}
