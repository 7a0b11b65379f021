// phpstan's table, one per file, and its raw form. Its verdict closes the run.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintRun, LintSection, LintTotals } from '../../../parse/section.ts';
import { appendBounded } from '../../../parse/shared/bounded-text.ts';
import { errorsAndWarnings } from '../shared/delimited-runs.ts';
import { filePosition } from '../shared/file-position.ts';
import { findingLine } from '../shared/finding-fields.ts';
import { GroupReader } from '../shared/finding-groups.ts';

const MAX_GAP = 1;
const RULE = /^ -{2,} -{5,}$/;
const FILE = /^ {2}Line {3,}(\S.*)$/;
/** The head of the table of errors without a file. */
const GENERAL = /^ {5}(Error|Warning)$/;
/** "  63     message"; some terminals get ":63", an error of the whole file "-" or "?" */
const ROW = /^ {2}:?(\d{1,9}|[-?]) {2,}(\S.*)$/;
const CONTINUATION = /^ {4,}(\S.*)$/;
const FOUND = /^ ?\[(?:ERROR|WARNING)\] Found (?:(\d{1,9}) errors?)?(?: and )?(?:(\d{1,9}) warnings?)?$/;
const PHP_FILE = /\.(?:php\d?|phtml|inc|stub)$/;

export const phpstan: LineParser<LintSection> = {
  id: 'phpstan',
  form: 'lines',
  commands: ['phpstan'],
  startsWith: ['--', '[ERROR]', '[OK]', '[WARNING]', '?'],
  positions: true,
  open: (results) => new PhpstanReader(results, MAX_GAP),
};

interface Table {
  path: string | null;
  severity: LintFinding['severity'];
}

/** The groups are for the raw form. */
class PhpstanReader extends GroupReader {
  #run: LintRun | null = null;
  #ruleAt = -1;
  #table: Table | null = null;
  /** The rule below the head of the table was seen: rows follow. */
  #inRows = false;

  line(padded: string): boolean {
    // Cells are padded to the width of the table.
    const text = padded.trimEnd();
    const { lineNumber } = this.results;
    if (RULE.test(text)) this.#rule();
    else if (lineNumber === this.#ruleAt + 1 && this.#table === null) this.#head(text);
    else if (this.#inRows) this.#row(text);
    else if (text.includes('[ERROR]') || text.includes('[OK]') || text.includes('[WARNING]')) this.#verdict(text.trim());
    else if (text.includes(':')) this.groups.addIfAny(fromRaw(text));
    return this.#table !== null || lineNumber === this.#ruleAt;
  }

  #rule(): void {
    if (this.#inRows) {
      this.#table = null;
      this.#inRows = false;
      this.#run?.touch();
    } else if (this.#table !== null) this.#inRows = true;
    this.#ruleAt = this.results.lineNumber;
  }

  #head(text: string): void {
    const path = FILE.exec(text)?.[1]?.replace(/ \(in context of .{1,1000}\)$/, '');
    const general = GENERAL.exec(text)?.[1];
    if (path === undefined && general === undefined) return;
    this.#table = { path: path ?? null, severity: general === 'Warning' ? 'warning' : 'error' };
    const firstLine = this.results.lineNumber - 1;
    this.#run ??= this.results.beginRun({ hasHeader: true, firstLine, lastLine: firstLine });
  }

  #row(text: string): void {
    const findings = this.#run?.findings ?? [];
    const { path, severity } = this.#table ?? { path: null, severity: 'error' };
    const row = path === null ? null : ROW.exec(text);
    const plain = CONTINUATION.exec(text)?.[1];
    const last = findings.at(-1);
    if (row !== null) findings.push({ path, line: findingLine(row[1]), rule: null, severity, message: row[2] ?? '' });
    else if (plain === undefined) return;
    else if (path === null && this.#ruleAt === this.results.lineNumber - 1)
      findings.push({ path, line: null, rule: null, severity, message: plain });
    else if (last !== undefined) continueFinding(last, plain);
  }

  #verdict(text: string): void {
    const totals = totalsOf(text);
    if (totals === null) return;
    this.#run ??= this.results.beginRun();
    this.#run.close(totals);
    this.#run = null;
  }
}

/** Below a message: an identifier, a tip, a place, or more of the message. */
function continueFinding(finding: LintFinding, text: string): void {
  const identifier = /^🪪\s+(\S+)$/u.exec(text)?.[1];
  if (identifier !== undefined) finding.rule = identifier;
  else if (finding.rule === null && !/^(?:💡|✏|at |↳)/u.test(text)) finding.message = appendBounded(finding.message, ' ', text);
}

function totalsOf(text: string): LintTotals | null {
  if (text === '[OK] No errors') return errorsAndWarnings(0, 0);
  const found = FOUND.exec(text);
  return found === null ? null : errorsAndWarnings(found[1], found[2]);
}

/** "src/Account.php:63:message", without a space; "?:?:message" for a message without a file. */
function fromRaw(text: string): LintFinding | null {
  if (text.startsWith('?:?:')) return { path: null, line: null, rule: null, severity: 'error', message: text.slice(4) };
  const position = filePosition(text);
  if (position === null || position.separator !== ':' || position.column !== null || !PHP_FILE.test(position.path)) return null;
  const [, message, rule] = /^(.*) \[identifier=([\w.]{1,200})\]$/.exec(position.rest) ?? [];
  return { path: position.path, line: position.line, rule: rule ?? null, severity: 'error', message: message ?? position.rest };
}
