// biome's console output: the default, --reporter=summary and --reporter=concise.
// Diagnostics and totals may come in either order: up to 2.0 they went to different streams.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { RunReader } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-fields.ts';

/** Ends every header: "a.js:1:5 lint/style/useConst  FIXABLE  ━━━━━". */
const RULER = 0x2501;
const PLACE = /^(.*):(\d+):\d+$/;
const CHECKED = /^(?:Checked|Compared|Formatted|Fixed) \d+ file(s?|\(s\)) in [\d.]+ ?(?:ns|µs|ms|s|m|h)/;
const FOUND = /^Found (\d+) (error|warning|info)(?:s|\(s\))?\.?$/;
/** Other lines between "Checked" and "Found". */
const AMONG_TOTALS = /^(?:Skipped|Suggested fixes skipped|If you wish|Diagnostics not shown|The number of) ?/;
const MESSAGE = /^ {2}([×✖!⚠iℹ]) (.*)$/;
const CONCISE = /^([×✖!⚠iℹ]) (.+?): ([a-zA-Z][\w-]*(?:\/[\w-]+)*): (.*)$/;
/** `biome check` counts it among the errors, `biome format` does not. */
export const NOT_ALWAYS_COUNTED = /^(?:Code formatting aborted due to parsing errors|Format with errors is disabled)/;
/** Between the totals and the final diagnostic: a header, and empty lines around it. */
const MAX_FINAL_DISTANCE = 4;
/** The final diagnostic, which only says that there were others. */
const FINAL = /^Some (?:errors|warnings) were emitted while /;

type Icon = 'error' | 'warning' | 'info';
const ICONS: Record<string, Icon> = { '×': 'error', '✖': 'error', '!': 'warning', '⚠': 'warning', i: 'info', ℹ: 'info' };

interface Header {
  path: string | null;
  line: number | null;
  category: string;
}

export const biome: LineParser<LintSection> = {
  id: 'biome',
  form: 'lines',
  commands: ['biome', '@biomejs/biome'],
  startsWith: null,
  prefilter: (text) =>
    text.charCodeAt(text.length - 1) === RULER || isConcise(text) || text.startsWith('C') || text.startsWith('F'),
  open: (results) => new BiomeReader(results),
};

function isConcise(text: string): boolean {
  return text.charAt(1) === ' ' && text.charAt(0) in ICONS;
}

class BiomeReader extends RunReader {
  /** A header whose message is still to come. */
  #header: Header | null = null;
  #inTotals = false;
  readonly #uncounted = this.results.list<LintFinding>();
  /** Whether diagnostics came before the totals, so that none of the same run follow. */
  #hadDiagnostics = false;
  #listed = { error: 0, warning: 0 };

  line(text: string): boolean {
    if (this.#header !== null) return this.#message(this.#header, text);
    if (text.charCodeAt(text.length - 1) === RULER) {
      this.#inTotals = false;
      this.#header = readHeader(text);
      return this.#header !== null;
    }
    const first = text.charAt(0);
    if (this.#inTotals) this.#total(text);
    if ((first === 'C' || first === 'F') && CHECKED.test(text)) this.#checked(text);
    else if (isConcise(text)) this.#concise(text);
    return this.#inTotals;
  }

  override end(): void {
    this.#finish();
  }

  #finish(): void {
    const run = this.runs.open;
    if (run !== null && this.#listed.error + this.#uncounted.length <= (run.totals?.errors ?? 0)) {
      run.findings = [...run.findings, ...this.#uncounted];
    }
    this.#uncounted.length = 0;
    this.#listed = { error: 0, warning: 0 };
    this.runs.finish();
  }

  #message(header: Header, text: string): boolean {
    if (text.trim() === '') return true;
    this.#header = null;
    const [, icon = '', message = ''] = MESSAGE.exec(text) ?? [];
    const kind = ICONS[icon];
    if (kind !== undefined) this.#diagnostic(header, kind, message);
    return false;
  }

  #concise(text: string): void {
    const [, icon = '', where = '', category, message = ''] = CONCISE.exec(text) ?? [];
    const kind = ICONS[icon];
    if (category !== undefined && kind !== undefined) this.#diagnostic({ ...readPlace(where), category }, kind, message);
  }

  #diagnostic({ path, line, category }: Header, kind: Icon, message: string): void {
    if (path === null && (FINAL.test(message) || this.runs.open?.hasFooter)) {
      if (kind === 'error') this.#final(message);
      return;
    }
    if (kind === 'info') return;
    const isUncounted = NOT_ALWAYS_COUNTED.test(message);
    if (this.#isFull(kind) && !isUncounted) this.#finish();
    const run = this.runs.extend();
    run.hasHeader = true;
    (isUncounted ? this.#uncounted : run.findings).push({ path, line, rule: category, severity: kind, message });
    if (!isUncounted) this.#listed[kind] += 1;
  }

  /** A run whose totals have no room for another diagnostic is over, and the next has begun. */
  #isFull(kind: LintFinding['severity']): boolean {
    const run = this.runs.open;
    if (run === null || !run.hasFooter) return false;
    if (this.#hadDiagnostics) return true;
    const stated = kind === 'error' ? run.totals?.errors : run.totals?.warnings;
    return this.#listed[kind] >= (stated ?? Number.POSITIVE_INFINITY);
  }

  #final(message: string): void {
    const run = this.runs.open;
    // It also follows reports and annotations, which have no run here; a run far above is another one.
    if (run === null || this.results.lineNumber - run.lastLine > MAX_FINAL_DISTANCE) return;
    run.touch();
    const found = (run.totals?.errors ?? 0) + (run.totals?.warnings ?? 0) + run.findings.length;
    if (found === 0 || !FINAL.test(message)) run.problems.push(`biome says: ${message}`);
  }

  #checked(text: string): void {
    if (this.runs.open?.hasFooter) this.#finish();
    const run = this.runs.extend();
    this.#hadDiagnostics = run.findings.length > 0;
    run.hasHeader = true;
    // Before 1.6 ("4 file(s)") it did not count warnings.
    run.close({ errors: 0, warnings: CHECKED.exec(text)?.[1] === '(s)' ? null : 0, total: null });
    this.#inTotals = true;
  }

  #total(text: string): void {
    const [, count, kind] = FOUND.exec(text) ?? [];
    const run = this.runs.open;
    if (kind === undefined || run === null || run.totals === null) {
      this.#inTotals = AMONG_TOTALS.test(text);
      return;
    }
    run.touch();
    if (kind === 'error') run.totals.errors = Number(count);
    else if (kind === 'warning') run.totals.warnings = Number(count);
  }
}

/** Tags in capitals may follow the category. */
function readHeader(text: string): Header | null {
  const words = text.replace(/ *━+$/, '').split(' ');
  while (words.length > 1 && /^[A-Z]*$/.test(words.at(-1) ?? '')) words.pop();
  const category = words.pop() ?? '';
  if (!/^[a-zA-Z][\w-]*(?:\/[\w-]+)*$/.test(category)) return null;
  if (category.startsWith('reporter/')) return null;
  return { ...readPlace(words.join(' ')), category };
}

function readPlace(where: string): { path: string | null; line: number | null } {
  const place = PLACE.exec(where);
  if (place !== null) return { path: place[1] ?? null, line: findingLine(place[2]) };
  return { path: where === '' ? null : where, line: null };
}
