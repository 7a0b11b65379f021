// `yarn audit --json` of yarn 1: one line for every path to an advisory, then a summary.
import type { Advisory } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../../section.ts';
import { isRecord, recordMember } from '../../shared/json-access.ts';
import { distinctAdvisories } from '../shared/advisories.ts';
import { contradiction, isRegistryAdvisory, statedVulnerabilities, toAdvisory } from './registry-advisories.ts';

const ID = 'yarn-audit';

export const yarnAudit: JsonLinesParser<SecuritySection> = {
  id: ID,
  form: 'json-lines',
  commands: ['yarn'],
  accepts: (document) => isRecord(document) && (document.type === 'auditAdvisory' || document.type === 'auditSummary'),
  openOld: (shelf) => new YarnAuditReader(shelf),
};

class YarnAuditReader implements JsonLinesReader<SecuritySection> {
  readonly #sections: SecuritySection[] = [];
  #advisories: Advisory[] = [];
  #firstLine: number | null = null;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  document(document: unknown, lineNumber: number): void {
    if (!isRecord(document)) return;
    this.#firstLine ??= lineNumber;
    const data = recordMember(document, 'data');
    if (document.type === 'auditSummary') this.#summary(statedVulnerabilities(data), lineNumber);
    else if (isRegistryAdvisory(data.advisory)) this.#shelf.keepAdvisory(this.#advisories, toAdvisory(data.advisory));
  }

  end(): SecuritySection[] {
    if (this.#firstLine !== null) this.#shelf.keepRun(this.#sections, this.#section(this.#firstLine));
    return this.#sections;
  }

  #summary(stated: number | null, lineNumber: number): void {
    const section = this.#section(lineNumber);
    const problems = contradiction(stated, section.advisories.length);
    this.#shelf.keepRun(this.#sections, { ...section, hasFooter: true, problems });
    this.#advisories = [];
    this.#firstLine = null;
  }

  #section(lastLine: number): SecuritySection {
    const section = { ...emptySecuritySection(ID, this.#firstLine ?? lastLine), lastLine };
    return { ...section, advisories: distinctAdvisories(this.#advisories) };
  }
}
