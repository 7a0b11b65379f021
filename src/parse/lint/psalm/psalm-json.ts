// Psalm's JSON.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, textMember } from '../../shared/json-access.ts';

const ID = 'psalm-json';
type Issue = Readonly<Record<string, unknown>>;

export const psalmJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['psalm'],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isIssue),
  readOld(document, firstLine, lastLine) {
    const findings = (Array.isArray(document) ? document : []).filter(isIssue).map(toFinding);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings }];
  },
};

function isIssue(value: unknown): value is Issue {
  return (
    isRecord(value) && countMember(value, 'line_from') !== null && textMember(value, 'file_name') !== null && 'type' in value
  );
}

function toFinding(issue: Issue): LintFinding {
  return {
    path: textMember(issue, 'file_name'),
    line: countMember(issue, 'line_from') || null,
    rule: textMember(issue, 'type'),
    severity: issue.severity === 'error' ? 'error' : 'warning',
    message: textMember(issue, 'message') ?? '',
  };
}
