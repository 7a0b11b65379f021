// Rubocop's JSON.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, recordMember, recordsMember, textMember } from '../../shared/json-access.ts';

const ID = 'rubocop-json';

export const rubocopJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['rubocop'],
  accepts: (document) =>
    isRecord(document) &&
    Array.isArray(document.files) &&
    countMember(recordMember(document, 'summary'), 'offense_count') !== null,
  readOld(document, firstLine, lastLine) {
    if (!isRecord(document)) return [];
    const offenses = recordsMember(document, 'files').flatMap((file) =>
      recordsMember(file, 'offenses').map((offense) => ({ path: textMember(file, 'path'), offense })),
    );
    const left = offenses.filter(({ offense }) => offense.corrected !== true);
    const stated = countMember(recordMember(document, 'summary'), 'offense_count') ?? 0;
    const totals = { errors: null, warnings: null, total: stated - (offenses.length - left.length) };
    const findings = left.map(({ path, offense }) => toFinding(path, offense));
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings, totals }];
  },
};

function toFinding(path: string | null, offense: Readonly<Record<string, unknown>>): LintFinding {
  const severity = textMember(offense, 'severity');
  const place = recordMember(offense, 'location');
  return {
    path,
    line: (countMember(place, 'start_line') ?? countMember(place, 'line')) || null,
    rule: textMember(offense, 'cop_name'),
    severity: severity === 'error' || severity === 'fatal' ? 'error' : 'warning',
    message: firstLineOf(textMember(offense, 'message') ?? ''),
  };
}

function firstLineOf(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
