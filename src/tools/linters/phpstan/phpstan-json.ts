// phpstan's JSON.
import { countMember, isRecord, member, recordMember, recordsMember, texts } from '../../../parse/shared/json-access.ts';
import { errorsAndWarnings } from '../shared/delimited-runs.ts';
import { jsonLinter } from '../shared/json-linter.ts';

export const phpstanJson = jsonLinter({
  id: 'phpstan-json',
  commands: ['phpstan'],
  accepts: (document) =>
    isRecord(document) && Array.isArray(document.errors) && countMember(document, 'totals.file_errors') !== null,
  items: (document) => [
    ...Object.entries(recordMember(document, 'files')).flatMap(([name, file]) => {
      const path = name.replace(/ \(in context of .{1,1000}\)$/, '');
      return recordsMember(file, 'messages').map((message) => ({ ...message, path }));
    }),
    // Errors without a file.
    ...texts(member(document, 'errors')).map((message) => ({ message })),
  ],
  totals(document) {
    const errors = (countMember(document, 'totals.errors') ?? 0) + (countMember(document, 'totals.file_errors') ?? 0);
    return errorsAndWarnings(errors, 0);
  },
  path: 'path',
  line: 'line',
  rule: 'identifier',
  severity: () => 'error',
  message: 'message',
});
