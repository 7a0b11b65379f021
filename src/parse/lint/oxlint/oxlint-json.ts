// Oxlint's JSON.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { isRecord, textMember } from '../../shared/json-access.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'oxlint-json';

export const oxlintJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['oxlint'],
  accepts: (document) => diagnosticsOf(document) !== null,
  readOld: (document, firstLine, lastLine) => {
    const findings = (diagnosticsOf(document) ?? []).filter(isRecord).flatMap(findingOf);
    const problems = isRecord(document) && document.number_of_files === 0 ? ['oxlint looked at no file'] : [];
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings, problems }];
  },
};

/** Up to 0.15 it was a bare list, which only the labels tell from other tools'. */
function diagnosticsOf(document: unknown): unknown[] | null {
  const list = isRecord(document) && 'number_of_files' in document ? document.diagnostics : document;
  if (!Array.isArray(list)) return null;
  const [first] = list;
  const isOxlint =
    isRecord(document) || (isRecord(first) && 'filename' in first && Array.isArray(first.labels) && 'causes' in first);
  return isOxlint ? list : null;
}

function findingOf(diagnostic: Readonly<Record<string, unknown>>): LintFinding[] {
  const severity = textMember(diagnostic, 'severity');
  if (severity !== 'error' && severity !== 'warning') return [];
  const label: unknown = Array.isArray(diagnostic.labels) ? diagnostic.labels[0] : null;
  const span = isRecord(label) && isRecord(label.span) ? label.span : {};
  return [
    {
      path: textMember(diagnostic, 'filename'),
      line: findingLine(span.line),
      rule: textMember(diagnostic, 'code'),
      severity,
      message: textMember(diagnostic, 'message') ?? '',
    },
  ];
}
