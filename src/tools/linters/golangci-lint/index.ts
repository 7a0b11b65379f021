// golangci-lint's text, "path:line:column: message (linter)", with totals from version 2 on; and its JSON.

import { CharCode } from '../../../parse/shared/characters.ts';
import { isRecord, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';
import { parseSeverity } from '../shared/finding-fields.ts';
import { jsonLinter } from '../shared/json-linter.ts';

const FAILED = 'golangci-lint reports that its run failed';
const FILES = /(?:\.go|go\.mod)$/;
/** go vet and the compiler end some messages with a type in parentheses. */
const GO_TYPE = /^(?:u?int\d*|float\d+|complex\d+|string|bool|error|byte|rune|number|nil|any|compile)$/;

const lines = consoleLinter({
  id: 'golangci-lint',
  commands: ['golangci-lint'],
  startsWith: [...'0123456789', '^', 'level=', 'ERRO'],
  positions: true,
  prefilter: (text) => text.charCodeAt(0) > CharCode.SPACE || text.endsWith('^'),
  // A finding may show several lines of source.
  maxGap: 12,
  findings: [
    // --output.tab: "path:line:column  linter  message"
    { has: 'go', after: /^(?<rule>[a-z][\w-]{1,60}) {2,}(?<message>.+)$/, paths: FILES, separator: ' ' },
    {
      has: 'go',
      after: /^(?<message>.+) \((?<rule>[a-z][\w-]{1,60})\)$/,
      paths: FILES,
      accepts: ({ rule }) => !GO_TYPE.test(rule ?? ''),
    },
  ],
  totals: [
    { has: '* ', line: /^\* [\w-]{1,60}: \d{1,9}$/, above: /^(?<total>\d{1,9}) issues?:$/ },
    { has: ' issue', line: /^(?<total>0) issues\.$/ },
  ],
  next: /^\d{1,9} issues?:$/,
  stopped: [/Running error: /, FAILED],
  hasCarets: true,
});

const json = jsonLinter({
  id: 'golangci-lint-json',
  commands: ['golangci-lint'],
  // The list is null when nothing was found.
  accepts: (document) =>
    isRecord(document) && isRecord(document.Report) && (Array.isArray(document.Issues) || document.Issues === null),
  items: (document) => recordsMember(document, 'Issues'),
  problems: (document) => (textMember(document, 'Report.Error') ? [FAILED] : []),
  path: 'Pos.Filename',
  line: 'Pos.Line',
  rule: 'FromLinter',
  severity: ({ Severity }) => ((parseSeverity(String(Severity)) ?? 'error') === 'error' ? 'error' : 'warning'),
  message: 'Text',
});

export const golangciLint: Linter = {
  id: 'golangci-lint',
  parse: [json, lines],
  configFiles: /\.golangci\.(?:ya?ml|toml|json)/,
  suppression: /\/\/\s*nolint/,
};
