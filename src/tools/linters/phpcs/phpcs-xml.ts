// PHP_CodeSniffer's own XML, which states the errors and warnings of each file.
import type { LintFinding } from '../../../contract/index.ts';
import type { Results, XmlParser, XmlReader } from '../../../parse/parser.ts';
import type { LintRun, LintSection } from '../../../parse/section.ts';
import { appendBounded } from '../../../parse/shared/bounded-text.ts';
import { errorsAndWarnings } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-fields.ts';

type Attributes = Readonly<Record<string, string>>;

interface OpenFile {
  path: string;
  stated: { errors: number; warnings: number };
  errors: number;
  warnings: number;
}

export const phpcsXml: XmlParser<LintSection> = {
  id: 'phpcs-xml',
  form: 'xml',
  commands: ['phpcs'],
  consoles: ['phpcs'],
  roots: ['phpcs'],
  open: (results) => new PhpcsXmlReader(results),
};

class PhpcsXmlReader implements XmlReader {
  readonly #run: LintRun;
  #totals = { errors: 0, warnings: 0 };
  #file: OpenFile | null = null;
  #finding: LintFinding | null = null;

  constructor(results: Results<LintSection>) {
    this.#run = results.beginRun({ hasHeader: true });
  }

  startElement(name: string, attributes: Attributes): void {
    if (name === 'file') this.#file = openFile(attributes);
    else if (name === 'error' || name === 'warning') this.#begin(name, attributes);
  }

  text(text: string): void {
    if (this.#finding !== null) this.#finding.message = appendBounded(this.#finding.message, '', text);
  }

  endElement(name: string): void {
    if (name === 'error' || name === 'warning') this.#finding = null;
    if (name === 'file' && this.#file !== null) this.#close(this.#file);
  }

  end(isWellFormed: boolean): void {
    this.#run.close(errorsAndWarnings(this.#totals.errors, this.#totals.warnings));
    this.#run.hasFooter = isWellFormed;
  }

  #begin(severity: LintFinding['severity'], { line, source }: Attributes): void {
    this.#finding = { path: this.#file?.path ?? null, line: findingLine(line), rule: source ?? null, severity, message: '' };
    this.#run.finding(this.#finding);
    if (this.#file === null) this.#run.problems.push('the report contains a finding without a file');
    else this.#file[severity === 'error' ? 'errors' : 'warnings'] += 1;
  }

  #close({ path, stated, errors, warnings }: OpenFile): void {
    this.#file = null;
    this.#totals.errors += stated.errors;
    this.#totals.warnings += stated.warnings;
    if (stated.errors === errors && stated.warnings === warnings) return;
    this.#run.problems.push(
      `phpcs states ${stated.errors} errors and ${stated.warnings} warnings in ${path}, but lists ${errors} and ${warnings}`,
    );
  }
}

/** A missing or malformed number is NaN, which matches nothing. */
function openFile({ name = '', errors, warnings }: Attributes): OpenFile {
  return { path: name, stated: { errors: Number(errors), warnings: Number(warnings) }, errors: 0, warnings: 0 };
}
