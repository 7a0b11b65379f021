// The table that ESLint prints by default ("stylish"), which oxlint and others took over,
// and ESLint's own failure, which is no clean result.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { errorsAndWarnings, LintRuns } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'eslint-stylish';
const ROW = /^\s+(\d+):\d+\s+(error|warning)\s{2,}/;
const CLOSING = /^✖ \d+ problems? \((\d+) errors?, (\d+) warnings?\)$/;
/** A rule's name stands last, behind two blanks: "no-undef", "@scope/plugin/rule", "eslint(no-undef)". */
const RULE = / {2}([@a-zA-Z][\w@/.-]*(?:\([\w@/.-]+\))?)$/;
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|<)/;
/** Tables of the same look, closed in other words: those of remark and its kin. */
const FOREIGN_CLOSING = /^(?:[✖⚠] \d+ (?:errors?|warnings?)\b|\d+ messages \()/;

export const eslintStylish: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['eslint', 'oxlint', 'eslint_d'],
  startsWith: [...'0123456789', '✖', '⚠', 'Oops! '],
  prefilter: (text) => text.includes('error') || text.includes('warning') || text.startsWith('O'),
  open: (context) => new StylishReader(context),
};

class StylishReader implements LineReader<LintSection> {
  readonly #context: LineContext;
  readonly #runs: LintRuns;
  #path: string | null = null;
  /** The last row, as long as lines of its message may follow. */
  #row: LintFinding | null = null;
  /** Its own line ended without a rule: then the rule stands behind the last line of its message. */
  #owesRule = false;
  /** There was a blank line since: the table is over, or the message has one. */
  #afterBlank = false;

  constructor(context: LineContext) {
    this.#context = context;
    this.#runs = new LintRuns(ID, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const row = ROW.exec(text);
    if (row !== null) {
      this.#finding(text.slice(row[0].length).trimEnd(), row, lineNumber);
      return true;
    }
    if (this.#row !== null && !this.#isOver(text)) {
      this.#continue(this.#row, text);
      return true;
    }
    this.#row = null;
    this.#outside(text, lineNumber);
    return false;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }

  #isOver(text: string): boolean {
    return (
      this.#afterBlank && (ABSOLUTE.test(text) || CLOSING.test(text.trimEnd()) || FOREIGN_CLOSING.test(text) || isCrash(text))
    );
  }

  #continue(row: LintFinding, text: string): void {
    if (text === '') this.#afterBlank = true;
    else if (this.#owesRule) row.rule = RULE.exec(text.trimEnd())?.[1] ?? row.rule;
  }

  #finding(rest: string, [, line, severity]: RegExpExecArray, lineNumber: number): void {
    if (this.#row === null || this.#afterBlank) this.#file(lineNumber);
    this.#afterBlank = false;
    const rule = RULE.exec(rest);
    this.#owesRule = rule === null;
    this.#row = {
      path: this.#path,
      line: findingLine(line),
      rule: rule?.[1] ?? null,
      severity: severity === 'error' ? 'error' : 'warning',
      message: rule === null ? rest : rest.slice(0, rule.index).trimEnd(),
    };
    this.#runs.finding(this.#row, lineNumber);
  }

  /** Above a table stands the file's name, and above that a blank line. A message with a blank line inside looks alike. */
  #file(lineNumber: number): void {
    const above = this.#context.before(1).trimEnd();
    if (this.#runs.open === null) this.#runs.at(lineNumber - 1);
    else if (!ABSOLUTE.test(above) && ABSOLUTE.test(this.#path ?? '')) return;
    this.#path = above === '' || above.startsWith(' ') ? null : above;
  }

  #outside(text: string, lineNumber: number): void {
    const closing = CLOSING.exec(text.trimEnd());
    if (closing !== null) this.#runs.close(errorsAndWarnings(closing[1], closing[2]), lineNumber);
    else if (isCrash(text)) {
      this.#runs.finish();
      this.#runs.broken('ESLint stopped with an error of its own', lineNumber);
    } else if (FOREIGN_CLOSING.test(text)) this.#runs.forget();
  }
}

function isCrash(text: string): boolean {
  return text.startsWith('Oops! Something went wrong!');
}
