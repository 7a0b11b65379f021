// Ruff's JSON, as one document or as one line a finding.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonLinesParser, JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { isRecord, recordMember, textMember } from '../../shared/json-access.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'ruff-json';

export const ruffJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['ruff'],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isDiagnostic),
  readOld(document, firstLine, lastLine) {
    const findings = Array.isArray(document) ? document.filter(isDiagnostic).map(toFinding) : [];
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings }];
  },
};

export const ruffJsonLines: JsonLinesParser<LintSection> = {
  id: ID,
  form: 'json-lines',
  commands: ['ruff'],
  accepts: isDiagnostic,
  openOld(shelf) {
    let section: LintSection | null = null;
    return {
      document(document, lineNumber) {
        section ??= { ...emptyLintSection(ID, lineNumber), hasHeader: true, hasFooter: true };
        section.lastLine = lineNumber;
        if (isDiagnostic(document)) shelf.keepFinding(section.findings, toFinding(document));
      },
      end: () => (section === null ? [] : [section]),
    };
  },
};

function isDiagnostic(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value) || !('end_location' in value) || !('code' in value)) return false;
  return textMember(value, 'filename') !== null && findingLine(recordMember(value, 'location').row) !== null;
}

function toFinding(diagnostic: Readonly<Record<string, unknown>>): LintFinding {
  return {
    path: textMember(diagnostic, 'filename'),
    line: findingLine(recordMember(diagnostic, 'location').row),
    rule: textMember(diagnostic, 'code') ?? textMember(diagnostic, 'name'),
    severity: textMember(diagnostic, 'severity') === 'warning' ? 'warning' : 'error',
    message: textMember(diagnostic, 'message') ?? '',
  };
}
