// ESLint's JSON, with and without metadata.
import { countMember, isRecord, type Json, records, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import { errorsAndWarnings } from '../shared/delimited-runs.ts';
import { jsonLinter } from '../shared/json-linter.ts';

export const eslintJson = jsonLinter({
  id: 'eslint-json',
  commands: ['eslint', 'eslint_d'],
  accepts(document) {
    if (isRecord(document))
      return isRecord(document.metadata) && 'rulesMeta' in document.metadata && Array.isArray(document.results);
    const first: unknown = Array.isArray(document) ? document[0] : null;
    return isRecord(first) && textMember(first, 'filePath') !== null && 'errorCount' in first && Array.isArray(first.messages);
  },
  items: (document) =>
    filesOf(document).flatMap((file) =>
      recordsMember(file, 'messages').map((message) => ({ ...message, filePath: file.filePath })),
    ),
  totals(document) {
    const sum = (name: string) => filesOf(document).reduce((total, file) => total + (countMember(file, name) ?? 0), 0);
    return errorsAndWarnings(sum('errorCount'), sum('warningCount'));
  },
  path: 'filePath',
  line: 'line',
  rule: 'ruleId',
  severity: ({ fatal, severity }) => (fatal === true || severity === 2 ? 'error' : 'warning'),
  message: 'message',
});

function filesOf(document: unknown): Json[] {
  return records(isRecord(document) ? document.results : document);
}
