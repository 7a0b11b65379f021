// The console output of pyright and basedpyright, and --outputjson. Informations are not findings.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { countMember, isRecord, recordsMember, textMember } from '../shared/json-access.ts';
import { errorsAndWarnings, RunReader } from './shared/delimited-runs.ts';
import { findingLine, firstLine, splitRule } from './shared/finding-fields.ts';
import { jsonLinter } from './shared/json-linter.ts';

/** "  path.py:1:8 - error: message (reportMissingImports)" */
const DIAGNOSTIC = /^ {0,4}(\S.{0,1000}?):(\d{1,9}):\d{1,9} - (error|warning|information): (.+)$/;
/** Versions of 2020 name the file on a line of its own. */
const OLD_DIAGNOSTIC = /^ {2,4}(\d{1,9}):\d{1,9} - (error|warning|information): (.+)$/;
const FILE = /^\S.{0,1000}\.pyi?$/;
const RULE = / \((report[A-Z]\w{1,80})\)$/;
const SUMMARY = /^(\d+) errors?, (\d+) warnings?(, \d+ (?:informations?|infos?|notes?))?\s*$/;

export const pyright: LineParser<LintSection> = {
  id: 'pyright',
  form: 'lines',
  commands: ['pyright', 'basedpyright'],
  // The absolute path of a file is indented.
  startsWith: [...'0123456789', '/', 'c:\\', 'C:\\', 'd:\\', 'D:\\'],
  positions: true,
  open: (results) => new PyrightReader(results),
};

export const pyrightJson = jsonLinter({
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

class PyrightReader extends RunReader {
  /** A message may continue over several lines, with its rule at the end. */
  #unnamed: LintFinding | null = null;
  #file: string | null = null;

  line(text: string): boolean {
    if (text.includes(' - ')) this.#diagnostic(text);
    else if (this.#unnamed !== null && text.endsWith(')')) this.#lateRule(this.#unnamed, text);
    else if (text.includes(' warning')) this.#summary(text);
    return this.#unnamed !== null;
  }

  #diagnostic(text: string): void {
    const match = OLD_DIAGNOSTIC.exec(text) ?? DIAGNOSTIC.exec(text);
    if (match === null) return;
    const above = this.results.before(1);
    if (FILE.test(above)) this.#file = above;
    const path = match.length === 4 ? this.#file : (match[1] ?? null);
    const [line, severity, message = ''] = match.slice(-3);
    if (severity !== 'error' && severity !== 'warning') return;
    const finding = { path, line: findingLine(line), severity, ...splitRule(message, RULE) } as const;
    this.runs.finding(finding);
    this.#unnamed = finding.rule === null ? finding : null;
  }

  #lateRule(finding: LintFinding, text: string): void {
    const rule = RULE.exec(text)?.[1];
    if (rule === undefined) return;
    finding.rule = rule;
    this.#unnamed = null;
    this.runs.extend();
  }

  #summary(text: string): void {
    const [, errors, warnings, informations] = SUMMARY.exec(text) ?? [];
    // Without its last part, other tools print the same line.
    if (errors === undefined || (informations === undefined && this.runs.open === null)) return;
    this.#unnamed = null;
    this.runs.close(errorsAndWarnings(errors, warnings));
  }
}
