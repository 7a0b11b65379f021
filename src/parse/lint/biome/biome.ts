// What biome prints on the console, by default, with --reporter=summary and with --reporter=concise.
// Diagnostics and the closing lines may come in either order: up to 2.0 they went to different streams.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { LintRuns } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'biome';
/** Ends every header: "a.js:1:5 lint/style/useConst  FIXABLE  ━━━━━". */
const RULER = 0x2501;
const PLACE = /^(.*):(\d+):\d+$/;
const CHECKED = /^(?:Checked|Compared|Formatted|Fixed) \d+ file(s?|\(s\)) in [\d.]+ ?(?:ns|µs|ms|s|m|h)/;
const FOUND = /^Found (\d+) (error|warning|info)(?:s|\(s\))?\.?$/;
/** Other lines that may stand between "Checked" and "Found". */
const BESIDE_FOUND = /^(?:Skipped|Suggested fixes skipped|If you wish|Diagnostics not shown|The number of) ?/;
const MESSAGE = /^ {2}([×✖!⚠iℹ]) (.*)$/;
const CONCISE = /^([×✖!⚠iℹ]) (.+?): ([a-zA-Z][\w-]*(?:\/[\w-]+)*): (.*)$/;
/** `biome check` counts it among the errors, `biome format` does not. */
const NOT_ALWAYS_COUNTED = /^(?:Code formatting aborted due to parsing errors|Format with errors is disabled)/;
/** How far below the totals the last diagnostic stands at most: a header, and blank lines around it. */
const LAST_WORD_BELOW = 4;
/** The last diagnostic, which only says that there were others. */
const LAST_WORD = /^Some (?:errors|warnings) were emitted while /;

type Icon = 'error' | 'warning' | 'info';
const ICONS: Record<string, Icon> = { '×': 'error', '✖': 'error', '!': 'warning', '⚠': 'warning', i: 'info', ℹ: 'info' };

interface Header {
  path: string | null;
  line: number | null;
  category: string;
}

export const biome: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['biome', '@biomejs/biome'],
  startsWith: null,
  prefilter: (text) =>
    text.charCodeAt(text.length - 1) === RULER || isConcise(text) || text.startsWith('C') || text.startsWith('F'),
  open: ({ shelf }) => new BiomeReader(shelf),
};

function isConcise(text: string): boolean {
  return text.charAt(1) === ' ' && text.charAt(0) in ICONS;
}

class BiomeReader implements LineReader<LintSection> {
  readonly #runs: LintRuns;
  readonly #shelf: Shelf;
  /** A header whose message is still to come. */
  #header: Header | null = null;
  #inTotals = false;
  #uncounted: LintFinding[] = [];
  /** Whether diagnostics came before the totals, so that none of the same run come behind them. */
  #hadDiagnostics = false;
  #listed = { error: 0, warning: 0 };

  constructor(shelf: Shelf) {
    this.#runs = new LintRuns(ID, shelf);
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (this.#header !== null) return this.#message(this.#header, text, lineNumber);
    if (text.charCodeAt(text.length - 1) === RULER) {
      this.#inTotals = false;
      this.#header = readHeader(text);
      return this.#header !== null;
    }
    const first = text.charAt(0);
    if (this.#inTotals) this.#total(text, lineNumber);
    if ((first === 'C' || first === 'F') && CHECKED.test(text)) this.#checked(text, lineNumber);
    else if (isConcise(text)) this.#concise(text, lineNumber);
    return this.#inTotals;
  }

  end(): LintSection[] {
    this.#finish();
    return this.#runs.end();
  }

  #finish(): void {
    const run = this.#runs.open;
    if (run !== null && this.#listed.error + this.#uncounted.length <= (run.totals?.errors ?? 0)) {
      for (const finding of this.#uncounted) run.findings.push(finding);
    }
    this.#uncounted = [];
    this.#listed = { error: 0, warning: 0 };
    this.#runs.finish();
  }

  #message(header: Header, text: string, lineNumber: number): boolean {
    if (text.trim() === '') return true;
    this.#header = null;
    const [, icon = '', message = ''] = MESSAGE.exec(text) ?? [];
    const kind = ICONS[icon];
    if (kind !== undefined) this.#diagnostic(header, kind, message, lineNumber);
    return false;
  }

  #concise(text: string, lineNumber: number): void {
    const [, icon = '', where = '', category, message = ''] = CONCISE.exec(text) ?? [];
    const kind = ICONS[icon];
    if (category !== undefined && kind !== undefined)
      this.#diagnostic({ ...readPlace(where), category }, kind, message, lineNumber);
  }

  #diagnostic(header: Header, kind: Icon, message: string, lineNumber: number): void {
    if (header.path === null && (LAST_WORD.test(message) || this.#runs.open?.hasFooter)) {
      if (kind === 'error') this.#lastWord(message, lineNumber);
      return;
    }
    if (kind === 'info') return;
    const finding: LintFinding = { path: header.path, line: header.line, rule: header.category, severity: kind, message };
    if (this.#isFull(kind) && !NOT_ALWAYS_COUNTED.test(message)) this.#finish();
    const run = this.#runs.at(lineNumber);
    run.hasHeader = true;
    if (NOT_ALWAYS_COUNTED.test(message)) this.#shelf.keepFinding(this.#uncounted, finding);
    else {
      this.#shelf.keepFinding(run.findings, finding);
      this.#listed[kind] += 1;
    }
  }

  /** A closed run that has no room for another diagnostic is over, and the next has begun. */
  #isFull(kind: LintFinding['severity']): boolean {
    const run = this.#runs.open;
    if (run === null || !run.hasFooter) return false;
    if (this.#hadDiagnostics) return true;
    const stated = kind === 'error' ? run.totals?.errors : run.totals?.warnings;
    return this.#listed[kind] >= (stated ?? Number.POSITIVE_INFINITY);
  }

  #lastWord(message: string, lineNumber: number): void {
    const run = this.#runs.open;
    // Reports and annotations are followed by it too, and have no run here; one before them is another.
    if (run === null || lineNumber - run.lastLine > LAST_WORD_BELOW) return;
    run.lastLine = lineNumber;
    const found = (run.totals?.errors ?? 0) + (run.totals?.warnings ?? 0) + run.findings.length;
    if (found === 0 || !LAST_WORD.test(message)) this.#shelf.keepText(run.problems, `biome says: ${message}`);
  }

  #checked(text: string, lineNumber: number): void {
    if (this.#runs.open?.hasFooter) this.#finish();
    const run = this.#runs.at(lineNumber);
    this.#hadDiagnostics = run.findings.length > 0;
    run.hasHeader = true;
    run.hasFooter = true;
    // Before 1.6 ("4 file(s)") it did not count warnings.
    run.totals = { errors: 0, warnings: CHECKED.exec(text)?.[1] === '(s)' ? null : 0, total: null };
    this.#inTotals = true;
  }

  #total(text: string, lineNumber: number): void {
    const [, count, kind] = FOUND.exec(text) ?? [];
    const run = this.#runs.open;
    if (kind === undefined || run === null || run.totals === null) {
      this.#inTotals = BESIDE_FOUND.test(text);
      return;
    }
    run.lastLine = lineNumber;
    if (kind === 'error') run.totals.errors = Number(count);
    else if (kind === 'warning') run.totals.warnings = Number(count);
  }
}

/** Behind the category there may be tags in capitals. */
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
