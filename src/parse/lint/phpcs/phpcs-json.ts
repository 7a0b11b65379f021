// PHP_CodeSniffer's JSON.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, recordMember, recordsMember, textMember } from '../../shared/json-access.ts';

const ID = 'phpcs-json';

export const phpcsJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['phpcs'],
  consoles: ['phpcs'],
  accepts: (document) =>
    isRecord(document) && 'files' in document && countMember(recordMember(document, 'totals'), 'fixable') !== null,
  readOld(document, firstLine, lastLine) {
    if (!isRecord(document)) return [];
    const totals = recordMember(document, 'totals');
    const findings = Object.entries(recordMember(document, 'files')).flatMap(([path, file]) =>
      isRecord(file) ? recordsMember(file, 'messages').map((message) => toFinding(path, message)) : [],
    );
    const stated = { errors: countMember(totals, 'errors'), warnings: countMember(totals, 'warnings'), total: null };
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings, totals: stated }];
  },
};

function toFinding(path: string, message: Readonly<Record<string, unknown>>): LintFinding {
  return {
    path,
    line: countMember(message, 'line') || null,
    rule: textMember(message, 'source'),
    severity: message.type === 'WARNING' ? 'warning' : 'error',
    message: textMember(message, 'message') ?? '',
  };
}
