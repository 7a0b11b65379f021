// `next lint`, the form in which Next.js prints what ESLint found. It has no totals.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { errorsAndWarnings, LintRuns } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'next-lint';
const ROW = /^(\d+):\d+ {2}(Error|Warning): /;
const FILE = /^\.{1,2}\//;
const RULE = / {2}([@a-zA-Z][\w@/.-]*)$/;
const CLEAN = '✔ No ESLint warnings or errors';
const CLOSING = /^info {2}- Need to disable some ESLint rules\? /;

export const nextLint: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['next'],
  startsWith: '123456789✔i',
  open: (context) => new NextLintReader(context),
};

class NextLintReader implements LineReader<LintSection> {
  readonly #context: LineContext;
  readonly #runs: LintRuns;
  #path: string | null = null;

  constructor(context: LineContext) {
    this.#context = context;
    this.#runs = new LintRuns(ID, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const row = ROW.exec(text);
    const run = this.#runs.open;
    if (row !== null) this.#row(text.slice(row[0].length), row, lineNumber);
    else if (text === CLEAN) this.#runs.close(errorsAndWarnings(0, 0), lineNumber);
    else if (run !== null && CLOSING.test(text)) {
      run.hasFooter = true;
      run.lastLine = lineNumber;
      this.#runs.finish();
    }
    return false;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }

  #row(rest: string, [, line, severity]: RegExpExecArray, lineNumber: number): void {
    const above = this.#context.before(1);
    if (FILE.test(above)) this.#path = above;
    const rule = RULE.exec(rest);
    const finding: LintFinding = {
      path: this.#path,
      line: findingLine(line),
      rule: rule?.[1] ?? null,
      severity: severity === 'Error' ? 'error' : 'warning',
      message: rule === null ? rest : rest.slice(0, rule.index),
    };
    this.#runs.finding(finding, lineNumber);
  }
}
