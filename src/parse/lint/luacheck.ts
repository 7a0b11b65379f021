// Luacheck's default form: a status and the findings of each file, then totals.
import type { LintFinding } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyLintSection, type LintSection } from '../section.ts';
import { filePosition } from './shared/file-position.ts';

const ID = 'luacheck';

export const luacheck: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['luacheck'],
  startsWith: ['Checking ', 'Total: '],
  open: ({ shelf }) => new LuacheckReader(shelf),
};

/** Behind the path, which is filled up with blanks. */
const STATUS =
  / (?:OK|(I\/O error|Fatal error|Runtime error)|(\d{1,9}) warnings?(?: \/ (\d{1,9}) errors?)?|(\d{1,9}) errors?|(Syntax) error)$/;
const TOTAL = /^Total: (\d{1,9}) warnings? \/ (\d{1,9}) errors? in \d{1,9} files?(, couldn't check \d{1,9} files?)?$/;
const CODE = /^\(([WE])(\d{3})\) (.*)$/;
/** Of a file with both kinds, these are its errors; one that does not parse has no warnings. */
const INLINE_OPTION_ERROR = /inline option|^unpaired /;

class LuacheckReader implements LineReader<LintSection> {
  readonly #sections: LintSection[] = [];
  #section: LintSection | null = null;
  /** What the status line says about the file: all findings have one severity, or both occur. */
  #fileSeverity: LintFinding['severity'] | 'mixed' = 'mixed';
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('Checking ')) this.#status(text, lineNumber);
    else if (text.startsWith('Total: ')) this.#total(text, lineNumber);
    else if (this.#section !== null && text.startsWith('    ')) this.#finding(this.#section, text.slice(4), lineNumber);
    return this.#section !== null;
  }

  end(): LintSection[] {
    return this.#sections;
  }

  #status(text: string, lineNumber: number): void {
    const status = STATUS.exec(text);
    if (status === null) return;
    const path = text.slice('Checking '.length, status.index).trim();
    const [, failure, warnings, errors = status[4] ?? status[5]] = status;
    if (this.#section === null) {
      this.#section = { ...emptyLintSection(ID, lineNumber), hasHeader: true };
      this.#shelf.keepRun(this.#sections, this.#section);
    }
    this.#section.lastLine = lineNumber;
    if (failure !== undefined) this.#shelf.keepText(this.#section.problems, `luacheck could not check ${path}`);
    this.#fileSeverity = errors === undefined ? 'warning' : warnings === undefined ? 'error' : 'mixed';
  }

  #finding(section: LintSection, text: string, lineNumber: number): void {
    const position = filePosition(text);
    if (position === null || position.column === null) return;
    const [, letter, digits, plain] = CODE.exec(position.rest) ?? [];
    const message = plain ?? position.rest;
    const rule = letter === undefined ? null : `${letter}${digits}`;
    const severity = this.#severity(letter, message);
    this.#shelf.keepFinding(section.findings, { path: position.path, line: position.line, rule, severity, message });
    section.lastLine = lineNumber;
  }

  #severity(letter: string | undefined, message: string): LintFinding['severity'] {
    if (letter !== undefined) return letter === 'E' ? 'error' : 'warning';
    if (this.#fileSeverity !== 'mixed') return this.#fileSeverity;
    return INLINE_OPTION_ERROR.test(message) ? 'error' : 'warning';
  }

  #total(text: string, lineNumber: number): void {
    const [, warnings, errors, failure] = TOTAL.exec(text) ?? [];
    if (warnings === undefined) return;
    const section = this.#section ?? emptyLintSection(ID, lineNumber);
    if (this.#section === null) this.#shelf.keepRun(this.#sections, section);
    if (failure !== undefined && section.problems.length === 0) section.problems.push('luacheck could not check some files');
    section.totals = { errors: Number(errors), warnings: Number(warnings), total: null };
    section.hasFooter = true;
    section.lastLine = lineNumber;
    this.#section = null;
  }
}
