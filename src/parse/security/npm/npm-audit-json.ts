// `npm audit --json` of npm 7 and later: vulnerable packages, each with its advisories or with
// the names of the packages it has them from.
import type { Advisory } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../../section.ts';
import { countMember, isRecord, recordMember, recordsMember, textMember } from '../../shared/json-access.ts';
import { advisorySeverity, distinctAdvisories, idInUrl } from '../shared/advisories.ts';

const ID = 'npm-audit-json';
type Json = Readonly<Record<string, unknown>>;

export const npmAuditJson: JsonParser<SecuritySection> = {
  id: ID,
  form: 'json',
  commands: ['npm'],
  accepts: (document) => isRecord(document) && (isReport(document) || isFailure(document)),
  readOld(document, firstLine, lastLine) {
    if (!isRecord(document)) return [];
    const section = { ...emptySecuritySection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine };
    if (!isReport(document))
      return [
        {
          ...section,
          problems: [
            `npm audit failed: ${textMember(recordMember(document, 'error'), 'summary') || textMember(document, 'message')}`,
          ],
        },
      ];
    const packages = Object.values(recordMember(document, 'vulnerabilities')).filter(isRecord);
    return [
      {
        ...section,
        advisories: distinctAdvisories(packages.flatMap(advisoriesOf)),
        problems: contradictions(document, packages),
      },
    ];
  },
};

function isReport(document: Json): boolean {
  return countMember(document, 'auditReportVersion') !== null && isRecord(document.vulnerabilities);
}

/** The registry could not be asked. */
function isFailure(document: Json): boolean {
  const error = recordMember(document, 'error');
  return textMember(error, 'summary') !== null && textMember(error, 'detail') !== null;
}

function advisoriesOf(vulnerable: Json): Advisory[] {
  return recordsMember(vulnerable, 'via').map((advisory) => ({
    id: idInUrl(textMember(advisory, 'url') ?? '') ?? `npm:${advisory.source ?? textMember(advisory, 'title')}`,
    package: textMember(advisory, 'name') ?? textMember(vulnerable, 'name'),
    version: null,
    severity: advisorySeverity(advisory.severity ?? vulnerable.severity),
    title: textMember(advisory, 'title') ?? '',
  }));
}

/** npm's totals count packages by their worst advisory. */
function contradictions(document: Json, packages: readonly Json[]): string[] {
  const stated = recordMember(recordMember(document, 'metadata'), 'vulnerabilities');
  return Object.entries(stated)
    .filter(
      ([severity, count]) =>
        count !== (severity === 'total' ? packages : packages.filter((entry) => entry.severity === severity)).length,
    )
    .map(([severity, count]) => `npm audit states ${count} packages (${severity}), which is not what it lists`);
}
