// cargo-audit's text and its JSON. Warnings (unmaintained, yanked) are not vulnerabilities.

import type { Advisory } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { SecurityRun, SecuritySection } from '../../../parse/section.ts';
import { countMember, member, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import type { Scanner } from '../../tool.ts';
import { severityOfScore } from '../shared/advisories.ts';
import { jsonScanner } from '../shared/json-scanner.ts';
import { cvssBaseScore } from './cvss.ts';

const COMMANDS = ['audit', 'cargo-audit'];
/** "    Scanning Cargo.lock for vulnerabilities (12 crate dependencies)" */
const HEADER = /^ {0,12}Scanning .{1,1000} for vulnerabilities \(\d{1,9} crate dependenc(?:y|ies)\)$/;
const MEMBER = /^(Crate|Version|Warning|Title|ID|Severity): {1,12}(\S.*)$/;
const TOTAL = /^error: (\d{1,9}) vulnerabilit(?:y|ies) found!?$/;

const lines: LineParser<SecuritySection> = {
  id: 'cargo-audit',
  form: 'lines',
  commands: COMMANDS,
  startsWith: 'S',
  open: (results) => new CargoAuditReader(results),
};

const json = jsonScanner({
  id: 'cargo-audit-json',
  commands: COMMANDS,
  accepts: (document) =>
    Array.isArray(member(document, 'vulnerabilities.list')) && typeof member(document, 'vulnerabilities.found') === 'boolean',
  advisories: (document) =>
    recordsMember(document, 'vulnerabilities.list').map((entry) => ({
      id: textMember(entry, 'advisory.id') ?? 'unnamed',
      package: textMember(entry, 'package.name') ?? textMember(entry, 'advisory.package'),
      version: textMember(entry, 'package.version'),
      severity: severityOfScore(cvssBaseScore(textMember(entry, 'advisory.cvss') ?? '') ?? 0),
      title: textMember(entry, 'advisory.title') ?? '',
    })),
  total: (document) => countMember(document, 'vulnerabilities.count'),
});

class CargoAuditReader implements LineReader {
  readonly #results: Results<SecuritySection>;
  #run: SecurityRun | null = null;
  #block = new Map<string, string>();

  constructor(results: Results<SecuritySection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    if (HEADER.test(text)) {
      this.end();
      this.#run = this.#results.beginRun({ hasHeader: true });
    } else if (this.#run !== null) this.#inside(this.#run, text);
    return this.#run !== null;
  }

  /** Without a vulnerability there is no closing line. */
  end(): void {
    if (this.#run === null) return;
    this.#endBlock(this.#run);
    this.#run.hasFooter = this.#run.advisories.length === 0;
    this.#run = null;
  }

  #inside(run: SecurityRun, text: string): void {
    const [, name, value = ''] = MEMBER.exec(text) ?? [];
    const total = TOTAL.exec(text)?.[1];
    if (name === 'Crate') this.#endBlock(run);
    if (name !== undefined) {
      this.#block.set(name, value);
      run.touch();
    } else if (total !== undefined) {
      this.#endBlock(run);
      run.close(Number(total));
      this.#run = null;
    }
  }

  #endBlock({ advisories }: SecurityRun): void {
    const advisory = this.#block.has('Warning') ? null : toAdvisory(this.#block);
    if (advisory !== null) advisories.push(advisory);
    this.#block = new Map();
  }
}

function toAdvisory(block: ReadonlyMap<string, string>): Advisory | null {
  const id = block.get('ID');
  if (id === undefined) return null;
  return {
    id,
    package: block.get('Crate') ?? null,
    version: block.get('Version') ?? null,
    // "7.5 (high)"
    severity: severityOfScore(Number.parseFloat(block.get('Severity') ?? '')),
    title: block.get('Title') ?? '',
  };
}

export const cargoAudit: Scanner = { id: 'cargo-audit', parse: [json, lines] };
