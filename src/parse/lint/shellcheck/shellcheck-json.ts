// Shellcheck's JSON, bare list and json1.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, textMember } from '../../shared/json-access.ts';

const ID = 'shellcheck-json';
type Comment = Readonly<Record<string, unknown>>;

export const shellcheckJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['shellcheck'],
  accepts(document) {
    if (Array.isArray(document)) return document.length > 0 && document.every(isComment);
    const isReport = isRecord(document) && Object.keys(document).length === 1 && Array.isArray(document.comments);
    return isReport && (document.comments as unknown[]).every(isComment);
  },
  readOld(document, firstLine, lastLine) {
    const comments: unknown = isRecord(document) ? document.comments : document;
    const findings = (Array.isArray(comments) ? comments : []).filter(isComment).map(toFinding);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings }];
  },
};

function isComment(value: unknown): value is Comment {
  return isRecord(value) && textMember(value, 'file') !== null && countMember(value, 'code') !== null && 'level' in value;
}

function toFinding(comment: Comment): LintFinding {
  return {
    path: textMember(comment, 'file'),
    line: countMember(comment, 'line') || null,
    rule: `SC${comment.code}`,
    severity: comment.level === 'error' ? 'error' : 'warning',
    message: textMember(comment, 'message') ?? '',
  };
}
