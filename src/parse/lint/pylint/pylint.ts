// Pylint's text, colorized, parseable and msvs forms, and the form of pylint 1.x.
// Error and fatal are errors, all else is a warning. The rating at the end is no count, and may be turned off.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { filePosition, hasCodeBehindPosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'pylint';
/** The message about duplicated code quotes it in full. */
const MAX_GAP = 200;

const MODULE = '************* Module ';

export const pylint: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['pylint', 'pylint-django'],
  startsWith: [MODULE, 'Your code has', 'C: ', 'R: ', 'W: ', 'E: ', 'F: '],
  positions: true,
  open: ({ shelf }) => new PylintReader(shelf),
};

/** "C0114: Missing module docstring (missing-module-docstring)" */
const TEXT = /^([CRWEFI]\d{4}): (.+)$/;
/** "[C0114(missing-module-docstring), object] message", in the msvs form "[C0114(missing-module-docstring)object] message" */
const BRACKETED = /^\[([CRWEFI]\d{4})\(([\w-]+)\)[^\]]*\] (.+)$/;
const MSVS_PLACE = /^(.{1,1000})\((\d{1,9})\): (\[[CRWEFI]\d{4}\(.*)$/;
/** "C:  1, 0: Missing module docstring (missing-docstring)", below the name of the module. */
const OLD = /^([CRWEF]): {0,6}(\d{1,9}), {0,4}\d{1,9}: (.+)$/;
const SYMBOL = / \(([a-z][\w-]{2,60})\)$/;
const RATED = /^Your code has been rated at -?[\d.]+\/10/;

class PylintReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  readonly #shelf: Shelf;
  readonly #clean: LintSection[] = [];
  #module: string | null = null;
  /** A message that goes on over several lines; its symbol stands at the end. */
  #unnamed: LintFinding | null = null;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith(MODULE)) this.#module = text.slice(MODULE.length).trim();
    else if (text.startsWith('Your code has')) this.#rated(text, lineNumber);
    else if (text.includes(':')) this.#located(text, lineNumber);
    if (this.#unnamed !== null && text.endsWith(')')) this.#lateSymbol(text, lineNumber);
    return this.#unnamed !== null;
  }

  end(): LintSection[] {
    return [...this.#groups.end(), ...this.#clean];
  }

  #located(text: string, lineNumber: number): void {
    const finding = (hasCodeBehindPosition(text) ? fromText(text) : null) ?? fromMsvs(text) ?? this.#fromOldText(text);
    if (finding === null) return;
    this.#groups.add(finding, lineNumber);
    this.#unnamed = finding.rule === null ? finding : null;
  }

  #fromOldText(text: string): LintFinding | null {
    const [, letter, line, message = ''] = this.#module === null ? [] : (OLD.exec(text) ?? []);
    return letter === undefined ? null : named({ path: this.#module, line: findingLine(line), letter, message });
  }

  #lateSymbol(text: string, lineNumber: number): void {
    const symbol = SYMBOL.exec(text)?.[1];
    if (this.#unnamed === null || symbol === undefined) return;
    this.#unnamed.rule = symbol;
    this.#unnamed = null;
    this.#groups.extend(lineNumber);
  }

  #rated(text: string, lineNumber: number): void {
    if (!RATED.test(text)) return;
    if (this.#groups.last !== undefined) this.#groups.extend(lineNumber);
    else this.#shelf.keepRun(this.#clean, { ...emptyLintSection(ID, lineNumber), hasFooter: true });
    this.#module = null;
  }
}

function fromText(text: string): LintFinding | null {
  const position = filePosition(text);
  if (position === null) return null;
  const { path, line, rest } = position;
  const [, code, message = ''] = TEXT.exec(rest) ?? [];
  if (code !== undefined) return named({ path, line, letter: code.charAt(0), message });
  const bracketed = BRACKETED.exec(rest);
  return bracketed === null ? null : fromBrackets(path, line, bracketed);
}

function fromMsvs(text: string): LintFinding | null {
  const [, path, line, rest = ''] = text.includes('): [') ? (MSVS_PLACE.exec(text) ?? []) : [];
  const bracketed = path === undefined ? null : BRACKETED.exec(rest);
  return path === undefined || bracketed === null ? null : fromBrackets(path, findingLine(line), bracketed);
}

function fromBrackets(path: string, line: number | null, [, code = '', rule = '', message = '']: RegExpExecArray): LintFinding {
  return { path, line, rule, severity: severityOf(code.charAt(0)), message };
}

interface Unread {
  path: string | null;
  line: number | null;
  letter: string;
  message: string;
}

function named({ path, line, letter, message }: Unread): LintFinding {
  const symbol = SYMBOL.exec(message);
  const severity = severityOf(letter);
  if (symbol === null) return { path, line, rule: null, severity, message };
  return { path, line, rule: symbol[1] ?? null, severity, message: message.slice(0, symbol.index) };
}

function severityOf(letter: string): LintFinding['severity'] {
  return letter === 'E' || letter === 'F' ? 'error' : 'warning';
}
