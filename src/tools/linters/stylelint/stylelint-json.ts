// Stylelint's JSON.
import { isRecord, type Json, records, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import { jsonLinter } from '../shared/json-linter.ts';

export const stylelintJson = jsonLinter({
  id: 'stylelint-json',
  commands: ['stylelint'],
  accepts(document) {
    const first: unknown = Array.isArray(document) ? document[0] : null;
    return isRecord(first) && 'invalidOptionWarnings' in first && Array.isArray(first.warnings);
  },
  items: (document) =>
    records(document).flatMap(({ source, warnings, parseErrors }) => [
      ...records(warnings).map((warning) => ({ ...warning, source })),
      // A file that does not parse has separate errors.
      ...records(parseErrors).map((error) => ({ ...error, source, rule: error.stylelintType })),
    ]),
  problems(document) {
    const invalid = records(document).flatMap((file) => recordsMember(file, 'invalidOptionWarnings'));
    const messages = invalid.map((option) => `stylelint: Invalid Option: ${textMember(option, 'text') ?? ''}`);
    return [...new Set(messages)];
  },
  path: 'source',
  line: 'line',
  rule: 'rule',
  severity: ({ severity }) => (severity === 'warning' ? 'warning' : 'error'),
  message: messageOf,
});

/** The text ends with the rule: "Unexpected empty block (block-no-empty)". */
function messageOf(warning: Json): string {
  const text = textMember(warning, 'text') ?? '';
  const suffix = ` (${textMember(warning, 'rule')})`;
  return text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
}
