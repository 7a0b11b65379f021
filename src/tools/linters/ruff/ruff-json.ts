// ruff's JSON, as one document or as one document per finding.
import { isRecord, type Json, member, records, textMember } from '../../../parse/shared/json-access.ts';
import { findingLine } from '../shared/finding-fields.ts';
import { isListOf, jsonLinesLinter, jsonLinter } from '../shared/json-linter.ts';

const SHARED = {
  id: 'ruff-json',
  commands: ['ruff'],
  path: 'filename',
  line: 'location.row',
  rule: (item: Json) => textMember(item, 'code') ?? textMember(item, 'name'),
  severity: (item: Json) => (item.severity === 'warning' ? 'warning' : 'error'),
  message: 'message',
} as const;

export const ruffJson = jsonLinter({ ...SHARED, accepts: (document) => isListOf(document, isDiagnostic), items: records });

export const ruffJsonLines = jsonLinesLinter({ ...SHARED, accepts: isDiagnostic, hasHeader: true });

function isDiagnostic(value: unknown): boolean {
  if (!isRecord(value) || !('end_location' in value) || !('code' in value)) return false;
  return textMember(value, 'filename') !== null && findingLine(member(value, 'location.row')) !== null;
}
