// Gosec's JSON.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, recordMember, recordsMember, textMember } from '../../shared/json-access.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'gosec-json';

export const gosecJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['gosec'],
  accepts: (document) => isRecord(document) && 'Golang errors' in document && isRecord(document.Stats),
  readOld(document, firstLine, lastLine) {
    if (!isRecord(document)) return [];
    const issues = recordsMember(document, 'Issues').filter((issue) => recordsMember(issue, 'suppressions').length === 0);
    const broken = Object.keys(recordMember(document, 'Golang errors'));
    const problems = broken.length > 0 ? [`gosec could not read ${broken.length} files`] : [];
    const total = countMember(recordMember(document, 'Stats'), 'found');
    const section = { ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, problems };
    return [{ ...section, findings: issues.map(toFinding), totals: { errors: null, warnings: null, total } }];
  },
};

function toFinding(issue: Readonly<Record<string, unknown>>): LintFinding {
  return {
    path: textMember(issue, 'file'),
    // "37", or "37-39" for what spans lines
    line: findingLine(Number.parseInt(textMember(issue, 'line') ?? '', 10)),
    rule: textMember(issue, 'rule_id'),
    severity: textMember(issue, 'severity') === 'HIGH' ? 'error' : 'warning',
    message: textMember(issue, 'details') ?? '',
  };
}
