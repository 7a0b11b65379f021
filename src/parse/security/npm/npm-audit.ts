// `npm audit` as it prints for people, npm 7 and later. Its total counts packages, not advisories.
import type { AdvisorySeverity } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../../section.ts';
import { advisorySeverity, distinctAdvisories, idInUrl } from '../shared/advisories.ts';

const ID = 'npm-audit';

export const npmAudit: LineParser<SecuritySection> = {
  id: ID,
  form: 'lines',
  commands: ['npm'],
  startsWith: '#f',
  open: ({ shelf }) => new NpmAuditReader(shelf),
};

/** "lodash  <=4.17.20", two blanks between name and range */
const PACKAGE = /^(\S{1,214}) {2}\S.*$/;
const SEVERITY = /^Severity: (\w{1,10})$/;
const ADVISORY = /^(.{1,1000}) - (https?:\/\/\S{1,300})$/;
const TOTAL = /^(?:found )?(\d{1,9}) (?:\w{1,10} severity )?vulnerabilit(?:y|ies)(?: \(.{1,100}\))?$/;

class NpmAuditReader implements LineReader<SecuritySection> {
  readonly #sections: SecuritySection[] = [];
  #section: SecuritySection | null = null;
  #package: string | null = null;
  #severity: AdvisorySeverity = 'unknown';
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text === '# npm audit report') {
      this.#section = { ...emptySecuritySection(ID, lineNumber), hasHeader: true };
      this.#shelf.keepRun(this.#sections, this.#section);
    } else if (this.#section === null) this.#clean(text, lineNumber);
    else this.#inside(this.#section, text, lineNumber);
    return this.#section !== null;
  }

  end(): SecuritySection[] {
    return this.#sections.map((section) => ({ ...section, advisories: distinctAdvisories(section.advisories) }));
  }

  #clean(text: string, lineNumber: number): void {
    if (text === 'found 0 vulnerabilities')
      this.#shelf.keepRun(this.#sections, { ...emptySecuritySection(ID, lineNumber), hasFooter: true });
  }

  #inside(section: SecuritySection, text: string, lineNumber: number): void {
    section.lastLine = lineNumber;
    const total = TOTAL.exec(text)?.[1];
    if (total !== undefined) {
      section.hasFooter = true;
      const isEmpty = section.advisories.length === 0;
      if (isEmpty !== (Number(total) === 0))
        section.problems.push(`npm audit states ${total} vulnerabilities, which it does not name`);
      this.#section = null;
      return;
    }
    const [, title, url = ''] = ADVISORY.exec(text) ?? [];
    const severity = SEVERITY.exec(text)?.[1];
    const id = idInUrl(url);
    if (severity !== undefined) this.#severity = advisorySeverity(severity);
    else if (title !== undefined && id !== null) {
      const advisory = { id, package: this.#package, version: null, severity: this.#severity, title };
      this.#shelf.keepAdvisory(section.advisories, advisory);
    } else if (PACKAGE.test(text)) {
      this.#package = PACKAGE.exec(text)?.[1] ?? null;
      this.#severity = 'unknown';
    }
  }
}
