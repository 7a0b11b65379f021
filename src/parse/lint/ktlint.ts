// ktlint's plain form, "path.kt:line:column: message (standard:rule)", also grouped by file, with the counts by rule that
// newer versions add; and its JSON.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { countMember, isRecord, records, textMember } from '../shared/json-access.ts';
import { filePosition } from './shared/file-position.ts';
import { GroupReader } from './shared/finding-groups.ts';
import { isListOf, jsonLinter } from './shared/json-linter.ts';

const MAX_GAP = 3;
const KOTLIN_FILE = /\.kts?$/;
/** "  4:13 message (standard:rule)", below the line of its file */
const GROUPED = /^ {2}(\d{1,9}):\d{1,9} (.+)$/;
const SUMMARY = 'Summary error count (descending) by rule:';
const SHARE = /^ {2}\S.{0,200}: (\d{1,9})$/;

export const ktlint: LineParser<LintSection> = {
  id: 'ktlint',
  form: 'lines',
  commands: ['ktlint'],
  startsWith: [...'0123456789', 'Summary error count '],
  positions: true,
  open: (results) => new KtlintReader(results, MAX_GAP),
};

export const ktlintJson = jsonLinter({
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

class KtlintReader extends GroupReader {
  #path: string | null = null;
  #lastRow = 0;
  /** The sum of the summary's counts so far; null outside of it. */
  #counted: number | null = null;

  line(text: string): boolean {
    if (this.#counted !== null) this.#share(text, this.#counted);
    if (text === SUMMARY) this.#counted = 0;
    else if (text.endsWith(')')) this.groups.addIfAny(text.startsWith('  ') ? this.#grouped(text) : fromPosition(text));
    return this.#counted !== null;
  }

  override end(): void {
    if (this.#counted !== null) this.#close(this.#counted, this.groups.lastLine);
    super.end();
  }

  #share(text: string, counted: number): void {
    const share = SHARE.exec(text)?.[1];
    if (share === undefined) this.#close(counted, this.results.lineNumber - 1);
    else {
      this.#counted = counted + Number(share);
      this.groups.extend();
    }
  }

  #close(total: number, lineNumber: number): void {
    if (total > 0) this.groups.close({ errors: null, warnings: null, total }, lineNumber);
    this.#counted = null;
  }

  #grouped(text: string): LintFinding | null {
    const [, line, rest = ''] = GROUPED.exec(text) ?? [];
    if (line === undefined) return null;
    const { lineNumber } = this.results;
    if (this.#lastRow !== lineNumber - 1) this.#path = this.results.before(1);
    this.#lastRow = lineNumber;
    return KOTLIN_FILE.test(this.#path ?? '') ? toFinding(this.#path ?? '', Number(line) || null, rest) : null;
  }
}

function fromPosition(text: string): LintFinding | null {
  const position = text.includes('.kt') ? filePosition(text) : null;
  if (position === null || position.column === null || !KOTLIN_FILE.test(position.path)) return null;
  return toFinding(position.path, position.line, position.rest);
}

function toFinding(path: string, line: number | null, text: string): LintFinding | null {
  const opening = text.lastIndexOf(' (');
  const rule = text.slice(opening + 2, -1);
  // A file that does not parse has no rule: "Not a valid Kotlin file (1:4 expecting ...) ()".
  if (opening <= 0 || !/^(?:[a-z][\w.-]{0,60}:)?[\w.-]{0,80}$/.test(rule)) return null;
  return { path, line, rule: rule || null, severity: 'error', message: text.slice(0, opening) };
}
