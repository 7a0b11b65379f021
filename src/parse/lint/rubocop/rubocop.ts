// Rubocop's text: progress, clang, fuubar, emacs, simple, quiet and tap.
// Offenses that rubocop corrected itself are no findings any more.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { filePosition, isCaretLine } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'rubocop';
/** An offense may show several lines of source. */
const MAX_GAP = 12;

export const rubocop: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['rubocop'],
  startsWith: [...'0123456789', 'Inspecting ', '== ', '^', '# ', 'I: ', 'R: ', 'C: ', 'W: ', 'E: ', 'F: '],
  positions: true,
  prefilter: (text) => text.charCodeAt(0) > 32 || text.endsWith('^'),
  open: (context) => new RubocopReader(context),
};

const CLOSING = /^\d{1,9} files? inspected, (?:(\d{1,9})|no) offenses? detected(?:, (\d{1,9}) offenses? corrected)?(?:, \d.*)?$/;
/** "C: [Correctable] Style/Semicolon: message"; old versions print no name of the cop. */
const OFFENSE = /^([IRCWEF]): (?:\[(Corrected|Correctable|Todo)\] )?(?:([A-Z]\w*(?:\/[A-Z]\w*)+): )?(.+)$/;
/** "C:  1: 11: Style/Semicolon: message", below "== path ==" */
const SIMPLE_ROW = /^([IRCWEF]): {1,9}(\d{1,9}): {1,9}\d{1,9}: (.+)$/;
const SIMPLE_FILE = /^== (.{1,1000}) ==$/;
const ABSOLUTE = /^(?:[/\\]|[A-Za-z]:[/\\])/;
const HEADER = /^Inspecting \d{1,9} files?$/;

class RubocopReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  readonly #context: LineContext;
  /** The first line of a form that ends with totals: all but emacs, which alone writes absolute paths. */
  #begun: number | null = null;
  /** The file that the simple form lists now. */
  #path: string | null = null;

  constructor(context: LineContext) {
    this.#context = context;
    this.#groups = new FindingGroups(ID, MAX_GAP, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('Inspecting ') && HEADER.test(text)) this.#begun = lineNumber;
    else if (text.includes(' inspected, ')) this.#closing(text, lineNumber);
    else if (text.startsWith('== ')) this.#path = SIMPLE_FILE.exec(text)?.[1] ?? this.#path;
    else if (text.endsWith('^') && isCaretLine(withoutMark(text))) this.#groups.takeBack(lineNumber - 1);
    else if (text.includes(':')) this.#offense(text, lineNumber);
    return false;
  }

  end(): LintSection[] {
    if (this.#begun !== null) this.#groups.breakOff(this.#begun);
    return this.#groups.end();
  }

  #offense(text: string, lineNumber: number): void {
    const row = this.#path !== null && text.charAt(1) === ':' ? SIMPLE_ROW.exec(text) : null;
    const finding =
      row === null ? fromPosition(withoutMark(text)) : toFinding(this.#path, findingLine(row[2]), `${row[1]}: ${row[3]}`);
    if (finding === null) return;
    this.#groups.add(finding, lineNumber);
    if (!ABSOLUTE.test(finding.path ?? '')) this.#begun ??= lineNumber;
  }

  /** A blank line stands before the real one, so that a line of source which reads alike is none. */
  #closing(text: string, lineNumber: number): void {
    const closing = CLOSING.exec(text);
    if (closing === null || this.#context.before(1).trim() !== '') return;
    const total = Math.max(0, Number(closing[1] ?? 0) - Number(closing[2] ?? 0));
    this.#groups.close({ errors: null, warnings: null, total }, lineNumber);
    this.#begun = null;
    this.#path = null;
  }
}

/** In TAP everything about a file stands behind a mark. */
function withoutMark(text: string): string {
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
