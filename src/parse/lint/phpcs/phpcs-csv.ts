// PHP_CodeSniffer's CSV, known by its line of column names.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'phpcs-csv';
const COLUMNS = 'File,Line,Column,Type,Message,Source,Severity,Fixable';

export const phpcsCsv: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['phpcs'],
  startsWith: [COLUMNS],
  open: ({ shelf }) => new PhpcsCsvReader(shelf),
};

class PhpcsCsvReader implements LineReader<LintSection> {
  readonly #sections: LintSection[] = [];
  #section: LintSection | null = null;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text === COLUMNS) {
      this.#section = { ...emptyLintSection(ID, lineNumber), hasHeader: true, hasFooter: true };
      this.#shelf.keepRun(this.#sections, this.#section);
      return true;
    }
    const finding = this.#section === null || !text.startsWith('"') ? null : toFinding(fieldsOf(text));
    if (this.#section === null || finding === null) {
      this.#section = null;
      return false;
    }
    this.#shelf.keepFinding(this.#section.findings, finding);
    this.#section.lastLine = lineNumber;
    return true;
  }

  end(): LintSection[] {
    return this.#sections;
  }
}

const FIELD = /("(?:[^"\\]|\\.|"")*"|[^,"]*)(?:,|$)/y;

function fieldsOf(text: string): string[] {
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < text.length) {
    const field = FIELD.exec(text)?.[1];
    if (field === undefined) return [];
    fields.push(field.startsWith('"') ? field.slice(1, -1).replace(/\\(["\\])|""/g, (_, escaped) => escaped ?? '"') : field);
  }
  return fields;
}

function toFinding(fields: readonly string[]): LintFinding | null {
  const [path = null, line, , type, message = '', rule = null] = fields;
  if (type !== 'error' && type !== 'warning') return null;
  return { path, line: findingLine(line), rule, severity: type, message };
}
