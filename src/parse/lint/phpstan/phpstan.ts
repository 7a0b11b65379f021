// Phpstan's table, one a file, and its raw form. Its verdict closes the run.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyLintSection, type LintSection, type LintTotals } from '../../section.ts';
import { extended } from '../../shared/bounded-text.ts';
import { filePosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'phpstan';
const MAX_GAP = 1;

export const phpstan: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['phpstan'],
  startsWith: ['--', '[ERROR]', '[OK]', '[WARNING]', '?'],
  positions: true,
  open: ({ shelf }) => new PhpstanReader(shelf),
};

const RULE = /^ -{2,} -{5,}$/;
const FILE = /^ {2}Line {3,}(\S.*)$/;
/** Errors that belong to no file stand in a table of their own. */
const GENERAL = /^ {5}(Error|Warning)$/;
/** "  63     message"; some terminals get ":63", an error of the whole file "-" or "?" */
const ROW = /^ {2}:?(\d{1,9}|[-?]) {2,}(\S.*)$/;
const CONTINUATION = /^ {4,}(\S.*)$/;
const FOUND = /^ ?\[(?:ERROR|WARNING)\] Found (?:(\d{1,9}) errors?)?(?: and )?(?:(\d{1,9}) warnings?)?$/;

interface Table {
  path: string | null;
  severity: LintFinding['severity'];
}

class PhpstanReader implements LineReader<LintSection> {
  readonly #raw: FindingGroups;
  readonly #shelf: Shelf;
  readonly #sections: LintSection[] = [];
  #section: LintSection | null = null;
  #ruleAt = -1;
  #table: Table | null = null;
  /** The rule below the head of the table was seen: rows follow. */
  #inRows = false;

  constructor(shelf: Shelf) {
    this.#raw = new FindingGroups(ID, MAX_GAP, shelf);
    this.#shelf = shelf;
  }

  line(padded: string, lineNumber: number): boolean {
    // Cells are filled with blanks up to the width of the table.
    const text = padded.trimEnd();
    if (RULE.test(text)) this.#rule(lineNumber);
    else if (lineNumber === this.#ruleAt + 1 && this.#table === null) this.#head(text, lineNumber);
    else if (this.#inRows) this.#row(text, lineNumber);
    else if (text.includes('[ERROR]') || text.includes('[OK]') || text.includes('[WARNING]'))
      this.#verdict(text.trim(), lineNumber);
    else if (text.includes(':')) {
      const finding = fromRaw(text);
      if (finding !== null) this.#raw.add(finding, lineNumber);
    }
    return this.#table !== null || lineNumber === this.#ruleAt;
  }

  end(): LintSection[] {
    return [...this.#sections, ...this.#raw.end()];
  }

  #rule(lineNumber: number): void {
    if (this.#inRows) {
      this.#table = null;
      this.#inRows = false;
      if (this.#section !== null) this.#section.lastLine = lineNumber;
    } else if (this.#table !== null) this.#inRows = true;
    this.#ruleAt = lineNumber;
  }

  #head(text: string, lineNumber: number): void {
    const path = FILE.exec(text)?.[1]?.replace(/ \(in context of .{1,1000}\)$/, '');
    const general = GENERAL.exec(text)?.[1];
    if (path === undefined && general === undefined) return;
    this.#table = { path: path ?? null, severity: general === 'Warning' ? 'warning' : 'error' };
    if (this.#section !== null) return;
    this.#section = { ...emptyLintSection(ID, lineNumber - 1), hasHeader: true };
    this.#shelf.keepRun(this.#sections, this.#section);
  }

  #row(text: string, lineNumber: number): void {
    const findings = this.#section?.findings ?? [];
    const { path, severity } = this.#table ?? { path: null, severity: 'error' };
    const row = path === null ? null : ROW.exec(text);
    const plain = CONTINUATION.exec(text)?.[1];
    const last = findings.at(-1);
    if (row !== null)
      this.#shelf.keepFinding(findings, { path, line: findingLine(row[1]), rule: null, severity, message: row[2] ?? '' });
    else if (plain === undefined) return;
    else if (path === null && this.#ruleAt === lineNumber - 1)
      this.#shelf.keepFinding(findings, { path, line: null, rule: null, severity, message: plain });
    else if (last !== undefined) continueFinding(last, plain);
  }

  #verdict(text: string, lineNumber: number): void {
    const totals = totalsOf(text);
    if (totals === null) return;
    const section = this.#section ?? { ...emptyLintSection(ID, lineNumber) };
    if (this.#section === null) this.#shelf.keepRun(this.#sections, section);
    Object.assign(section, { totals, hasFooter: true, lastLine: lineNumber });
    this.#section = null;
  }
}

/** Below a message: an identifier, a tip, a place; or the message goes on. */
function continueFinding(finding: LintFinding, text: string): void {
  const identifier = /^🪪\s+(\S+)$/u.exec(text)?.[1];
  if (identifier !== undefined) finding.rule = identifier;
  else if (finding.rule === null && !/^(?:💡|✏|at |↳)/u.test(text)) finding.message = extended(finding.message, ' ', text);
}

function totalsOf(text: string): LintTotals | null {
  if (text === '[OK] No errors') return { errors: 0, warnings: 0, total: null };
  const found = FOUND.exec(text);
  if (found === null) return null;
  return { errors: Number(found[1] ?? 0), warnings: Number(found[2] ?? 0), total: null };
}

/** "src/Account.php:63:message", without a blank; "?:?:message" for what belongs to no file. */
function fromRaw(text: string): LintFinding | null {
  if (text.startsWith('?:?:')) return { path: null, line: null, rule: null, severity: 'error', message: text.slice(4) };
  const position = filePosition(text);
  if (
    position === null ||
    position.separator !== ':' ||
    position.column !== null ||
    !/\.(?:php\d?|phtml|inc|stub)$/.test(position.path)
  )
    return null;
  const [, message, rule] = /^(.*) \[identifier=([\w.]{1,200})\]$/.exec(position.rest) ?? [];
  return { path: position.path, line: position.line, rule: rule ?? null, severity: 'error', message: message ?? position.rest };
}
