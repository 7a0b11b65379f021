// Biome's JSON reporter.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { countMember, isRecord, textMember } from '../../shared/json-access.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'biome-json';

export const biomeJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['biome', '@biomejs/biome'],
  accepts: (document) =>
    isRecord(document) &&
    isRecord(document.summary) &&
    'suggestedFixesSkipped' in document.summary &&
    Array.isArray(document.diagnostics),
  readOld: (document, firstLine, lastLine) => {
    if (!isRecord(document) || !isRecord(document.summary) || !Array.isArray(document.diagnostics)) return [];
    const { summary } = document;
    const totals = { errors: countMember(summary, 'errors'), warnings: countMember(summary, 'warnings'), total: null };
    const findings = counted(document.diagnostics.filter(isRecord).flatMap(findingOf), totals.errors);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, totals, findings }];
  },
};

/** `biome check` counts it among the errors, `biome format` does not. */
const NOT_ALWAYS_COUNTED = /^(?:Code formatting aborted due to parsing errors|Format with errors is disabled)/;

function counted(findings: LintFinding[], stated: number | null): LintFinding[] {
  const listed = findings.filter(({ severity }) => severity === 'error').length;
  if (stated === null || listed <= stated) return findings;
  return findings.filter(({ message }) => !NOT_ALWAYS_COUNTED.test(message));
}

function findingOf(diagnostic: Readonly<Record<string, unknown>>): LintFinding[] {
  const severity = textMember(diagnostic, 'severity');
  if (severity !== 'error' && severity !== 'warning' && severity !== 'fatal') return [];
  const location = isRecord(diagnostic.location) ? diagnostic.location : {};
  // Up to 2.3 the path was an object with the file's name.
  const path = isRecord(location.path) ? textMember(location.path, 'file') : textMember(location, 'path');
  return [
    {
      path,
      line: isRecord(location.start) ? findingLine(location.start.line) : lineOfSpan(location.span, location.sourceCode),
      rule: textMember(diagnostic, 'category'),
      severity: severity === 'warning' ? 'warning' : 'error',
      message: messageOf(diagnostic),
    },
  ];
}

/** Up to 2.3 the message was a list of styled pieces, and the description the same as plain text. */
function messageOf(diagnostic: Readonly<Record<string, unknown>>): string {
  return textMember(diagnostic, 'message') ?? textMember(diagnostic, 'description') ?? '';
}

/** Up to 2.3 the place was a range of UTF-8 bytes in the source, which is there too. */
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
