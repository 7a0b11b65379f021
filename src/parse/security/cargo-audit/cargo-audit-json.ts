// `cargo audit --json`. Its warnings (unmaintained, yanked) are no vulnerabilities and are left out.
import type { Advisory } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../../section.ts';
import { countMember, isRecord, recordMember, recordsMember, textMember } from '../../shared/json-access.ts';
import { severityOfScore } from '../shared/advisories.ts';
import { cvssBaseScore } from './cvss.ts';

const ID = 'cargo-audit-json';

export const cargoAuditJson: JsonParser<SecuritySection> = {
  id: ID,
  form: 'json',
  commands: ['audit', 'cargo-audit'],
  accepts: (document) => {
    const vulnerabilities = isRecord(document) ? recordMember(document, 'vulnerabilities') : {};
    return Array.isArray(vulnerabilities.list) && typeof vulnerabilities.found === 'boolean';
  },
  readOld(document, firstLine, lastLine) {
    const vulnerabilities = isRecord(document) ? recordMember(document, 'vulnerabilities') : {};
    const advisories = recordsMember(vulnerabilities, 'list').map(toAdvisory);
    const section = { ...emptySecuritySection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine };
    return [{ ...section, advisories, total: countMember(vulnerabilities, 'count') }];
  },
};

function toAdvisory(entry: Readonly<Record<string, unknown>>): Advisory {
  const advisory = recordMember(entry, 'advisory');
  const crate = recordMember(entry, 'package');
  return {
    id: textMember(advisory, 'id') ?? 'unnamed',
    package: textMember(crate, 'name') ?? textMember(advisory, 'package'),
    version: textMember(crate, 'version'),
    severity: severityOfScore(cvssBaseScore(textMember(advisory, 'cvss') ?? '') ?? 0),
    title: textMember(advisory, 'title') ?? '',
  };
}
