// Golangci-lint's JSON.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, recordMember, textMember } from '../../shared/json-access.ts';
import { spokenSeverity } from '../shared/severity.ts';

const ID = 'golangci-lint-json';

export const golangciLintJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['golangci-lint'],
  // The list is null when nothing was found.
  accepts: (document) =>
    isRecord(document) && isRecord(document.Report) && (Array.isArray(document.Issues) || document.Issues === null),
  readOld(document, firstLine, lastLine) {
    if (!isRecord(document)) return [];
    const issues = Array.isArray(document.Issues) ? document.Issues.filter(isRecord) : [];
    const report = recordMember(document, 'Report');
    const problems = textMember(report, 'Error') ? ['golangci-lint says that its run failed'] : [];
    const section = { ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine };
    return [{ ...section, findings: issues.map(toFinding), problems }];
  },
};

function toFinding(issue: Readonly<Record<string, unknown>>): LintFinding {
  const place = recordMember(issue, 'Pos');
  const spoken = spokenSeverity(textMember(issue, 'Severity') ?? '');
  return {
    path: textMember(place, 'Filename'),
    line: countMember(place, 'Line') || null,
    rule: textMember(issue, 'FromLinter'),
    severity: spoken === null || spoken === 'error' ? 'error' : 'warning',
    message: textMember(issue, 'Text') ?? '',
  };
}
