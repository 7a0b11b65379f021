// TSLint's JSON.

import type { JsonParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { isRecord, textMember } from '../../shared/json-access.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'tslint-json';

export const tslintJson: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: ['tslint'],
  accepts: (document) => {
    const first = Array.isArray(document) ? document[0] : null;
    return isRecord(first) && 'ruleName' in first && 'failure' in first && isRecord(first.startPosition);
  },
  readOld: (document, firstLine, lastLine) => {
    const failures = Array.isArray(document) ? document.filter(isRecord) : [];
    const findings = failures.map((failure) => ({
      path: textMember(failure, 'name'),
      line: lineOf(failure.startPosition),
      rule: textMember(failure, 'ruleName'),
      severity: textMember(failure, 'ruleSeverity')?.toUpperCase() === 'WARNING' ? ('warning' as const) : ('error' as const),
      message: textMember(failure, 'failure') ?? '',
    }));
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings }];
  },
};

/** TSLint counts lines from 0. */
function lineOf(position: unknown): number | null {
  return isRecord(position) && typeof position.line === 'number' ? findingLine(position.line + 1) : null;
}
