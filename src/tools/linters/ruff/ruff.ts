// ruff's console output, as linter (full, concise, grouped, statistics) and as formatter (--check).
// All findings are errors: ruff has no severities.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { CharCode, isDigit } from '../../../parse/shared/characters.ts';
import { filePosition, hasCodeAfterPosition } from '../shared/file-position.ts';
import { findingLine } from '../shared/finding-fields.ts';
import { GroupReader } from '../shared/finding-groups.ts';

/** The source, the help and the fix are between two findings. */
const MAX_GAP = 60;

export const ruff: LineParser<LintSection> = {
  id: 'ruff',
  form: 'lines',
  commands: ['ruff'],
  startsWith: [...'0123456789', '--> ', 'Found ', 'All checks passed!', 'ruff failed', 'Would reformat: '],
  positions: true,
  open: (results) => new RuffReader(results, MAX_GAP),
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
/** Severities, which other tools write in front of a message, and rustc above its arrow. */
const NOT_A_RULE = new Set(['error', 'warning', 'note', 'info', 'help', 'hint', 'debug', 'fatal']);

class RuffReader extends GroupReader {
  /** The file whose findings the grouped form lists. */
  #file: string | null = null;
  /** Something was seen that flake8, whose findings look alike, does not print. */
  #isCertain = false;
  #isGrouped = false;
  #statistics = 0;

  line(text: string): boolean {
    const first = text.charCodeAt(0);
    if (first === CharCode.SPACE) this.#indented(text);
    else if (isDigit(first)) this.#counted(text);
    else if (text.includes(':')) this.#located(text);
    else if (text.startsWith('Found ')) this.#found(text);
    else if (text === 'All checks passed!') this.results.beginRun({ hasFooter: true });
    else if (text === 'ruff failed')
      this.results.beginRun({ hasHeader: true, hasFooter: true, problems: ['ruff reports that it failed'] });
    return false;
  }

  protected override accepts(section: LintSection): boolean {
    // With --quiet ruff prints no totals; truncated output has none either. The grouped form is rarely used.
    section.hasFooter = section.totals !== null || this.#isGrouped;
    // Without totals and without anything that only ruff prints, the lines may be flake8's.
    return section.totals !== null || this.#isCertain;
  }

  #located(text: string): void {
    const unformatted = text.startsWith('Would reformat: ') ? WOULD_REFORMAT.exec(text)?.[1] : undefined;
    if (unformatted !== undefined) {
      this.#isCertain = true;
      this.groups.add(unformattedFile(unformatted));
      return;
    }
    // Annotations for CI systems contain the same text.
    if (!hasCodeAfterPosition(text) || text.startsWith('::') || text.startsWith('##')) return;
    const position = filePosition(text.replace(/(\.ipynb):cell \d+(?=:)/, '$1'));
    if (position === null || position.separator !== ': ' || position.column === null) return;
    this.#diagnostic(position.path, position.line, position.rest);
  }

  #indented(text: string): void {
    const arrow = text.includes('--> ') ? ARROW.exec(text) : null;
    if (arrow !== null) {
      if (this.#diagnostic(arrow[1] ?? '', findingLine(arrow[2]), this.results.before(1))) this.#isCertain = true;
      return;
    }
    const grouped = GROUPED.exec(text);
    if (grouped === null) return;
    const above = this.results.before(1);
    if (above.endsWith(':') && !above.includes(' ')) this.#file = above.slice(0, -1);
    if (this.#file === null) return;
    if (!this.#diagnostic(this.#file, findingLine(grouped[1]), grouped[2] ?? '')) return;
    this.#isCertain = true;
    this.#isGrouped = true;
  }

  #diagnostic(path: string, line: number | null, text: string): boolean {
    const [, code, name, message = ''] = DIAGNOSTIC.exec(text) ?? [];
    const rule = code ?? name;
    if (rule === undefined || NOT_A_RULE.has(rule) || !PYTHON.test(path)) return false;
    if (name !== undefined || text.includes(' [*] ')) this.#isCertain = true;
    this.groups.add({ path, line, rule, severity: 'error', message });
    return true;
  }

  #counted(text: string): void {
    const statistic = STATISTIC.exec(text)?.[1];
    if (statistic !== undefined) this.#statistics += Number(statistic);
    const formatted = text.includes('formatted') ? FORMATTED.exec(text) : null;
    if (formatted !== null) this.#close(Number(formatted[1] ?? 0));
    // A path may start with a digit.
    else if (statistic === undefined && text.includes(':')) this.#located(text);
  }

  /** tsc and others print "Found 3 errors." too: the line counts only after findings of ruff. */
  #found(text: string): void {
    const [, found, remaining] = FOUND.exec(text) ?? [];
    if (found === undefined) return;
    const isRuff = this.groups.last !== undefined || this.#statistics === Number(found) || remaining !== undefined;
    if (isRuff) this.#close(Number(remaining ?? found));
  }

  #close(total: number): void {
    this.groups.close({ errors: null, warnings: null, total });
    this.#statistics = 0;
    this.#file = null;
  }
}

function unformattedFile(path: string): LintFinding {
  return { path, line: null, rule: 'unformatted', severity: 'error', message: 'would be reformatted' };
}
