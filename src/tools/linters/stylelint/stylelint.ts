// Stylelint's table ("string", the default) and its "verbose" form.
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { errorsAndWarnings, RunReader } from '../shared/delimited-runs.ts';
import { findingLine, splitRule } from '../shared/finding-fields.ts';

const ROW = /^(\s+)(?:(\d+):\d+\s+)?([✖×⚠‼])\s{2,}/;
const TOTALS = /^(?:[✖×⚠‼] )?\d+ problems? \((\d+) errors?, (\d+) warnings?\)$/;
const CHECKED = /^(?:\d+ of )?\d+ sources? checked$/;
/** Up to version 14 the sum; from 15 on only printed for 0. */
const FOUND = /^(\d+) problems? found$/;
const RULE = / {2}([@a-zA-Z][\w@/.-]*)$/;
const ERRORS = new Set(['✖', '×']);

export const stylelint: LineParser<LintSection> = {
  id: 'stylelint',
  form: 'lines',
  commands: ['stylelint'],
  startsWith: [...'0123456789', '✖', '×', '⚠', '‼', 'Invalid Option: '],
  open: (results) => new StylelintReader(results),
};

class StylelintReader extends RunReader {
  #path: string | null = null;
  #inTable = false;
  #minIndent = Number.POSITIVE_INFINITY;
  /** The totals were seen; the verbose form repeats them. */
  #hasTotals = false;

  line(text: string): boolean {
    const row = ROW.exec(text);
    // A row without a place must be in a table: other tools write "  × text" too.
    if (row !== null && (row[2] !== undefined || this.#inTable || this.results.before(1).trim() !== '')) {
      this.#row(text.slice(row[0].length).trimEnd(), row);
      return true;
    }
    if (this.#inTable && text.startsWith(' ')) {
      // A terminal wraps long messages.
      this.runs.extend();
      return true;
    }
    this.#inTable = false;
    this.#outside(text.trimEnd());
    return false;
  }

  override end(): void {
    this.#finishOldVersion();
    super.end();
  }

  #row(rest: string, [, indent = '', line, icon = '']: RegExpExecArray): void {
    if (!this.#inTable) this.#file();
    this.#inTable = true;
    this.#hasTotals = false;
    this.#minIndent = Math.min(this.#minIndent, indent.length);
    const { rule, message } = splitRule(rest, RULE);
    const severity = ERRORS.has(icon) ? 'error' : 'warning';
    this.runs.finding({ path: this.#path, line: findingLine(line), rule, severity, message: message.trimEnd() });
  }

  #file(): void {
    const { lineNumber } = this.results;
    const above = this.results.before(1).trimEnd();
    // Between two tables are an empty line and the file's name.
    if (lineNumber - (this.runs.open?.lastLine ?? lineNumber) > 3) {
      this.#finishOldVersion();
      this.runs.interrupt();
    }
    if (this.runs.open === null) this.runs.extend(lineNumber - 1);
    this.#path = above === '' || above.startsWith(' ') ? null : above;
  }

  #outside(text: string): void {
    const totals = TOTALS.exec(text);
    const found = FOUND.exec(text)?.[1];
    // Other tools print the same totals; stylelint prints them right below its table.
    if (totals !== null && this.results.lineNumber - (this.runs.open?.lastLine ?? 0) <= 2) {
      this.runs.close(errorsAndWarnings(totals[1], totals[2]));
      this.#hasTotals = true;
    } else if (CHECKED.test(text)) {
      if (!this.#hasTotals) this.runs.extend().hasHeader = true;
      this.#hasTotals = false;
    } else if (found !== undefined) {
      if (this.runs.open?.hasHeader) this.runs.close({ errors: null, warnings: null, total: Number(found) });
    } else if (text.startsWith('Invalid Option: ')) {
      const run = this.runs.extend();
      run.hasHeader = true;
      run.problems.push(`stylelint: ${text}`);
    }
  }

  /** Up to version 14 there was no closing line; tables indented by one space identify them. */
  #finishOldVersion(): void {
    if (this.runs.open !== null && this.#minIndent === 1) this.runs.open.hasFooter = true;
  }
}
