// remark-lint, retext and alex, which share the reporter vfile-reporter.

import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import type { Linter } from '../../tool.ts';
import { errorsAndWarnings, RunReader } from '../shared/delimited-runs.ts';
import { findingLine, splitRule } from '../shared/finding-fields.ts';

const ROW = /^(?:\s*(\d+):\d+(?:-\d+:\d+)?\s+|\s+)(error|warning|info)\s+(?=\S)/;
/** The last columns are the rule and the plugin. */
const SOURCE = / (?:remark|rehype|retext|recma|alex)(?:-[\w-]+)?$/;
const RULE = / (\S+)$/;
const CLOSING = /^(?:\d+ messages \()?(?=[✖×⚠‼])(?:[✖×] (\d+) errors?)?(?:, )?(?:[⚠‼] (\d+) warnings?)?\)?$/;
/** ESLint's table looks the same except for this line. */
const FOREIGN_CLOSING = /^\S \d+ problems? \(/;

const lines: LineParser<LintSection> = {
  id: 'remark-lint',
  form: 'lines',
  commands: ['remark', 'retext', 'alex'],
  startsWith: [...'0123456789', 'error ', 'warning ', 'info ', '✖', '×', '⚠', '‼'],
  prefilter: (text) => text.includes('error') || text.includes('warning') || text.includes('info'),
  open: (results) => new VfileReader(results),
};

class VfileReader extends RunReader {
  #path: string | null = null;
  #inTable = false;

  line(text: string): boolean {
    const row = ROW.exec(text);
    if (row !== null) this.#row(text.slice(row[0].length).trimEnd(), row);
    // A message may continue over several lines, but not over an empty one.
    else if (!this.#inTable || text === '') this.#outside(text.trimEnd());
    return this.#inTable;
  }

  #row(rest: string, [, line, label]: RegExpExecArray): void {
    if (!this.#inTable) this.#file();
    this.#inTable = true;
    this.runs.extend();
    if (label === 'info') return;
    const source = SOURCE.exec(rest);
    const text = source === null ? rest : rest.slice(0, source.index).trimEnd();
    const { rule, message } = source === null ? { rule: null, message: text } : splitRule(text, RULE);
    const severity = label === 'error' ? 'error' : 'warning';
    this.runs.finding({ path: this.#path, line: findingLine(line), rule, severity, message: message.trimEnd() });
  }

  /** "readme.md", or "readme.md > out.md: written". */
  #file(): void {
    const above = this.results.before(1).trimEnd();
    if (this.runs.open === null) this.runs.extend(this.results.lineNumber - 1);
    this.#path = above === '' || above.startsWith(' ') ? null : above.replace(/(?: > .*)?: written$/, '');
  }

  #outside(text: string): void {
    this.#inTable = false;
    const closing = CLOSING.exec(text);
    if (closing !== null && this.runs.open !== null) this.runs.close(errorsAndWarnings(closing[1], closing[2]));
    else if (FOREIGN_CLOSING.test(text)) this.runs.discard();
  }
}

export const remarkLint: Linter = { id: 'remark-lint', parse: [lines] };
