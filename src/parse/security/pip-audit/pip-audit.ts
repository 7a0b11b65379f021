// `pip-audit` as it prints for people: a total, then a table whose columns are told by its dashes.
import type { Advisory } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../../section.ts';

const ID = 'pip-audit';

export const pipAudit: LineParser<SecuritySection> = {
  id: ID,
  form: 'lines',
  commands: ['pip-audit', 'pip_audit'],
  startsWith: 'FN',
  open: ({ shelf }) => new PipAuditReader(shelf),
};

const FOUND = /^Found (\d{1,9}) known vulnerabilit(?:y|ies)(?:, ignored \d{1,9})? in \d{1,9} packages?/;
const CLEAN = /^No known vulnerabilities found/;
const DASHES = /^-{4,}(?: -{2,}){2,6}$/;

class PipAuditReader implements LineReader<SecuritySection> {
  readonly #sections: SecuritySection[] = [];
  #section: SecuritySection | null = null;
  /** Where each column begins; empty above the dashes. */
  #columns: number[] = [];
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    const found = FOUND.exec(text)?.[1];
    if (found !== undefined) {
      this.#columns = [];
      this.#section = { ...emptySecuritySection(ID, lineNumber), hasHeader: true, total: Number(found) };
      this.#shelf.keepRun(this.#sections, this.#section);
    } else if (CLEAN.test(text))
      this.#shelf.keepRun(this.#sections, { ...emptySecuritySection(ID, lineNumber), hasFooter: true });
    else if (this.#section !== null) this.#inside(this.#section, text, lineNumber);
    return this.#section !== null;
  }

  end(): SecuritySection[] {
    return this.#sections;
  }

  #inside(section: SecuritySection, text: string, lineNumber: number): void {
    if (this.#columns.length === 0) {
      if (DASHES.test(text.trim())) this.#columns = [...text.matchAll(/-+/g)].map(({ index }) => index);
      return;
    }
    section.lastLine = lineNumber;
    const advisory = toAdvisory(this.#columns.map((from, column) => text.slice(from, this.#columns[column + 1]).trim()));
    if (advisory !== null) this.#shelf.keepAdvisory(section.advisories, advisory);
    section.hasFooter = section.advisories.length >= (section.total ?? 0);
    if (advisory === null || section.hasFooter) this.#section = null;
  }
}

function toAdvisory([name = '', version = '', id = '']: readonly string[]): Advisory | null {
  return id === '' || name === '' ? null : { id, package: name, version, severity: 'unknown', title: '' };
}
