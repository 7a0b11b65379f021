// Flake8 and those who print like it (pycodestyle, ruff's pylint form): "path:line:column: CODE message".
// There is no closing line; --count adds a number. Codes that begin with W are warnings, all others errors.
import type { LintFinding } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { filePosition, hasCodeBehindPosition, isCaretLine } from './shared/file-position.ts';
import { FindingGroups } from './shared/finding-groups.ts';

const ID = 'flake8';
/** With --show-source the line of code and a caret follow. */
const MAX_GAP = 3;

export const flake8: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['flake8', 'pycodestyle', 'pflake8'],
  startsWith: ['0'],
  positions: true,
  // The number of --count alone is all that is printed where nothing was found.
  prefilter: (text) => text === '0' || hasCodeBehindPosition(text),
  open: ({ shelf }) => new Flake8Reader(shelf),
};

/** "E501 line too long", in the pylint form "[E501] line too long". */
const DIAGNOSTIC = /^(?:([A-Z]{1,8}\d{1,5})|\[([A-Z]{1,8}\d{1,5}|invalid-syntax)\]) (.+)$/;
const STATISTIC = /^\d+ +[A-Z]{1,8}\d{1,5} \S/;
const COUNT = /^\d{1,9}$/;
const GUTTER = /^ +\|/;

class Flake8Reader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  /** The number of --count, while nothing has come after it. */
  #count: { total: number; lineNumber: number } | null = null;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text === '') return false;
    if (this.#groups.lastLine === lineNumber - 1 && this.#appendix(text, lineNumber)) return true;
    const finding = hasCodeBehindPosition(text) ? toFinding(text) : null;
    if (finding === null) return false;
    this.#count = null;
    this.#groups.add(finding, lineNumber);
    return true;
  }

  end(): LintSection[] {
    if (this.#count !== null)
      this.#groups.close({ errors: null, warnings: null, total: this.#count.total }, this.#count.lineNumber);
    // ruff marks what it can mend.
    return this.#groups.end().filter(({ findings }) => !findings.some(({ message }) => message.startsWith('[*] ')));
  }

  /** What flake8 prints below its findings: carets under source, statistics, the count. */
  #appendix(text: string, lineNumber: number): boolean {
    if (COUNT.test(text)) this.#count = { total: Number(text), lineNumber };
    else if (isCaretLine(text) || GUTTER.test(text)) this.#wasNone(lineNumber - 1);
    else if (!STATISTIC.test(text)) return false;
    this.#groups.extend(lineNumber);
    return true;
  }

  /** The caret is below source, and ruff shows source behind a gutter. */
  #wasNone(lineNumber: number): void {
    this.#groups.takeBack(lineNumber);
    this.#count = null;
  }
}

function toFinding(text: string): LintFinding | null {
  const position = filePosition(text);
  if (position === null || position.separator !== ': ') return null;
  const [, code, bracketed, message = ''] = DIAGNOSTIC.exec(position.rest) ?? [];
  const rule = position.column === null ? bracketed : code;
  if (rule === undefined) return null;
  return { path: position.path, line: position.line, rule, severity: rule.startsWith('W') ? 'warning' : 'error', message };
}
