// `next lint`: ESLint's findings as Next.js prints them. It has no totals.
import type { LineParser } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { errorsAndWarnings, RunReader } from '../shared/delimited-runs.ts';
import { findingLine, splitRule } from '../shared/finding-fields.ts';

const ROW = /^(\d+):\d+ {2}(Error|Warning): /;
const FILE = /^\.{1,2}\//;
const RULE = / {2}([@a-zA-Z][\w@/.-]*)$/;
const CLEAN = '✔ No ESLint warnings or errors';
const CLOSING = /^info {2}- Need to disable some ESLint rules\? /;

export const nextLint: LineParser<LintSection> = {
  id: 'next-lint',
  form: 'lines',
  commands: ['next'],
  startsWith: '123456789✔i',
  open: (results) => new NextLintReader(results),
};

class NextLintReader extends RunReader {
  #path: string | null = null;

  line(text: string): boolean {
    const row = ROW.exec(text);
    if (row !== null) this.#row(text.slice(row[0].length), row);
    else if (text === CLEAN) this.runs.close(errorsAndWarnings(0, 0));
    else if (this.runs.open !== null && CLOSING.test(text)) this.runs.close(null);
    return false;
  }

  #row(rest: string, [, line, level]: RegExpExecArray): void {
    const above = this.results.before(1);
    if (FILE.test(above)) this.#path = above;
    const severity = level === 'Error' ? 'error' : 'warning';
    this.runs.finding({ path: this.#path, line: findingLine(line), severity, ...splitRule(rest, RULE) });
  }
}
