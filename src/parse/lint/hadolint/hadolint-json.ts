// Hadolint's JSON.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, textMember } from '../../shared/json-access.ts';

const ID = 'hadolint-json';
type Failure = Readonly<Record<string, unknown>>;

export const hadolintJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['hadolint'],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isFailure),
  readOld(document, firstLine, lastLine) {
    const findings = (Array.isArray(document) ? document : []).filter(isFailure).map(toFinding);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings }];
  },
};

function isFailure(value: unknown): value is Failure {
  return isRecord(value) && textMember(value, 'file') !== null && /^(?:DL|SC)\d{4}$/.test(textMember(value, 'code') ?? '');
}

function toFinding(failure: Failure): LintFinding {
  return {
    path: textMember(failure, 'file'),
    line: countMember(failure, 'line') || null,
    rule: textMember(failure, 'code'),
    severity: failure.level === 'error' ? 'error' : 'warning',
    message: textMember(failure, 'message') ?? '',
  };
}
