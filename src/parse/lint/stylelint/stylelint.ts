// Stylelint's table ("string", the default) and its "verbose" form.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { errorsAndWarnings, LintRuns } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'stylelint';
const ROW = /^(\s+)(?:(\d+):\d+\s+)?([✖×⚠‼])\s{2,}/;
const TALLY = /^(?:[✖×⚠‼] )?\d+ problems? \((\d+) errors?, (\d+) warnings?\)$/;
const CHECKED = /^(?:\d+ of )?\d+ sources? checked$/;
/** Up to version 14 the sum of all; from 15 on only for none. */
const FOUND = /^(\d+) problems? found$/;
const RULE = / {2}([@a-zA-Z][\w@/.-]*)$/;
const ERRORS = new Set(['✖', '×']);

export const stylelint: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['stylelint'],
  startsWith: [...'0123456789', '✖', '×', '⚠', '‼', 'Invalid Option: '],
  open: (context) => new StylelintReader(context),
};

class StylelintReader implements LineReader<LintSection> {
  readonly #context: LineContext;
  readonly #runs: LintRuns;
  #path: string | null = null;
  #inTable = false;
  #leastIndent = Number.POSITIVE_INFINITY;
  /** The tally was seen; what the verbose form adds says the same once more. */
  #isTallied = false;

  constructor(context: LineContext) {
    this.#context = context;
    this.#runs = new LintRuns(ID, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const row = ROW.exec(text);
    // Without a place the row must stand in a table: other tools write "  × text" too.
    if (row !== null && (row[2] !== undefined || this.#inTable || this.#context.before(1).trim() !== '')) {
      this.#row(text.slice(row[0].length).trimEnd(), row, lineNumber);
      return true;
    }
    if (this.#inTable && text.startsWith(' ')) {
      // A terminal wraps long messages.
      this.#runs.at(lineNumber);
      return true;
    }
    this.#inTable = false;
    return this.#outside(text.trimEnd(), lineNumber);
  }

  end(): LintSection[] {
    this.#finishOldVersion();
    return this.#runs.end();
  }

  #row(rest: string, [, indent = '', line, icon = '']: RegExpExecArray, lineNumber: number): void {
    if (!this.#inTable) this.#file(lineNumber);
    this.#inTable = true;
    this.#isTallied = false;
    this.#leastIndent = Math.min(this.#leastIndent, indent.length);
    const rule = RULE.exec(rest);
    const finding: LintFinding = {
      path: this.#path,
      line: findingLine(line),
      rule: rule?.[1] ?? null,
      severity: ERRORS.has(icon) ? 'error' : 'warning',
      message: rule === null ? rest : rest.slice(0, rule.index).trimEnd(),
    };
    this.#runs.finding(finding, lineNumber);
  }

  #file(lineNumber: number): void {
    const above = this.#context.before(1).trimEnd();
    const last = this.#runs.open?.lastLine ?? lineNumber;
    // Between two tables stand a blank line and the file's name.
    if (lineNumber - last > 3) {
      this.#finishOldVersion();
      this.#runs.interrupt();
    }
    if (this.#runs.open === null) this.#runs.at(lineNumber - 1);
    this.#path = above === '' || above.startsWith(' ') ? null : above;
  }

  #outside(text: string, lineNumber: number): boolean {
    const tally = TALLY.exec(text);
    // Other tools close their tables in the same words; stylelint does so right behind its own.
    if (tally !== null && lineNumber - (this.#runs.open?.lastLine ?? 0) <= 2) {
      this.#runs.close(errorsAndWarnings(tally[1], tally[2]), lineNumber);
      this.#isTallied = true;
    } else if (CHECKED.test(text)) this.#checked(lineNumber);
    else if (FOUND.test(text)) this.#found(Number(FOUND.exec(text)?.[1]), lineNumber);
    else if (text.startsWith('Invalid Option: ')) this.#invalid(text, lineNumber);
    return false;
  }

  #invalid(text: string, lineNumber: number): void {
    this.#runs.at(lineNumber).hasHeader = true;
    this.#runs.problem(`stylelint: ${text}`);
  }

  #checked(lineNumber: number): void {
    if (!this.#isTallied) this.#runs.at(lineNumber).hasHeader = true;
    this.#isTallied = false;
  }

  #found(total: number, lineNumber: number): void {
    if (this.#runs.open?.hasHeader) this.#runs.close({ errors: null, warnings: null, total }, lineNumber);
  }

  /** Up to version 14 there was no closing line; what tells them is that their tables are indented by one blank. */
  #finishOldVersion(): void {
    const run = this.#runs.open;
    if (run !== null && this.#leastIndent === 1) run.hasFooter = true;
  }
}
