// PHP_CodeSniffer's JSON.
import { countMember, isRecord, recordMember, recordsMember } from '../../../parse/shared/json-access.ts';
import { jsonLinter } from '../shared/json-linter.ts';

export const phpcsJson = jsonLinter({
  id: 'phpcs-json',
  commands: ['phpcs'],
  consoles: ['phpcs'],
  accepts: (document) => isRecord(document) && 'files' in document && countMember(document, 'totals.fixable') !== null,
  items: (document) =>
    Object.entries(recordMember(document, 'files')).flatMap(([path, file]) =>
      recordsMember(file, 'messages').map((message) => ({ ...message, path })),
    ),
  totals: (document) => ({
    errors: countMember(document, 'totals.errors'),
    warnings: countMember(document, 'totals.warnings'),
    total: null,
  }),
  path: 'path',
  line: 'line',
  rule: 'source',
  severity: ({ type }) => (type === 'WARNING' ? 'warning' : 'error'),
  message: 'message',
});
