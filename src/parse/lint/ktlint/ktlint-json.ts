// Ktlint's JSON.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, recordsMember, textMember } from '../../shared/json-access.ts';

const ID = 'ktlint-json';
type File = Readonly<Record<string, unknown>>;

export const ktlintJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['ktlint'],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isFile),
  readOld(document, firstLine, lastLine) {
    const findings = (Array.isArray(document) ? document : []).filter(isFile).flatMap(findingsOf);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings }];
  },
};

function isFile(value: unknown): value is File {
  if (!isRecord(value) || textMember(value, 'file') === null || !Array.isArray(value.errors)) return false;
  return value.errors.every((error) => isRecord(error) && countMember(error, 'line') !== null && 'rule' in error);
}

function findingsOf(file: File): LintFinding[] {
  return recordsMember(file, 'errors').map((error) => ({
    path: textMember(file, 'file'),
    line: countMember(error, 'line') || null,
    rule: textMember(error, 'rule') || null,
    severity: 'error',
    message: textMember(error, 'message') ?? '',
  }));
}
