// What ruff prints to a console, as linter (full, concise, grouped, statistics) and as formatter (--check).
// All its findings count as errors: ruff has no severities.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { filePosition, hasCodeBehindPosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'ruff';
/** Between two findings stand the source, the help and the fix. */
const MAX_GAP = 60;

export const ruff: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['ruff'],
  startsWith: [...'0123456789', '--> ', 'Found ', 'All checks passed!', 'ruff failed', 'Would reformat: '],
  positions: true,
  open: (context) => new RuffReader(context),
};

/** "F401 [*] message", or by name: "unused-import: [*] message". */
const DIAGNOSTIC = /^(?:([A-Z]{1,8}\d{1,5})|(SyntaxError|[a-z][a-z0-9]*(?:-[a-z0-9]+)*):) (?:\[\*\] )?(.+)$/;
const GROUPED = /^ {2,}(?:cell \d+:)?(\d+):\d+ {1,20}(\S.*)$/;
const ARROW = /^ *--> (.+?)(?::cell \d+)?:(\d+):\d+$/;
const STATISTIC = /^ *(\d+)\t(?:[A-Z]{1,8}\d{1,5}|invalid-syntax)?\t/;
const FOUND = /^Found (\d+) errors?(?: \(\d+ fixed, (\d+) remaining\))?\.$/;
const WOULD_REFORMAT = /^Would reformat: (.+)$/;
const FORMATTED = /^(?:(\d+) files? would be reformatted(?:, )?)?(?:\d+ files? already formatted)?$/;
const PYTHON = /^[^'"()]+\.(?:pyi?|pyw|ipynb|toml|md)$|^-$/;
/** Words that other tools put before a message, and rust's own diagnostics before their arrow. */
const NOT_A_RULE = new Set(['error', 'warning', 'note', 'info', 'help', 'hint', 'debug', 'fatal']);

class RuffReader implements LineReader<LintSection> {
  readonly #context: LineContext;
  readonly #groups: FindingGroups;
  readonly #clean: LintSection[] = [];
  /** The file whose findings the grouped form lists. */
  #file: string | null = null;
  /** Something was seen that flake8, whose findings look alike, does not print. */
  #isCertain = false;
  #isGrouped = false;
  #statistics = 0;

  constructor(context: LineContext) {
    this.#context = context;
    this.#groups = new FindingGroups(ID, MAX_GAP, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const first = text.charCodeAt(0);
    if (first === 32) this.#indented(text, lineNumber);
    else if (first >= 48 && first <= 57) this.#counted(text, lineNumber);
    else if (text.includes(':')) this.#located(text, lineNumber);
    else if (text.startsWith('Found ')) this.#found(text, lineNumber);
    else if (text === 'All checks passed!') this.#noneFound(lineNumber);
    else if (text === 'ruff failed') this.#broken(lineNumber);
    return false;
  }

  end(): LintSection[] {
    // Without its totals, and without a mark of its own, the lines are as likely flake8's.
    const sections = this.#groups.end().filter(({ totals }) => totals !== null || this.#isCertain);
    // Told to be quiet, ruff leaves the totals out; so does an output that was cut. Few use the grouped form at all.
    for (const section of sections) section.hasFooter = section.totals !== null || this.#isGrouped;
    return [...sections, ...this.#clean];
  }

  #located(text: string, lineNumber: number): void {
    const unformatted = text.startsWith('Would reformat: ') ? WOULD_REFORMAT.exec(text)?.[1] : undefined;
    if (unformatted !== undefined) {
      this.#isCertain = true;
      this.#groups.add(unformattedFile(unformatted), lineNumber);
      return;
    }
    // Annotations for CI systems hold the same text.
    if (!hasCodeBehindPosition(text) || text.startsWith('::') || text.startsWith('##')) return;
    const position = filePosition(text.replace(/(\.ipynb):cell \d+(?=:)/, '$1'));
    if (position === null || position.separator !== ': ' || position.column === null) return;
    this.#diagnostic(position.path, position.line, position.rest, lineNumber);
  }

  #indented(text: string, lineNumber: number): void {
    const arrow = text.includes('--> ') ? ARROW.exec(text) : null;
    if (arrow !== null) {
      const heading = this.#context.before(1);
      if (this.#diagnostic(arrow[1] ?? '', findingLine(arrow[2]), heading, lineNumber)) this.#isCertain = true;
      return;
    }
    const grouped = GROUPED.exec(text);
    if (grouped === null) return;
    const above = this.#context.before(1);
    if (above.endsWith(':') && !above.includes(' ')) this.#file = above.slice(0, -1);
    if (this.#file === null) return;
    if (!this.#diagnostic(this.#file, findingLine(grouped[1]), grouped[2] ?? '', lineNumber)) return;
    this.#isCertain = true;
    this.#isGrouped = true;
  }

  #diagnostic(path: string, line: number | null, text: string, lineNumber: number): boolean {
    const [, code, name, message = ''] = DIAGNOSTIC.exec(text) ?? [];
    const rule = code ?? name;
    if (rule === undefined || NOT_A_RULE.has(rule) || !PYTHON.test(path)) return false;
    if (name !== undefined || text.includes(' [*] ')) this.#isCertain = true;
    this.#groups.add({ path, line, rule, severity: 'error', message }, lineNumber);
    return true;
  }

  #counted(text: string, lineNumber: number): void {
    const statistic = STATISTIC.exec(text)?.[1];
    if (statistic !== undefined) this.#statistics += Number(statistic);
    const formatted = text.includes('formatted') ? FORMATTED.exec(text) : null;
    if (formatted !== null) this.#close(Number(formatted[1] ?? 0), lineNumber);
    // A path may start with a digit.
    else if (statistic === undefined && text.includes(':')) this.#located(text, lineNumber);
  }

  /** tsc and others say "Found 3 errors." too: the line counts only behind findings of ruff. */
  #found(text: string, lineNumber: number): void {
    const [, found, remaining] = FOUND.exec(text) ?? [];
    if (found === undefined) return;
    const isRuff = this.#groups.last !== undefined || this.#statistics === Number(found) || remaining !== undefined;
    if (isRuff) this.#close(Number(remaining ?? found), lineNumber);
  }

  #close(total: number, lineNumber: number): void {
    this.#groups.close({ errors: null, warnings: null, total }, lineNumber);
    this.#statistics = 0;
    this.#file = null;
  }

  #noneFound(lineNumber: number): void {
    this.#context.shelf.keepRun(this.#clean, { ...emptyLintSection(ID, lineNumber), hasFooter: true });
  }

  #broken(lineNumber: number): void {
    const problems = ['ruff says that it failed'];
    this.#context.shelf.keepRun(this.#clean, { ...emptyLintSection(ID, lineNumber), hasHeader: true, hasFooter: true, problems });
  }
}

function unformattedFile(path: string): LintFinding {
  return { path, line: null, rule: 'unformatted', severity: 'error', message: 'would be reformatted' };
}
