// `go vet -json`: one document a package, findings by analyzer.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { isRecord, textMember } from '../../shared/json-access.ts';
import { filePosition } from '../shared/file-position.ts';

const ID = 'go-vet-json';

export const goVetJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['vet'],
  accepts: (document) => {
    const results = analyzerResults(document);
    return (
      results.length > 0 && results.every(({ diagnostics }) => Array.isArray(diagnostics) && diagnostics.every(isDiagnostic))
    );
  },
  readOld(document, firstLine, lastLine) {
    const section = { ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine };
    const findings = analyzerResults(document).flatMap(({ analyzer, diagnostics }) =>
      (Array.isArray(diagnostics) ? diagnostics : []).filter(isRecord).map((diagnostic) => toFinding(analyzer, diagnostic)),
    );
    return [{ ...section, findings }];
  },
};

function analyzerResults(document: unknown): { analyzer: string; diagnostics: unknown }[] {
  const packages = isRecord(document) ? Object.values(document) : [];
  if (!packages.every(isRecord)) return [];
  return packages.flatMap((analyzers) => Object.entries(analyzers).map(([analyzer, diagnostics]) => ({ analyzer, diagnostics })));
}

function isDiagnostic(value: unknown): boolean {
  return isRecord(value) && textMember(value, 'posn') !== null && textMember(value, 'message') !== null;
}

function toFinding(analyzer: string, diagnostic: Readonly<Record<string, unknown>>): LintFinding {
  const position = filePosition(`${textMember(diagnostic, 'posn') ?? ''}:`);
  const place = { path: position?.path ?? null, line: position?.line ?? null };
  return { ...place, rule: analyzer, severity: 'error', message: textMember(diagnostic, 'message') ?? '' };
}
