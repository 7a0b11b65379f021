// Ktlint's plain form: "path.kt:line:column: message (standard:rule)", also grouped by file,
// and the counts by rule that newer versions print behind.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { filePosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';

const ID = 'ktlint';
const MAX_GAP = 3;

export const ktlint: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['ktlint'],
  startsWith: [...'0123456789', 'Summary error count '],
  positions: true,
  open: (context) => new KtlintReader(context),
};

const KOTLIN_FILE = /\.kts?$/;
/** "  4:13 message (standard:rule)", below the line of its file */
const GROUPED = /^ {2}(\d{1,9}):\d{1,9} (.+)$/;
const SUMMARY = 'Summary error count (descending) by rule:';
const SHARE = /^ {2}\S.{0,200}: (\d{1,9})$/;

class KtlintReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  readonly #context: LineContext;
  #path: string | null = null;
  #lastRow = 0;
  /** The counts of the summary so far; null outside of it. */
  #counted: number | null = null;

  constructor(context: LineContext) {
    this.#context = context;
    this.#groups = new FindingGroups(ID, MAX_GAP, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (this.#counted !== null) this.#share(text, this.#counted, lineNumber);
    if (text === SUMMARY) this.#counted = 0;
    else if (text.endsWith(')')) {
      const finding = text.startsWith('  ') ? this.#grouped(text, lineNumber) : fromPosition(text);
      if (finding !== null) this.#groups.add(finding, lineNumber);
    }
    return this.#counted !== null;
  }

  end(): LintSection[] {
    if (this.#counted !== null) this.#close(this.#counted, this.#groups.lastLine);
    return this.#groups.end();
  }

  #share(text: string, counted: number, lineNumber: number): void {
    const share = SHARE.exec(text)?.[1];
    if (share === undefined) this.#close(counted, lineNumber - 1);
    else {
      this.#counted = counted + Number(share);
      this.#groups.extend(lineNumber);
    }
  }

  #close(total: number, lineNumber: number): void {
    if (total > 0) this.#groups.close({ errors: null, warnings: null, total }, lineNumber);
    this.#counted = null;
  }

  #grouped(text: string, lineNumber: number): LintFinding | null {
    const [, line, rest = ''] = GROUPED.exec(text) ?? [];
    if (line === undefined) return null;
    if (this.#lastRow !== lineNumber - 1) this.#path = this.#context.before(1);
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
