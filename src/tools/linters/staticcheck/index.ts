// staticcheck's text, "path:line:column: message (SA4006)", its stylish form with totals, and `-f json`.

import { isRecord, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';
import { jsonLinesLinter } from '../shared/json-linter.ts';

const COMMANDS = ['staticcheck', 'go-staticcheck'];

const lines = consoleLinter({
  id: 'staticcheck',
  commands: COMMANDS,
  startsWith: '(✖',
  positions: true,
  maxGap: 4,
  findings: [
    { has: '.go:', after: /^(?<message>.+) \((?<rule>(?:SA|S|ST|QF|U)\d{4}|compile|config)\)$/ },
    // "  (16, 6)  SA4006  message", below the line of its file
    {
      has: '  (',
      line: /^ {2}\((?<line>\d{1,9}), \d{1,9}\) +(?<rule>[A-Z]{1,2}\d{4}|compile|config) +(?<message>\S.*)$/,
      file: /^[^ ].*\.go$/,
      hasGaps: true,
      paths: /\.go$/,
      needsTotals: true,
    },
  ],
  totals: [
    // " ✖ 3 problems (2 errors, 1 warnings, 0 ignored)"
    {
      has: ' problems (',
      line: /^ ✖ \d{1,9} problems \((?<errors>\d{1,9}) errors, (?<warnings>\d{1,9}) warnings, \d{1,9} ignored\)$/,
      count: ({ errors, warnings }) => ({ errors: null, warnings: null, total: Number(errors) + Number(warnings) }),
    },
  ],
});

/** One document per finding. */
const jsonLines = jsonLinesLinter({
  id: 'staticcheck-json',
  commands: COMMANDS,
  accepts: (document) =>
    isRecord(document) &&
    textMember(document, 'code') !== null &&
    textMember(document, 'location.file') !== null &&
    isRecord(document.end) &&
    textMember(document, 'message') !== null,
  maxGap: 1,
  path: 'location.file',
  line: 'location.line',
  rule: 'code',
  severity: ({ severity }) => (severity === 'ignored' ? null : severity === 'warning' ? 'warning' : 'error'),
  message: 'message',
});

export const staticcheck: Linter = { id: 'staticcheck', parse: [jsonLines, lines], configFiles: /staticcheck\.conf/ };
