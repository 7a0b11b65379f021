// `trivy --format json`: vulnerabilities of packages, misconfigurations and secrets of files.
import type { Advisory } from '../../contract/index.ts';
import type { JsonParser } from '../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../section.ts';
import { countMember, isRecord, recordsMember, textMember } from '../shared/json-access.ts';
import { advisorySeverity } from './shared/advisories.ts';

const ID = 'trivy';
type Json = Readonly<Record<string, unknown>>;

export const trivy: JsonParser<SecuritySection> = {
  id: ID,
  form: 'json',
  commands: ['trivy'],
  // Without any result the list is left out.
  accepts: (document) =>
    isRecord(document) && countMember(document, 'SchemaVersion') !== null && textMember(document, 'ArtifactName') !== null,
  readOld(document, firstLine, lastLine) {
    const advisories = isRecord(document) ? recordsMember(document, 'Results').flatMap(advisoriesOf) : [];
    return [{ ...emptySecuritySection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, advisories }];
  },
};

function advisoriesOf(result: Json): Advisory[] {
  const target = textMember(result, 'Target');
  const failed = recordsMember(result, 'Misconfigurations').filter(
    ({ Status: status }) => status === undefined || status === 'FAIL',
  );
  return [
    ...recordsMember(result, 'Vulnerabilities').map((vulnerability) => ({
      ...common(vulnerability, textMember(vulnerability, 'VulnerabilityID')),
      package: textMember(vulnerability, 'PkgName'),
      version: textMember(vulnerability, 'InstalledVersion'),
    })),
    ...failed.map((problem) => ({ ...common(problem, textMember(problem, 'ID')), package: target, version: null })),
    ...recordsMember(result, 'Secrets').map((secret) => ({
      ...common(secret, textMember(secret, 'RuleID')),
      package: target,
      version: null,
    })),
  ];
}

function common(entry: Json, id: string | null): Pick<Advisory, 'id' | 'severity' | 'title'> {
  return { id: id ?? 'unnamed', severity: advisorySeverity(entry.Severity), title: textMember(entry, 'Title') ?? '' };
}
