// biome's JSON reporter.
import type { LintFinding } from '../../../contract/index.ts';
import { countMember, isRecord, type Json, member, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import { jsonLinter } from '../shared/json-linter.ts';
import { NOT_ALWAYS_COUNTED } from './biome.ts';

export const biomeJson = jsonLinter({
  id: 'biome-json',
  commands: ['biome', '@biomejs/biome'],
  accepts: (document) =>
    isRecord(document) &&
    isRecord(document.summary) &&
    'suggestedFixesSkipped' in document.summary &&
    Array.isArray(document.diagnostics),
  items(document) {
    const diagnostics = recordsMember(document, 'diagnostics');
    const stated = countMember(document, 'summary.errors');
    const listed = diagnostics.filter((diagnostic) => severityOf(diagnostic) === 'error').length;
    if (stated === null || listed <= stated) return diagnostics;
    return diagnostics.filter((diagnostic) => !NOT_ALWAYS_COUNTED.test(messageOf(diagnostic)));
  },
  totals: (document) => ({
    errors: countMember(document, 'summary.errors'),
    warnings: countMember(document, 'summary.warnings'),
    total: null,
  }),
  // Up to 2.3 the path was an object with the file's name, and the place a range in the source.
  path: (item) => textMember(item, 'location.path.file') ?? textMember(item, 'location.path'),
  line: (item) =>
    isRecord(member(item, 'location.start'))
      ? member(item, 'location.start.line')
      : lineOfSpan(member(item, 'location.span'), member(item, 'location.sourceCode')),
  rule: 'category',
  severity: severityOf,
  message: messageOf,
});

function severityOf({ severity }: Json): LintFinding['severity'] | null {
  if (severity === 'warning') return 'warning';
  return severity === 'error' || severity === 'fatal' ? 'error' : null;
}

/** Up to 2.3 the message was a list of styled pieces, and the description the same as plain text. */
function messageOf(diagnostic: Json): string {
  return textMember(diagnostic, 'message') ?? textMember(diagnostic, 'description') ?? '';
}

/** The span is a range of UTF-8 bytes. */
function lineOfSpan(span: unknown, source: unknown): number | null {
  const start: unknown = Array.isArray(span) ? span[0] : null;
  if (typeof start !== 'number' || typeof source !== 'string') return null;
  let line = 1;
  let bytes = 0;
  for (const character of source) {
    if (bytes >= start) break;
    if (character === '\n') line += 1;
    bytes += utf8Length(character.codePointAt(0) ?? 0);
  }
  return line;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
