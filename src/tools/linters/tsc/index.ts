// The TypeScript compiler, plain and --pretty, and compilers with the same output (vue-tsc, tsgo, ngc).
// The plain form has no closing line and no totals.

import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import type { Linter } from '../../tool.ts';
import { RunReader } from '../shared/delimited-runs.ts';
import { hasPrefix } from '../shared/file-position.ts';
import { findingLine } from '../shared/finding-fields.ts';

const CODE = /(error|warning) ((?:TS|NG)-?\d{1,6}): /;
const PLAIN_PLACE = /^(.+)\((\d+),\d+\): $/;
const PRETTY_PLACE = /^(.+):(\d+):\d+ - $/;
const FOUND = /^(?:.{1,40}[\]-] )?Found (\d+) errors?(?:\.$|\. Watching| in )/;
const WATCH_BEGINS = /(?:Starting compilation in watch mode|File change detected\. Starting incremental compilation)\.\.\.$/;

const lines: LineParser<LintSection> = {
  id: 'tsc',
  form: 'lines',
  commands: ['tsc', 'vue-tsc', 'tsgo', 'ngc'],
  startsWith: [...'0123456789', '[', 'error ', 'warning ', 'File change ', 'Starting '],
  atMargin: true,
  positions: true,
  prefilter: (text) => text.includes('TS') || text.includes('NG') || text.endsWith('...'),
  open: (results) => new TscReader(results),
};

class TscReader extends RunReader {
  #isWatching = false;

  line(text: string): boolean {
    if (text.startsWith(' ')) return this.#isBusy();
    if ((text.includes('TS') || text.includes('NG')) && this.#diagnostic(text)) return true;
    if (text.includes('Found ')) this.#found(text);
    else if (text.endsWith('...') && WATCH_BEGINS.test(text)) this.#compileAgain();
    else if (text !== '' && this.runs.open?.hasFooter && !this.#isWatching) this.runs.interrupt();
    return this.#isBusy();
  }

  #isBusy(): boolean {
    return this.#isWatching || this.runs.open !== null;
  }

  #diagnostic(text: string): boolean {
    const code = CODE.exec(text);
    const place = code === null ? null : readPlace(text.slice(0, code.index));
    if (code === null || place === null) return false;
    const isFirst = this.runs.open === null;
    const run = this.runs.finding({
      path: place.path,
      line: place.line,
      rule: code[2] ?? null,
      severity: code[1] === 'error' ? 'error' : 'warning',
      message: text.slice(code.index + code[0].length),
    });
    run.hasFooter = !place.isPretty && !this.#isWatching && (isFirst || run.hasFooter);
    run.hasHeader ||= place.isPretty;
    return true;
  }

  /** Counts only after diagnostics: other tools print "Found 3 errors." too. In watch mode tsc prints it for 0 errors as well. */
  #found(text: string): void {
    const errors = FOUND.exec(text)?.[1];
    if (errors === undefined || (this.runs.open === null && !this.#isWatching)) return;
    this.runs.extend().close({ errors: Number(errors), warnings: null, total: null });
    if (!this.#isWatching) this.runs.finish();
  }

  /** Each compilation replaces the findings of the one before it. */
  #compileAgain(): void {
    if (this.#isWatching) this.runs.discard();
    this.runs.finish();
    this.#isWatching = true;
    this.runs.extend().hasHeader = true;
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
  return path === undefined || hasPrefix(path) ? null : { path, line: findingLine(line), isPretty: pretty !== null };
}

export const tsc: Linter = {
  id: 'tsc',
  parse: [lines],
  configFiles: /tsconfig[^/]*\.json|jsconfig\.json/,
  suppression: /@ts-(?:ignore|expect-error)/,
  fileSuppression: /@ts-nocheck/,
};
