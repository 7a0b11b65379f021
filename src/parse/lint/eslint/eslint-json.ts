// ESLint's JSON, with and without metadata.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, textMember } from '../../shared/json-access.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'eslint-json';

export const eslintJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['eslint', 'eslint_d'],
  accepts: (document) => filesOf(document) !== null,
  readOld: (document, firstLine, lastLine) => {
    const files = (filesOf(document) ?? []).filter(isRecord);
    const sum = (member: string) => files.reduce((total, file) => total + (countMember(file, member) ?? 0), 0);
    const totals = { errors: sum('errorCount'), warnings: sum('warningCount'), total: null };
    const findings = files.flatMap(findingsOf);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, totals, findings }];
  },
};

function filesOf(document: unknown): unknown[] | null {
  if (isRecord(document)) return isRecord(document.metadata) && 'rulesMeta' in document.metadata ? list(document.results) : null;
  const files = list(document) ?? [];
  const [first] = files;
  return isRecord(first) && typeof first.filePath === 'string' && 'errorCount' in first && Array.isArray(first.messages)
    ? files
    : null;
}

function list(value: unknown): unknown[] | null {
  return Array.isArray(value) ? value : null;
}

function findingsOf(file: Readonly<Record<string, unknown>>): LintFinding[] {
  const messages = (list(file.messages) ?? []).filter(isRecord);
  return messages.map((message) => ({
    path: textMember(file, 'filePath'),
    line: findingLine(message.line),
    rule: textMember(message, 'ruleId'),
    severity: message.fatal === true || message.severity === 2 ? 'error' : 'warning',
    message: textMember(message, 'message') ?? '',
  }));
}
