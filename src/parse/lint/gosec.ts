// gosec's text with its summary, its golint form and its JSON.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { countMember, isRecord, recordMember, recordsMember, textMember } from '../shared/json-access.ts';
import { filePosition } from './shared/file-position.ts';
import { findingLine } from './shared/finding-fields.ts';
import { GroupReader } from './shared/finding-groups.ts';
import { jsonLinter } from './shared/json-linter.ts';

/** A finding shows a few lines of source and, in newer versions, a suggested fix. */
const MAX_GAP = 40;
/** "[/path/main.go:37] - G307 (CWE-703): message (Confidence: HIGH, Severity: MEDIUM)" */
const HEADLINE =
  /^\[(.{1,1000}):(\d{1,9})(?:-\d{1,9})?\] - (G\d{3})(?: \(CWE-\d{1,6}\))?: (.*) \(Confidence: \w{1,10}, Severity: (\w{1,10})\)$/;
/** "message (Rule:G104, Severity:LOW, Confidence:HIGH)" */
const GOLINT_TAIL = /^(.*) \(Rule:(G\d{3}), Severity:(\w{1,10}), Confidence:\w{1,10}\)$/;
const TOTAL = /^ {1,4}Issues {0,4}: (\d{1,9})$/;

export const gosec: LineParser<LintSection> = {
  id: 'gosec',
  form: 'lines',
  commands: ['gosec'],
  startsWith: ['Summary:'],
  positions: true,
  open: (results) => new GosecReader(results, MAX_GAP),
};

export const gosecJson = jsonLinter({
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

class GosecReader extends GroupReader {
  /** Inside "Summary:", which ends with the number of issues. */
  #inSummary = false;

  line(text: string): boolean {
    if (text.endsWith(')')) this.groups.addIfAny(text.startsWith('[') ? fromHeadline(text) : fromGolint(text));
    else if (text === 'Summary:') this.#inSummary = true;
    else if (this.#inSummary) this.#summary(text);
    return this.#inSummary;
  }

  #summary(text: string): void {
    const total = TOTAL.exec(text)?.[1];
    if (total !== undefined) this.groups.close({ errors: null, warnings: null, total: Number(total) });
    if (total !== undefined || !text.startsWith(' ')) this.#inSummary = false;
  }
}

function fromHeadline(text: string): LintFinding | null {
  const [, path = null, line, rule = null, message = '', severity] = HEADLINE.exec(text) ?? [];
  return rule === null ? null : { path, line: findingLine(line), rule, severity: severityOf(severity), message };
}

function fromGolint(text: string): LintFinding | null {
  if (!text.includes(' (Rule:G')) return null;
  const position = filePosition(text);
  const [, message = '', rule = null, severity] = GOLINT_TAIL.exec(position?.rest ?? '') ?? [];
  if (position === null || rule === null) return null;
  return { path: position.path, line: position.line, rule, severity: severityOf(severity), message };
}

function severityOf(word: unknown): LintFinding['severity'] {
  return word === 'HIGH' ? 'error' : 'warning';
}
