// The reviewdog diagnostic format, as one document (rdjson) and as one document per diagnostic (rdjsonl).

import type { LintFinding } from '../../../contract/index.ts';
import { isRecord, type Json, member, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { parseSeverity } from '../shared/finding-fields.ts';
import { jsonLinesLinter, jsonLinter } from '../shared/json-linter.ts';

/** Tools whose mildest severity breaks no rule. */
const TOOLS_WITH_NOTES = new Set(['biome', 'clippy', 'mypy']);

const FIELDS = {
  commands: [],
  path: 'location.path',
  line: 'location.range.start.line',
  rule: (item: Json) => textMember(item, 'code.value') ?? textMember(item, 'code'),
  severity: severityOf,
  message: 'message',
} as const;

const json = jsonLinter({
  ...FIELDS,
  id: 'rdjson',
  accepts(document) {
    if (!isRecord(document) || !Array.isArray(document.diagnostics)) return false;
    // Without a place in a file, only the source distinguishes the format from others with a list of that name.
    if (textMember(document, 'source.name') !== null) return document.diagnostics.every(hasMessage);
    return document.diagnostics.length > 0 && document.diagnostics.every(isDiagnostic) && document.summary === undefined;
  },
  // Severity and source of the whole report apply to diagnostics without their own.
  items: (document) =>
    recordsMember(document, 'diagnostics').map((item) => ({
      ...item,
      source: { name: textMember(item, 'source.name') ?? member(document, 'source.name') },
      severity: textMember(item, 'severity') ?? member(document, 'severity'),
    })),
  tool: (document) => textMember(document, 'source.name') || null,
});

const jsonLines = jsonLinesLinter({
  ...FIELDS,
  id: 'rdjsonl',
  accepts: (document) => isDiagnostic(document) && isRecord(member(document, 'location.range.start')),
});

/** biome writes no more than a message for an unformatted file, which is not enough to recognize the format. */
function hasMessage(value: unknown): boolean {
  return textMember(value, 'message') !== null;
}

function isDiagnostic(value: unknown): boolean {
  return hasMessage(value) && textMember(value, 'location.path') !== null;
}

function severityOf(item: Json): LintFinding['severity'] | null {
  const severity = parseSeverity(textMember(item, 'severity') ?? '') ?? 'error';
  const source = textMember(item, 'source.name') ?? '';
  if (severity === 'note' && TOOLS_WITH_NOTES.has(source.toLowerCase())) return null;
  return severity === 'error' ? 'error' : 'warning';
}

export const rdjson: Linter = { id: 'rdjson', parse: [json, jsonLines] };
