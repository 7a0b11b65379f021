// RuboCop's text (progress, clang, fuubar, emacs, simple, quiet and tap) and its JSON.
// Offenses that RuboCop corrected itself are not findings.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { CharCode } from '../shared/characters.ts';
import { countMember, isRecord, type Json, member, recordsMember, textMember } from '../shared/json-access.ts';
import { filePosition, isCaretLine } from './shared/file-position.ts';
import { findingLine, firstLine } from './shared/finding-fields.ts';
import { GroupReader } from './shared/finding-groups.ts';
import { jsonLinter } from './shared/json-linter.ts';

/** An offense may show several lines of source. */
const MAX_GAP = 12;
const CLOSING = /^\d{1,9} files? inspected, (?:(\d{1,9})|no) offenses? detected(?:, (\d{1,9}) offenses? corrected)?(?:, \d.*)?$/;
/** "C: [Correctable] Style/Semicolon: message"; old versions do not print the name of the cop. */
const OFFENSE = /^([IRCWEF]): (?:\[(Corrected|Correctable|Todo)\] )?(?:([A-Z]\w*(?:\/[A-Z]\w*)+): )?(.+)$/;
/** "C:  1: 11: Style/Semicolon: message", below "== path ==" */
const SIMPLE_ROW = /^([IRCWEF]): {1,9}(\d{1,9}): {1,9}\d{1,9}: (.+)$/;
const SIMPLE_FILE = /^== (.{1,1000}) ==$/;
const ABSOLUTE = /^(?:[/\\]|[A-Za-z]:[/\\])/;
const HEADER = /^Inspecting \d{1,9} files?$/;

export const rubocop: LineParser<LintSection> = {
  id: 'rubocop',
  form: 'lines',
  commands: ['rubocop'],
  startsWith: [...'0123456789', 'Inspecting ', '== ', '^', '# ', 'I: ', 'R: ', 'C: ', 'W: ', 'E: ', 'F: '],
  positions: true,
  prefilter: (text) => text.charCodeAt(0) > CharCode.SPACE || text.endsWith('^'),
  open: (results) => new RubocopReader(results, MAX_GAP),
};

export const rubocopJson = jsonLinter({
  id: 'rubocop-json',
  commands: ['rubocop'],
  accepts: (document) =>
    isRecord(document) && Array.isArray(document.files) && countMember(document, 'summary.offense_count') !== null,
  items: (document) => offensesOf(document).filter(({ corrected }) => corrected !== true),
  totals(document) {
    const corrected = offensesOf(document).filter((offense) => offense.corrected === true).length;
    const stated = countMember(document, 'summary.offense_count') ?? 0;
    return { errors: null, warnings: null, total: stated - corrected };
  },
  path: 'path',
  line: (offense) => member(offense, 'location.start_line') ?? member(offense, 'location.line'),
  rule: 'cop_name',
  severity: ({ severity }) => (severity === 'error' || severity === 'fatal' ? 'error' : 'warning'),
  message: (offense) => firstLine(textMember(offense, 'message') ?? ''),
});

function offensesOf(document: unknown): Json[] {
  return recordsMember(document, 'files').flatMap((file) =>
    recordsMember(file, 'offenses').map((offense) => ({ ...offense, path: file.path })),
  );
}

class RubocopReader extends GroupReader {
  /** The first line of a form that ends with totals: all but emacs, the only one with absolute paths. */
  #begun: number | null = null;
  /** The file whose offenses the simple form lists. */
  #path: string | null = null;

  line(text: string): boolean {
    if (text.startsWith('Inspecting ') && HEADER.test(text)) this.#begun = this.results.lineNumber;
    else if (text.includes(' inspected, ')) this.#closing(text);
    else if (text.startsWith('== ')) this.#path = SIMPLE_FILE.exec(text)?.[1] ?? this.#path;
    else if (text.endsWith('^') && isCaretLine(withoutHash(text))) this.groups.removePrevious();
    else if (text.includes(':')) this.#offense(text);
    return false;
  }

  override end(): void {
    if (this.#begun !== null) this.groups.markTruncated(this.#begun);
    super.end();
  }

  #offense(text: string): void {
    const row = this.#path !== null && text.charAt(1) === ':' ? SIMPLE_ROW.exec(text) : null;
    const finding =
      row === null ? fromPosition(withoutHash(text)) : toFinding(this.#path, findingLine(row[2]), `${row[1]}: ${row[3]}`);
    if (finding === null) return;
    this.groups.add(finding);
    if (!ABSOLUTE.test(finding.path ?? '')) this.#begun ??= this.results.lineNumber;
  }

  /** An empty line precedes the real one, which distinguishes it from source code with the same text. */
  #closing(text: string): void {
    const closing = CLOSING.exec(text);
    if (closing === null || this.results.before(1).trim() !== '') return;
    const total = Math.max(0, Number(closing[1] ?? 0) - Number(closing[2] ?? 0));
    this.groups.close({ errors: null, warnings: null, total });
    this.#begun = null;
    this.#path = null;
  }
}

/** In TAP, lines about a file start with a hash. */
function withoutHash(text: string): string {
  return text.startsWith('# ') ? text.slice(2) : text;
}

function fromPosition(text: string): LintFinding | null {
  const position = filePosition(text);
  return position === null || position.column === null ? null : toFinding(position.path, position.line, position.rest);
}

function toFinding(path: string | null, line: number | null, text: string): LintFinding | null {
  const [, code, status, rule = null, message = ''] = OFFENSE.exec(text) ?? [];
  if (code === undefined || status === 'Corrected' || status === 'Todo') return null;
  return { path, line, rule, severity: code === 'E' || code === 'F' ? 'error' : 'warning', message };
}
