// The console output of pyright and basedpyright, and --outputjson. Informations are not findings.

import { countMember, isRecord, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { consoleLinter, type Groups } from '../shared/console-linter.ts';
import { firstLine } from '../shared/finding-fields.ts';
import { jsonLinter } from '../shared/json-linter.ts';

const RULE = / \((report[A-Z]\w{1,80})\)$/;

const lines = consoleLinter({
  id: 'pyright',
  commands: ['pyright', 'basedpyright'],
  // The absolute path of a file is indented.
  startsWith: [...'0123456789', '/', 'c:\\', 'C:\\', 'd:\\', 'D:\\'],
  positions: true,
  findings: [
    // Versions of 2020 name the file on a line of its own.
    {
      has: ' - ',
      line: /^ {2,4}(?<line>\d{1,9}):\d{1,9} - (?<level>error|warning|information): (?<message>.+)$/,
      file: /^\S.{0,1000}\.pyi?$/,
      hasGaps: true,
      rule: RULE,
      severity,
    },
    // "  path.py:1:8 - error: message (reportMissingImports)"
    {
      has: ' - ',
      line: /^ {0,4}(?<path>\S.{0,1000}?):(?<line>\d{1,9}):\d{1,9} - (?<level>error|warning|information): (?<message>.+)$/,
      rule: RULE,
      severity,
    },
  ],
  totals: [
    {
      has: ' warning',
      line: /^(?<errors>\d{1,9}) errors?, (?<warnings>\d{1,9}) warnings?, \d{1,9} (?:informations?|infos?|notes?)\s*$/,
    },
    // Other tools print the same line.
    { has: ' warning', line: /^(?<errors>\d{1,9}) errors?, (?<warnings>\d{1,9}) warnings?\s*$/, needsFindings: true },
  ],
  lateRule: RULE,
});

const json = jsonLinter({
  id: 'pyright-json',
  commands: ['pyright', 'basedpyright'],
  accepts: (document) =>
    isRecord(document) && Array.isArray(document.generalDiagnostics) && countMember(document, 'summary.errorCount') !== null,
  items: (document) => recordsMember(document, 'generalDiagnostics'),
  totals: (document) => ({
    errors: countMember(document, 'summary.errorCount'),
    warnings: countMember(document, 'summary.warningCount'),
    total: null,
  }),
  path: 'file',
  // Counted from 0.
  line: (item) => (countMember(item, 'range.start.line') ?? -1) + 1,
  rule: 'rule',
  severity: ({ severity }) => (severity === 'error' || severity === 'warning' ? severity : null),
  message: (item) => firstLine(textMember(item, 'message') ?? ''),
});

function severity({ level }: Groups) {
  return level === 'error' || level === 'warning' ? level : null;
}

export const pyright: Linter = {
  id: 'pyright',
  parse: [json, lines],
  configFiles: /pyrightconfig\.json/,
  suppression: /#\s*pyright:\s*ignore/,
};
