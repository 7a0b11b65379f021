// Remark-lint and its kin (retext, alex), whose common reporter is vfile-reporter.
import type { LintFinding } from '../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { errorsAndWarnings, LintRuns } from './shared/delimited-runs.ts';
import { findingLine } from './shared/finding-line.ts';

const ID = 'remark-lint';
const ROW = /^(?:\s*(\d+):\d+(?:-\d+:\d+)?\s+|\s+)(error|warning|info)\s+(?=\S)/;
/** The last columns are the rule and the plugin. */
const SOURCE = / (?:remark|rehype|retext|recma|alex)(?:-[\w-]+)?$/;
const RULE = / (\S+)$/;
const CLOSING = /^(?:\d+ messages \()?(?=[✖×⚠‼])(?:[✖×] (\d+) errors?)?(?:, )?(?:[⚠‼] (\d+) warnings?)?\)?$/;
/** ESLint's table looks alike until here. */
const FOREIGN_CLOSING = /^\S \d+ problems? \(/;

export const remarkLint: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['remark', 'retext', 'alex'],
  startsWith: [...'0123456789', 'error ', 'warning ', 'info ', '✖', '×', '⚠', '‼'],
  prefilter: (text) => text.includes('error') || text.includes('warning') || text.includes('info'),
  open: (context) => new VfileReader(context),
};

class VfileReader implements LineReader<LintSection> {
  readonly #context: LineContext;
  readonly #runs: LintRuns;
  #path: string | null = null;
  #inTable = false;

  constructor(context: LineContext) {
    this.#context = context;
    this.#runs = new LintRuns(ID, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const row = ROW.exec(text);
    if (row !== null) this.#row(text.slice(row[0].length).trimEnd(), row, lineNumber);
    // Messages may go on over several lines, but not over a blank one.
    else if (!this.#inTable || text === '') this.#outside(text.trimEnd(), lineNumber);
    return this.#inTable;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }

  #row(rest: string, [, line, label]: RegExpExecArray, lineNumber: number): void {
    if (!this.#inTable) this.#file(lineNumber);
    this.#inTable = true;
    this.#runs.at(lineNumber);
    if (label === 'info') return;
    const source = SOURCE.exec(rest);
    const text = source === null ? rest : rest.slice(0, source.index).trimEnd();
    const rule = source === null ? null : RULE.exec(text);
    const finding: LintFinding = {
      path: this.#path,
      line: findingLine(line),
      rule: rule?.[1] ?? null,
      severity: label === 'error' ? 'error' : 'warning',
      message: rule === null ? text : text.slice(0, rule.index).trimEnd(),
    };
    this.#runs.finding(finding, lineNumber);
  }

  /** "readme.md", or "readme.md > out.md: written". */
  #file(lineNumber: number): void {
    const above = this.#context.before(1).trimEnd();
    if (this.#runs.open === null) this.#runs.at(lineNumber - 1);
    this.#path = above === '' || above.startsWith(' ') ? null : above.replace(/(?: > .*)?: written$/, '');
  }

  #outside(text: string, lineNumber: number): void {
    this.#inTable = false;
    const closing = CLOSING.exec(text);
    if (closing !== null && this.#runs.open !== null) this.#runs.close(errorsAndWarnings(closing[1], closing[2]), lineNumber);
    else if (FOREIGN_CLOSING.test(text)) this.#runs.forget();
  }
}
