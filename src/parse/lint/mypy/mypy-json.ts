// Mypy's --output=json: one line a message. Notes are no findings. There is neither an end nor a total.

import type { JsonLinesParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { isRecord, textMember } from '../../shared/json-access.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'mypy-json';

export const mypyJson: JsonLinesParser<LintSection> = {
  id: ID,
  form: 'json-lines',
  commands: ['mypy', 'dmypy'],
  accepts: isMessage,
  openOld(shelf) {
    let section: LintSection | null = null;
    return {
      document(document, lineNumber) {
        section ??= { ...emptyLintSection(ID, lineNumber), hasHeader: true, hasFooter: true };
        section.lastLine = lineNumber;
        if (!isMessage(document) || document.severity !== 'error') return;
        shelf.keepFinding(section.findings, {
          path: textMember(document, 'file'),
          line: findingLine(document.line),
          rule: textMember(document, 'code'),
          severity: 'error',
          message: textMember(document, 'message') ?? '',
        });
      },
      end: () => (section === null ? [] : [section]),
    };
  },
};

function isMessage(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value) || !('hint' in value) || !('code' in value) || !('column' in value)) return false;
  return textMember(value, 'file') !== null && (value.severity === 'error' || value.severity === 'note');
}
