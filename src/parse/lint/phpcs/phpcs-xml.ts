// PHP_CodeSniffer's own XML, whose files state how many errors and warnings they hold.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { OldXmlReader, XmlParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { extended } from '../../shared/bounded-text.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'phpcs-xml';
type Attributes = Readonly<Record<string, string>>;

interface OpenFile {
  path: string;
  stated: { errors: number; warnings: number };
  errors: number;
  warnings: number;
}

export const phpcsXml: XmlParser<LintSection> = {
  id: ID,
  form: 'xml',
  commands: ['phpcs'],
  consoles: ['phpcs'],
  roots: ['phpcs'],
  openOld: (firstLine, shelf) => new PhpcsXmlReader(firstLine, shelf),
};

class PhpcsXmlReader implements OldXmlReader<LintSection> {
  readonly #shelf: Shelf;
  readonly #section: LintSection;
  #file: OpenFile | null = null;
  #finding: LintFinding | null = null;

  constructor(firstLine: number, shelf: Shelf) {
    this.#shelf = shelf;
    this.#section = { ...emptyLintSection(ID, firstLine), hasHeader: true, totals: { errors: 0, warnings: 0, total: null } };
  }

  startElement(name: string, attributes: Attributes): void {
    if (name === 'file') this.#file = openFile(attributes);
    else if (name === 'error' || name === 'warning') this.#begin(name, attributes);
  }

  text(text: string): void {
    if (this.#finding !== null) this.#finding.message = extended(this.#finding.message, '', text);
  }

  endElement(name: string): void {
    if (name === 'error' || name === 'warning') this.#finding = null;
    if (name === 'file' && this.#file !== null) this.#close(this.#file);
  }

  end(lastLine: number, wellFormed: boolean): LintSection[] {
    return [{ ...this.#section, lastLine, hasFooter: wellFormed }];
  }

  #begin(severity: LintFinding['severity'], { line, source }: Attributes): void {
    this.#finding = { path: this.#file?.path ?? null, line: findingLine(line), rule: source ?? null, severity, message: '' };
    this.#shelf.keepFinding(this.#section.findings, this.#finding);
    if (this.#file === null) this.#section.problems.push('the report holds a finding of no file');
    else this.#file[severity === 'error' ? 'errors' : 'warnings'] += 1;
  }

  #close({ path, stated, errors, warnings }: OpenFile): void {
    this.#file = null;
    const { totals, problems } = this.#section;
    if (totals !== null) {
      totals.errors = (totals.errors ?? 0) + stated.errors;
      totals.warnings = (totals.warnings ?? 0) + stated.warnings;
    }
    if (stated.errors === errors && stated.warnings === warnings) return;
    problems.push(
      `phpcs states ${stated.errors} errors and ${stated.warnings} warnings in ${path}, but lists ${errors} and ${warnings}`,
    );
  }
}

/** What is no number, or missing, agrees with nothing. */
function openFile({ name = '', errors, warnings }: Attributes): OpenFile {
  return { path: name, stated: { errors: Number(errors), warnings: Number(warnings) }, errors: 0, warnings: 0 };
}
