// pylint's json (a list) and json2 (with statistics). Error and fatal are errors, all others are warnings.
import { countMember, isRecord, recordMember, records, recordsMember, textMember } from '../../shared/json-access.ts';
import { firstLine } from '../shared/finding-fields.ts';
import { isListOf, jsonLinter } from '../shared/json-linter.ts';

export const pylintJson = jsonLinter({
  id: 'pylint-json',
  commands: ['pylint'],
  accepts: (document) => isReport(document) || isListOf(document, (item) => isRecord(item) && 'message-id' in item),
  items: (document) => (isReport(document) ? recordsMember(document, 'messages') : records(document)),
  totals(document) {
    if (!isReport(document)) return null;
    const count = (type: string) => countMember(document, `statistics.messageTypeCount.${type}`) ?? 0;
    const warnings = count('warning') + count('refactor') + count('convention') + count('info');
    return { errors: count('error') + count('fatal'), warnings, total: null };
  },
  path: 'path',
  line: 'line',
  rule: 'symbol',
  severity: ({ type }) => (type === 'error' || type === 'fatal' ? 'error' : 'warning'),
  message: (item) => firstLine(textMember(item, 'message') ?? ''),
});

function isReport(document: unknown): boolean {
  return isRecord(document) && Array.isArray(document.messages) && 'messageTypeCount' in recordMember(document, 'statistics');
}
