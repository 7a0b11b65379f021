// `yarn npm audit --json` of yarn 4: one line an advisory, nothing when there is none.
import type { Advisory } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../../section.ts';
import { isRecord, recordMember, textMember } from '../../shared/json-access.ts';
import { advisorySeverity, distinctAdvisories, idInUrl } from '../shared/advisories.ts';

const ID = 'yarn-npm-audit';

export const yarnNpmAudit: JsonLinesParser<SecuritySection> = {
  id: ID,
  form: 'json-lines',
  commands: ['yarn'],
  accepts: (document) => isRecord(document) && textMember(recordMember(document, 'children'), 'Vulnerable Versions') !== null,
  openOld: (shelf) => new YarnNpmAuditReader(shelf),
};

class YarnNpmAuditReader implements JsonLinesReader<SecuritySection> {
  #section: SecuritySection | null = null;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  document(document: unknown, lineNumber: number): void {
    if (!isRecord(document)) return;
    this.#section ??= { ...emptySecuritySection(ID, lineNumber), hasFooter: true };
    this.#section.lastLine = lineNumber;
    const advisory = toAdvisory(textMember(document, 'value'), recordMember(document, 'children'));
    this.#shelf.keepAdvisory(this.#section.advisories, advisory);
  }

  end(): SecuritySection[] {
    return this.#section === null ? [] : [{ ...this.#section, advisories: distinctAdvisories(this.#section.advisories) }];
  }
}

function toAdvisory(name: string | null, details: Readonly<Record<string, unknown>>): Advisory {
  const versions = details['Tree Versions'];
  const title = textMember(details, 'Issue') ?? '';
  const version: unknown = Array.isArray(versions) ? versions[0] : null;
  return {
    id: idInUrl(textMember(details, 'URL') ?? '') ?? `npm:${details.ID ?? title}`,
    package: name,
    version: typeof version === 'string' ? version : null,
    severity: advisorySeverity(details.Severity),
    title,
  };
}
