// Yamllint's standard form, a list below each file, and its parsable form. It prints no totals.
import type { LintFinding } from '../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { filePosition } from './shared/file-position.ts';
import { FindingGroups } from './shared/finding-groups.ts';
import { findingLine } from './shared/finding-line.ts';

const ID = 'yamllint';
/** Between the lists stand a blank line and the next path. */
const MAX_GAP = 3;

export const yamllint: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['yamllint'],
  startsWith: '0123456789',
  positions: true,
  prefilter: endsWithBracket,
  open: (context) => new YamllintReader(context),
};

/** "  4:10      error    trailing spaces  (trailing-spaces)" */
const ROW = /^ {2}(\d{1,9}):\d{1,9} {1,20}(error|warning) {1,4}(\S.*?) {1,2}\(([a-z][a-z-]{1,60})\)$/;
/** "[error] trailing spaces (trailing-spaces)", behind its position */
const PARSABLE = /^\[(error|warning)\] (.+) \(([a-z][a-z-]{1,60})\)$/;

function endsWithBracket(text: string): boolean {
  return text.charAt(text.length - 1) === ')';
}

class YamllintReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  readonly #context: LineContext;
  #path: string | null = null;
  #lastRow = 0;

  constructor(context: LineContext) {
    this.#context = context;
    this.#groups = new FindingGroups(ID, MAX_GAP, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('  ')) this.#row(text, lineNumber);
    else if (text.includes(': [')) {
      const position = filePosition(text);
      const [, level, message = '', rule = null] = PARSABLE.exec(position?.rest ?? '') ?? [];
      if (position === null || level === undefined) return false;
      this.#groups.add({ path: position.path, line: position.line, rule, severity: severityOf(level), message }, lineNumber);
    }
    return false;
  }

  end(): LintSection[] {
    return this.#groups.end();
  }

  #row(text: string, lineNumber: number): void {
    const [, line, level, message = '', rule = null] = ROW.exec(text) ?? [];
    if (level === undefined) return;
    if (this.#lastRow !== lineNumber - 1) this.#path = this.#context.before(1);
    this.#lastRow = lineNumber;
    const path = this.#path;
    if (path === null || path === '' || path.startsWith(' ')) return;
    this.#groups.add({ path, line: findingLine(line), rule, severity: severityOf(level), message }, lineNumber);
  }
}

function severityOf(level: string): LintFinding['severity'] {
  return level === 'error' ? 'error' : 'warning';
}
