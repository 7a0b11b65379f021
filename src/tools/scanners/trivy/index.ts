// `trivy --format json`: vulnerabilities of packages, misconfigurations and secrets of files.

import type { Advisory } from '../../../contract/index.ts';
import { countMember, type Json, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import type { Scanner } from '../../tool.ts';
import { advisorySeverity } from '../shared/advisories.ts';
import { jsonScanner } from '../shared/json-scanner.ts';

const json = jsonScanner({
  id: 'trivy',
  commands: ['trivy'],
  // Without any result the list is missing.
  accepts: (document) => countMember(document, 'SchemaVersion') !== null && textMember(document, 'ArtifactName') !== null,
  advisories: (document) => recordsMember(document, 'Results').flatMap(advisoriesOf),
});

function advisoriesOf(result: Json): Advisory[] {
  const ofFile = { package: textMember(result, 'Target'), version: null };
  const misconfigurations = recordsMember(result, 'Misconfigurations').filter(
    ({ Status: status }) => status === undefined || status === 'FAIL',
  );
  return [
    ...recordsMember(result, 'Vulnerabilities').map((entry) =>
      toAdvisory(entry, 'VulnerabilityID', {
        package: textMember(entry, 'PkgName'),
        version: textMember(entry, 'InstalledVersion'),
      }),
    ),
    ...misconfigurations.map((entry) => toAdvisory(entry, 'ID', ofFile)),
    ...recordsMember(result, 'Secrets').map((entry) => toAdvisory(entry, 'RuleID', ofFile)),
  ];
}

function toAdvisory(entry: Json, id: string, subject: Pick<Advisory, 'package' | 'version'>): Advisory {
  const title = textMember(entry, 'Title') ?? '';
  return { id: textMember(entry, id) ?? 'unnamed', ...subject, severity: advisorySeverity(entry.Severity), title };
}

export const trivy: Scanner = { id: 'trivy', parse: [json] };
