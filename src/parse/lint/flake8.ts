// flake8 and tools that print like it (pycodestyle, ruff's pylint form): "path:line:column: CODE message".
// There is no closing line; --count adds a number. Codes that start with W are warnings, all others errors.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { filePosition, hasCodeAfterPosition, isCaretLine } from './shared/file-position.ts';
import { GroupReader } from './shared/finding-groups.ts';

/** With --show-source the line of code and a caret follow. */
const MAX_GAP = 3;
/** "E501 line too long", in the pylint form "[E501] line too long". */
const DIAGNOSTIC = /^(?:([A-Z]{1,8}\d{1,5})|\[([A-Z]{1,8}\d{1,5}|invalid-syntax)\]) (.+)$/;
const STATISTIC = /^\d+ +[A-Z]{1,8}\d{1,5} \S/;
const COUNT = /^\d{1,9}$/;
const GUTTER = /^ +\|/;

export const flake8: LineParser<LintSection> = {
  id: 'flake8',
  form: 'lines',
  commands: ['flake8', 'pycodestyle', 'pflake8'],
  startsWith: ['0'],
  positions: true,
  // Without findings, --count prints only this number.
  prefilter: (text) => text === '0' || hasCodeAfterPosition(text),
  open: (results) => new Flake8Reader(results, MAX_GAP),
};

class Flake8Reader extends GroupReader {
  /** The number of --count, while nothing has followed it. */
  #count: { total: number; lineNumber: number } | null = null;

  line(text: string): boolean {
    if (text === '') return false;
    if (this.groups.lastLine === this.results.lineNumber - 1 && this.#appendix(text)) return true;
    const finding = hasCodeAfterPosition(text) ? toFinding(text) : null;
    if (finding === null) return false;
    this.#count = null;
    this.groups.add(finding);
    return true;
  }

  override end(): void {
    if (this.#count !== null)
      this.groups.close({ errors: null, warnings: null, total: this.#count.total }, this.#count.lineNumber);
    super.end();
  }

  /** ruff marks findings that it can fix. */
  protected override accepts({ findings }: LintSection): boolean {
    return !findings.some(({ message }) => message.startsWith('[*] '));
  }

  /** What flake8 prints below its findings: carets under source, statistics, the count. */
  #appendix(text: string): boolean {
    if (COUNT.test(text)) this.#count = { total: Number(text), lineNumber: this.results.lineNumber };
    else if (isCaretLine(text) || GUTTER.test(text)) {
      // The caret is below source, and ruff shows source behind a gutter.
      this.groups.removePrevious();
      this.#count = null;
    } else if (!STATISTIC.test(text)) return false;
    this.groups.extend();
    return true;
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
