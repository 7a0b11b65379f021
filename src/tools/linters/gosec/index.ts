// gosec's text with its summary, its golint form and its JSON.

import type { LintFinding } from '../../../contract/index.ts';
import { countMember, isRecord, recordMember, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { type ConsoleReader, consoleLinter } from '../shared/console-linter.ts';
import { jsonLinter } from '../shared/json-linter.ts';

const lines = consoleLinter({
  id: 'gosec',
  commands: ['gosec'],
  startsWith: ['Summary:'],
  positions: true,
  // A finding shows a few lines of source and, in newer versions, a suggested fix.
  maxGap: 40,
  findings: [
    // "[/path/main.go:37] - G307 (CWE-703): message (Confidence: HIGH, Severity: MEDIUM)"
    {
      has: '] - G',
      line: /^\[(?<path>.{1,1000}):(?<line>\d{1,9})(?:-\d{1,9})?\] - (?<rule>G\d{3})(?: \(CWE-\d{1,6}\))?: (?<message>.*) \(Confidence: \w{1,10}, Severity: (?<level>\w{1,10})\)$/,
      severity: ({ level }) => severityOf(level),
    },
    // "message (Rule:G104, Severity:LOW, Confidence:HIGH)"
    {
      has: ' (Rule:G',
      after: /^(?<message>.*) \(Rule:(?<rule>G\d{3}), Severity:(?<level>\w{1,10}), Confidence:\w{1,10}\)$/,
      severity: ({ level }) => severityOf(level),
    },
  ],
  totals: [{ has: 'Issues', line: /^ {1,4}Issues {0,4}: (?<total>\d{1,9})$/ }],
  open: readSummary,
});

/** "Summary:" ends with the number of issues. */
function readSummary(reader: ConsoleReader): (text: string) => boolean | null {
  let isInside = false;
  return (text) => {
    if (text === 'Summary:') isInside = true;
    else if (isInside) isInside = !reader.totals(text) && text.startsWith(' ');
    else if (text.startsWith(' ')) return false;
    else return null;
    return isInside;
  };
}

const json = jsonLinter({
  id: 'gosec-json',
  commands: ['gosec'],
  accepts: (document) => isRecord(document) && 'Golang errors' in document && isRecord(document.Stats),
  items: (document) => recordsMember(document, 'Issues').filter((issue) => recordsMember(issue, 'suppressions').length === 0),
  totals: (document) => ({ errors: null, warnings: null, total: countMember(document, 'Stats.found') }),
  problems(document) {
    const unread = Object.keys(recordMember(document, 'Golang errors')).length;
    return unread > 0 ? [`gosec could not read ${unread} files`] : [];
  },
  path: 'file',
  // "37", or "37-39" for several lines
  line: (issue) => Number.parseInt(textMember(issue, 'line') ?? '', 10),
  rule: 'rule_id',
  severity: (issue) => severityOf(issue.severity),
  message: 'details',
});

function severityOf(word: unknown): LintFinding['severity'] {
  return word === 'HIGH' ? 'error' : 'warning';
}

export const gosec: Linter = { id: 'gosec', parse: [json, lines] };
