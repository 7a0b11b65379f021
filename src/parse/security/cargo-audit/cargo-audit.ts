// `cargo audit` as it prints for people. Blocks marked as warnings are no vulnerabilities.
import type { Advisory } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../../section.ts';
import { severityOfScore } from '../shared/advisories.ts';

const ID = 'cargo-audit';

export const cargoAudit: LineParser<SecuritySection> = {
  id: ID,
  form: 'lines',
  commands: ['audit', 'cargo-audit'],
  startsWith: 'S',
  open: ({ shelf }) => new CargoAuditReader(shelf),
};

/** "    Scanning Cargo.lock for vulnerabilities (12 crate dependencies)" */
const HEADER = /^ {0,12}Scanning .{1,1000} for vulnerabilities \(\d{1,9} crate dependenc(?:y|ies)\)$/;
const MEMBER = /^(Crate|Version|Warning|Title|ID|Severity): {1,12}(\S.*)$/;
const TOTAL = /^error: (\d{1,9}) vulnerabilit(?:y|ies) found!?$/;

class CargoAuditReader implements LineReader<SecuritySection> {
  readonly #sections: SecuritySection[] = [];
  #section: SecuritySection | null = null;
  #block = new Map<string, string>();
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (HEADER.test(text)) this.#begin(lineNumber);
    else if (this.#section !== null) this.#inside(this.#section, text, lineNumber);
    return this.#section !== null;
  }

  end(): SecuritySection[] {
    this.#finish();
    return this.#sections;
  }

  #begin(lineNumber: number): void {
    this.#finish();
    this.#section = { ...emptySecuritySection(ID, lineNumber), hasHeader: true };
    this.#shelf.keepRun(this.#sections, this.#section);
  }

  #inside(section: SecuritySection, text: string, lineNumber: number): void {
    const [, name, value = ''] = MEMBER.exec(text) ?? [];
    const total = TOTAL.exec(text)?.[1];
    if (name === 'Crate') this.#endBlock(section);
    if (name !== undefined) {
      this.#block.set(name, value);
      section.lastLine = lineNumber;
    } else if (total !== undefined) {
      this.#endBlock(section);
      section.total = Number(total);
      section.hasFooter = true;
      section.lastLine = lineNumber;
      this.#section = null;
    }
  }

  #endBlock(section: SecuritySection): void {
    const advisory = this.#block.has('Warning') ? null : toAdvisory(this.#block);
    if (advisory !== null) this.#shelf.keepAdvisory(section.advisories, advisory);
    this.#block = new Map();
  }

  /** Without a vulnerability nothing closes the report. */
  #finish(): void {
    if (this.#section === null) return;
    this.#endBlock(this.#section);
    this.#section.hasFooter = this.#section.advisories.length === 0;
    this.#section = null;
  }
}

function toAdvisory(block: ReadonlyMap<string, string>): Advisory | null {
  const id = block.get('ID');
  if (id === undefined) return null;
  // "7.5 (high)"
  const severity = severityOfScore(Number.parseFloat(block.get('Severity') ?? ''));
  return {
    id,
    package: block.get('Crate') ?? null,
    version: block.get('Version') ?? null,
    severity,
    title: block.get('Title') ?? '',
  };
}
