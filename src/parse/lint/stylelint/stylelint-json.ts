// Stylelint's JSON.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { isRecord, textMember } from '../../shared/json-access.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'stylelint-json';

type JsonRecord = Readonly<Record<string, unknown>>;

export const stylelintJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['stylelint'],
  accepts: (document) => {
    const first = Array.isArray(document) ? document[0] : null;
    return isRecord(first) && 'invalidOptionWarnings' in first && Array.isArray(first.warnings);
  },
  readOld: (document, firstLine, lastLine) => {
    const files = records(document);
    const findings = files.flatMap((file) => [
      ...records(file.warnings).map((warning) => finding(file, warning, textMember(warning, 'rule'))),
      // A file that the parser could not read is reported apart.
      ...records(file.parseErrors).map((error) => finding(file, error, textMember(error, 'stylelintType'))),
    ]);
    const invalid = files.flatMap((file) =>
      records(file.invalidOptionWarnings).map((option) => textMember(option, 'text') ?? ''),
    );
    const problems = [...new Set(invalid)].map((text) => `stylelint: Invalid Option: ${text}`);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, problems, findings }];
  },
};

function records(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function finding(file: JsonRecord, warning: JsonRecord, rule: string | null): LintFinding {
  const text = textMember(warning, 'text') ?? '';
  const suffix = ` (${rule})`;
  return {
    path: textMember(file, 'source'),
    line: findingLine(warning.line),
    rule,
    severity: warning.severity === 'warning' ? 'warning' : 'error',
    message: text.endsWith(suffix) ? text.slice(0, -suffix.length) : text,
  };
}
