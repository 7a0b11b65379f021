// Pylint's json (a list) and json2 (with statistics). Error and fatal are errors, all else is a warning.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection, type LintTotals } from '../../section.ts';
import { countMember, isRecord, recordMember, recordsMember, textMember } from '../../shared/json-access.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'pylint-json';

export const pylintJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['pylint'],
  accepts: (document) => isList(document) || isReport(document),
  readOld(document, firstLine, lastLine) {
    const messages = isReport(document) ? recordsMember(document, 'messages') : isList(document) ? document : [];
    const totals = isReport(document) ? totalsOf(document) : null;
    const findings = messages.map(toFinding);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings, totals }];
  },
};

type Json = Readonly<Record<string, unknown>>;

function isList(document: unknown): document is Json[] {
  return Array.isArray(document) && document.length > 0 && document.every((entry) => isRecord(entry) && 'message-id' in entry);
}

function isReport(document: unknown): document is Json {
  return isRecord(document) && Array.isArray(document.messages) && 'messageTypeCount' in recordMember(document, 'statistics');
}

function totalsOf(document: Json): LintTotals {
  const counts = recordMember(recordMember(document, 'statistics'), 'messageTypeCount');
  const count = (type: string) => countMember(counts, type) ?? 0;
  const warnings = count('warning') + count('refactor') + count('convention') + count('info');
  return { errors: count('error') + count('fatal'), warnings, total: null };
}

function toFinding(message: Json): LintFinding {
  const type = textMember(message, 'type');
  return {
    path: textMember(message, 'path'),
    line: findingLine(message.line),
    rule: textMember(message, 'symbol'),
    severity: type === 'error' || type === 'fatal' ? 'error' : 'warning',
    message: (textMember(message, 'message') ?? '').split('\n', 1)[0] ?? '',
  };
}
