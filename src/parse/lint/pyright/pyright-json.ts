// Pyright's --outputjson. Informations are no findings.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, recordMember, recordsMember, textMember } from '../../shared/json-access.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'pyright-json';

export const pyrightJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['pyright', 'basedpyright'],
  accepts: (document) =>
    isRecord(document) &&
    Array.isArray(document.generalDiagnostics) &&
    countMember(recordMember(document, 'summary'), 'errorCount') !== null,
  readOld(document, firstLine, lastLine) {
    if (!isRecord(document)) return [];
    const summary = recordMember(document, 'summary');
    const totals = { errors: countMember(summary, 'errorCount'), warnings: countMember(summary, 'warningCount'), total: null };
    const findings = recordsMember(document, 'generalDiagnostics').flatMap(toFinding);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings, totals }];
  },
};

function toFinding(diagnostic: Readonly<Record<string, unknown>>): LintFinding[] {
  const severity = textMember(diagnostic, 'severity');
  if (severity !== 'error' && severity !== 'warning') return [];
  const start = countMember(recordMember(recordMember(diagnostic, 'range'), 'start'), 'line');
  return [
    {
      path: textMember(diagnostic, 'file'),
      line: start === null ? null : findingLine(start + 1),
      rule: textMember(diagnostic, 'rule'),
      severity,
      message: textMember(diagnostic, 'message')?.split('\n', 1)[0] ?? '',
    },
  ];
}
