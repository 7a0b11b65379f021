// ktlint's plain form, "path.kt:line:column: message (standard:rule)", also grouped by file, with the counts by rule that
// newer versions add; and its JSON.

import { countMember, isRecord, records, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { type ConsoleReader, consoleLinter } from '../shared/console-linter.ts';
import { isListOf, jsonLinter } from '../shared/json-linter.ts';

const SUMMARY = 'Summary error count (descending) by rule:';
const SHARE = /^ {2}\S.{0,200}: (\d{1,9})$/;

const lines = consoleLinter({
  id: 'ktlint',
  commands: ['ktlint'],
  startsWith: [...'0123456789', 'Summary error count '],
  positions: true,
  contains: /\.kt|^ {2}\d.*\)$/,
  maxGap: 3,
  // A file that does not parse has no rule: "Not a valid Kotlin file (1:4 expecting ...) ()".
  findings: [
    {
      has: '.kt',
      after: /^(?<message>.+) \((?<rule>(?:[a-z][\w.-]{0,60}:)?[\w.-]{0,80})\)$/,
      paths: /\.kts?$/,
      hasColumn: true,
    },
    // "  4:13 message (standard:rule)", below the line of its file
    {
      line: /^ {2}(?<line>\d{1,9}):\d{1,9} (?<message>.+) \((?<rule>(?:[a-z][\w.-]{0,60}:)?[\w.-]{0,80})\)$/,
      file: /^.*\.kts?$/,
    },
  ],
  open: addUpSummary,
});

function addUpSummary({ groups, results, ends }: ConsoleReader): (text: string) => boolean | null {
  let total: number | null = null;
  const close = (lineNumber: number) => {
    if (total !== null && total > 0) groups.close({ errors: null, warnings: null, total }, lineNumber);
    total = null;
  };
  ends.push(() => close(groups.lastLine));
  return (text) => {
    const share = total === null ? undefined : SHARE.exec(text)?.[1];
    if (share !== undefined) {
      total = (total ?? 0) + Number(share);
      groups.extend();
    } else close(results.lineNumber - 1);
    if (text === SUMMARY) total = 0;
    return total === null ? null : true;
  };
}

const json = jsonLinter({
  id: 'ktlint-json',
  commands: ['ktlint'],
  accepts: (document) => isListOf(document, isFile),
  items: (document) => records(document).flatMap(({ file, errors }) => records(errors).map((error) => ({ ...error, file }))),
  path: 'file',
  line: 'line',
  rule: 'rule',
  severity: () => 'error',
  message: 'message',
});

function isFile(value: unknown): boolean {
  if (!isRecord(value) || textMember(value, 'file') === null || !Array.isArray(value.errors)) return false;
  return value.errors.every((error) => isRecord(error) && countMember(error, 'line') !== null && 'rule' in error);
}

export const ktlint: Linter = { id: 'ktlint', parse: [json, lines] };
