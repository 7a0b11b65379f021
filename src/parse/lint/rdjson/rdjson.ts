// The reviewdog diagnostic format as one JSON document.

import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { isRecord, recordMember, textMember } from '../../shared/json-access.ts';
import { isPlacelessDiagnostic, isRdjsonDiagnostic, rdjsonFinding } from './diagnostic.ts';

const ID = 'rdjson';

export const rdjson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: [],
  accepts(document) {
    if (!isRecord(document) || !Array.isArray(document.diagnostics)) return false;
    // Without a place in a file only the source tells the format from others that have a list of that name.
    if (textMember(recordMember(document, 'source'), 'name') !== null) return document.diagnostics.every(isPlacelessDiagnostic);
    return document.diagnostics.length > 0 && document.diagnostics.every(isRdjsonDiagnostic) && document.summary === undefined;
  },
  readOld(document, firstLine, lastLine) {
    if (!isRecord(document) || !Array.isArray(document.diagnostics)) return [];
    const source = textMember(recordMember(document, 'source'), 'name') ?? '';
    const fallback = { severity: textMember(document, 'severity') ?? '', source };
    const findings = document.diagnostics
      .map((diagnostic) => rdjsonFinding(diagnostic, fallback))
      .filter((finding) => finding !== null);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings, tool: source || null }];
  },
};
