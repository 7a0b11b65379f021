// yamllint's standard form, a list below each file, and its parsable form. It prints no totals.
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { filePosition } from './shared/file-position.ts';
import { findingLine } from './shared/finding-fields.ts';
import { GroupReader } from './shared/finding-groups.ts';

/** An empty line and the next path are between the lists. */
const MAX_GAP = 3;
/** "  4:10      error    trailing spaces  (trailing-spaces)" */
const ROW = /^ {2}(\d{1,9}):\d{1,9} {1,20}(error|warning) {1,4}(\S.*?) {1,2}\(([a-z][a-z-]{1,60})\)$/;
/** "[error] trailing spaces (trailing-spaces)", after its position */
const PARSABLE = /^\[(error|warning)\] (.+) \(([a-z][a-z-]{1,60})\)$/;

export const yamllint: LineParser<LintSection> = {
  id: 'yamllint',
  form: 'lines',
  commands: ['yamllint'],
  startsWith: '0123456789',
  positions: true,
  prefilter: (text) => text.endsWith(')'),
  open: (results) => new YamllintReader(results, MAX_GAP),
};

class YamllintReader extends GroupReader {
  #path: string | null = null;
  #lastRow = 0;

  line(text: string): boolean {
    if (text.startsWith('  ')) this.#row(text);
    else if (text.includes(': [')) {
      const position = filePosition(text);
      if (position !== null) this.#add(position.path, position.line, PARSABLE.exec(position.rest)?.slice(1));
    }
    return false;
  }

  #row(text: string): void {
    const row = ROW.exec(text);
    if (row === null) return;
    const { lineNumber } = this.results;
    if (this.#lastRow !== lineNumber - 1) this.#path = this.results.before(1);
    this.#lastRow = lineNumber;
    const path = this.#path;
    if (path !== null && path !== '' && !path.startsWith(' ')) this.#add(path, findingLine(row[1]), row.slice(2));
  }

  #add(path: string, line: number | null, [level, message = '', rule = '']: readonly string[] = []): void {
    if (level !== undefined) this.groups.add({ path, line, rule, severity: level === 'error' ? 'error' : 'warning', message });
  }
}
