// Phpstan's JSON.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, recordMember, recordsMember, textMember } from '../../shared/json-access.ts';

const ID = 'phpstan-json';

export const phpstanJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['phpstan'],
  accepts: (document) =>
    isRecord(document) && Array.isArray(document.errors) && countMember(recordMember(document, 'totals'), 'file_errors') !== null,
  readOld(document, firstLine, lastLine) {
    if (!isRecord(document)) return [];
    const inFiles = Object.entries(recordMember(document, 'files')).flatMap(([path, file]) =>
      isRecord(file) ? recordsMember(file, 'messages').map((message) => toFinding(path, message)) : [],
    );
    const general = (Array.isArray(document.errors) ? document.errors : []).filter((error) => typeof error === 'string');
    const findings = [...inFiles, ...general.map(withoutPlace)];
    const stated = recordMember(document, 'totals');
    const errors = (countMember(stated, 'errors') ?? 0) + (countMember(stated, 'file_errors') ?? 0);
    const totals = { errors, warnings: 0, total: null };
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings, totals }];
  },
};

function toFinding(path: string, message: Readonly<Record<string, unknown>>): LintFinding {
  return {
    path: path.replace(/ \(in context of .{1,1000}\)$/, ''),
    line: countMember(message, 'line') || null,
    rule: textMember(message, 'identifier'),
    severity: 'error',
    message: textMember(message, 'message') ?? '',
  };
}

function withoutPlace(message: string): LintFinding {
  return { path: null, line: null, rule: null, severity: 'error', message };
}
