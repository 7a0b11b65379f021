// staticcheck's text, "path:line:column: message (SA4006)", its stylish form with totals, and `-f json`.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { isRecord, textMember } from '../shared/json-access.ts';
import { filePosition } from './shared/file-position.ts';
import { findingLine } from './shared/finding-fields.ts';
import { GroupReader } from './shared/finding-groups.ts';
import { jsonLinesLinter } from './shared/json-linter.ts';

const MAX_GAP = 4;
const COMMANDS = ['staticcheck', 'go-staticcheck'];
const CODE = /^(?:(?:SA|S|ST|QF|U)\d{4}|compile|config)$/;
/** " ✖ 3 problems (2 errors, 1 warnings, 0 ignored)" */
const STYLISH_TOTAL = /^ ✖ (\d{1,9}) problems \((\d{1,9}) errors, (\d{1,9}) warnings, (\d{1,9}) ignored\)$/;
/** "  (16, 6)  SA4006  message", below the line of its file */
const STYLISH_ROW = /^ {2}\((\d{1,9}), \d{1,9}\) +([A-Z]{1,2}\d{4}|compile|config) +(\S.*)$/;

export const staticcheck: LineParser<LintSection> = {
  id: 'staticcheck',
  form: 'lines',
  commands: COMMANDS,
  startsWith: '(✖',
  positions: true,
  open: (results) => new StaticcheckReader(results, MAX_GAP),
};

/** One document per finding. */
export const staticcheckJson = jsonLinesLinter({
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

class StaticcheckReader extends GroupReader {
  /** The file of the stylish form, and that form's first line: it ends with totals. */
  #path: string | null = null;
  #begun: number | null = null;

  line(text: string): boolean {
    if (text.startsWith('  (')) this.#row(text);
    else if (text.startsWith(' ✖ ')) this.#total(text);
    else if (text.endsWith(')') && text.includes('.go:')) this.groups.addIfAny(toFinding(text));
    return false;
  }

  override end(): void {
    if (this.#begun !== null) this.groups.markTruncated(this.#begun);
    super.end();
  }

  #row(text: string): void {
    const [, line, rule, message] = STYLISH_ROW.exec(text) ?? [];
    if (rule === undefined || message === undefined) return;
    const above = this.results.before(1);
    if (above.endsWith('.go') && !above.startsWith(' ')) this.#path = above;
    if (this.#path === null) return;
    this.#begun ??= this.results.lineNumber;
    this.groups.add({ path: this.#path, line: findingLine(line), rule, severity: 'error', message });
  }

  #total(text: string): void {
    const counts = STYLISH_TOTAL.exec(text)?.slice(1).map(Number);
    const [all, errors = 0, warnings = 0, ignored = 0] = counts ?? [];
    if (all === undefined || errors + warnings + ignored !== all) return;
    this.groups.close({ errors: null, warnings: null, total: errors + warnings });
    this.#path = null;
    this.#begun = null;
  }
}

function toFinding(text: string): LintFinding | null {
  const position = filePosition(text);
  const opening = position?.rest.lastIndexOf(' (') ?? -1;
  if (position === null || opening <= 0) return null;
  const rule = position.rest.slice(opening + 2, -1);
  if (!CODE.test(rule)) return null;
  return { path: position.path, line: position.line, rule, severity: 'error', message: position.rest.slice(0, opening) };
}
