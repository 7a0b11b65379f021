// mypy's console output, plain and --pretty, with or without its summary; and its --output=json. Notes are not findings.

import type { LintFinding } from '../../../contract/index.ts';
import { isRecord, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';
import { errorsAndWarnings } from '../shared/delimited-runs.ts';
import { splitRule } from '../shared/finding-fields.ts';
import { jsonLinesLinter } from '../shared/json-linter.ts';

const MAX_WRAPPED_LINES = 6;
const CODE = / {1,2}\[([a-z][a-z0-9-]{1,60})\]$/;

const lines = consoleLinter({
  id: 'mypy',
  commands: ['mypy', 'dmypy'],
  startsWith: ['Found ', 'Success: ', 'mypy: '],
  positions: true,
  // Notes may be between two errors, and with --pretty the source.
  maxGap: 12,
  findings: [
    // The end of the place may be in front: "path:4:10:4:23: error: message  [code]".
    {
      has: ': error: ',
      after: /^(?:\d+:\d+: )?error: (?<message>.+)$/,
      paths: /\.(?:pyi?|ipynb)$|^<(?:string|stdin)>$/,
      rule: CODE,
    },
    { has: ': error: ', line: /^(?<path>[^:]{1,1000}\.pyi?): error: (?<message>.+)$/, rule: CODE },
  ],
  totals: [
    {
      has: 'Found ',
      line: /^Found (?<errors>\d{1,9}) errors? in \d{1,9} files? \((?:checked \d{1,9} source files?|errors prevented further checking)\)$/,
      count: ({ errors }) => errorsAndWarnings(errors, 0),
    },
  ],
  clean: /^Success: no issues found in \d{1,9} source files?$/,
  // It did not check anything.
  failed: [/^mypy: (?:error: |can't )/, 'mypy failed: '],
  lateRule: joinWrapped,
});

/** A message that --pretty has wrapped has its code at the end. */
function joinWrapped(text: string, finding: LintFinding, lines: number): boolean {
  if (text === '' || text.startsWith('    ') || lines > MAX_WRAPPED_LINES) return false;
  const { rule, message } = splitRule(` ${text}`, CODE);
  finding.rule = rule;
  finding.message = `${finding.message}${message}`.trimEnd();
  return true;
}

/** One document per message, without a last line or totals. */
const jsonLines = jsonLinesLinter({
  id: 'mypy-json',
  commands: ['mypy', 'dmypy'],
  hasHeader: true,
  accepts(document) {
    if (!isRecord(document) || !('hint' in document) || !('code' in document) || !('column' in document)) return false;
    return textMember(document, 'file') !== null && (document.severity === 'error' || document.severity === 'note');
  },
  path: 'file',
  line: 'line',
  rule: 'code',
  severity: ({ severity }) => (severity === 'error' ? 'error' : null),
  message: 'message',
});

export const mypy: Linter = {
  id: 'mypy',
  parse: [jsonLines, lines],
  configFiles: /\.?mypy\.ini/,
  suppression: /#\s*type:\s*ignore/,
  fileSuppression: /#\s*mypy:\s*ignore-errors/,
};
