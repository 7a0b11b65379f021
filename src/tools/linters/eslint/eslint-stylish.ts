// ESLint's default table ("stylish"), which oxlint and others adopted, and ESLint's own failure, which is not a clean result.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { errorsAndWarnings, RunReader } from '../shared/delimited-runs.ts';
import { findingLine, splitRule } from '../shared/finding-fields.ts';

const ROW = /^\s+(\d+):\d+\s+(error|warning)\s{2,}/;
const CLOSING = /^✖ \d+ problems? \((\d+) errors?, (\d+) warnings?\)$/;
/** The rule is last, after two spaces: "no-undef", "@scope/plugin/rule", "eslint(no-undef)". */
const RULE = / {2}([@a-zA-Z][\w@/.-]*(?:\([\w@/.-]+\))?)$/;
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|<)/;
/** The closing lines of similar tables: those of remark and retext. */
const FOREIGN_CLOSING = /^(?:[✖⚠] \d+ (?:errors?|warnings?)\b|\d+ messages \()/;

export const eslintStylish: LineParser<LintSection> = {
  id: 'eslint-stylish',
  form: 'lines',
  commands: ['eslint', 'oxlint', 'eslint_d'],
  startsWith: [...'0123456789', '✖', '⚠', 'Oops! '],
  prefilter: (text) => text.includes('error') || text.includes('warning') || text.startsWith('O'),
  open: (results) => new StylishReader(results),
};

class StylishReader extends RunReader {
  #path: string | null = null;
  /** The last row, as long as lines of its message may follow. */
  #row: LintFinding | null = null;
  /** Its own line ended without a rule, so the rule is after the last line of its message. */
  #awaitsRule = false;
  /** An empty line followed: the table is over, or the message contains one. */
  #afterEmptyLine = false;

  line(text: string): boolean {
    const row = ROW.exec(text);
    if (row !== null) {
      this.#finding(text.slice(row[0].length).trimEnd(), row);
      return true;
    }
    if (this.#row !== null && !this.#isOver(text)) {
      if (text === '') this.#afterEmptyLine = true;
      else if (this.#awaitsRule) this.#row.rule = RULE.exec(text.trimEnd())?.[1] ?? this.#row.rule;
      return true;
    }
    this.#row = null;
    this.#outside(text);
    return false;
  }

  #isOver(text: string): boolean {
    if (!this.#afterEmptyLine) return false;
    return ABSOLUTE.test(text) || CLOSING.test(text.trimEnd()) || FOREIGN_CLOSING.test(text) || isCrash(text);
  }

  #finding(rest: string, [, line, severity]: RegExpExecArray): void {
    if (this.#row === null || this.#afterEmptyLine) this.#file();
    this.#afterEmptyLine = false;
    const { rule, message } = splitRule(rest, RULE);
    this.#awaitsRule = rule === null;
    this.#row = {
      path: this.#path,
      line: findingLine(line),
      rule,
      severity: severity === 'error' ? 'error' : 'warning',
      message: message.trimEnd(),
    };
    this.runs.finding(this.#row);
  }

  /** The file's name is above a table, and an empty line above that. A message with an empty line inside looks the same. */
  #file(): void {
    const above = this.results.before(1).trimEnd();
    if (this.runs.open === null) this.runs.extend(this.results.lineNumber - 1);
    else if (!ABSOLUTE.test(above) && ABSOLUTE.test(this.#path ?? '')) return;
    this.#path = above === '' || above.startsWith(' ') ? null : above;
  }

  #outside(text: string): void {
    const closing = CLOSING.exec(text.trimEnd());
    if (closing !== null) this.runs.close(errorsAndWarnings(closing[1], closing[2]));
    else if (isCrash(text)) {
      this.runs.finish();
      this.runs.fail('ESLint stopped with an error of its own');
    } else if (FOREIGN_CLOSING.test(text)) this.runs.discard();
  }
}

function isCrash(text: string): boolean {
  return text.startsWith('Oops! Something went wrong!');
}
