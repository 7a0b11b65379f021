// pylint's text, colorized, parseable and msvs forms, and the form of pylint 1.x.
// Error and fatal are errors, all others are warnings. The rating at the end states no totals, and may be turned off.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { filePosition, hasCodeAfterPosition } from '../shared/file-position.ts';
import { findingLine, splitRule } from '../shared/finding-fields.ts';
import { GroupReader } from '../shared/finding-groups.ts';

/** The message about duplicated code quotes it in full. */
const MAX_GAP = 200;
const MODULE = '************* Module ';

export const pylint: LineParser<LintSection> = {
  id: 'pylint',
  form: 'lines',
  commands: ['pylint', 'pylint-django'],
  startsWith: [MODULE, 'Your code has', 'C: ', 'R: ', 'W: ', 'E: ', 'F: '],
  positions: true,
  open: (results) => new PylintReader(results, MAX_GAP),
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

class PylintReader extends GroupReader {
  #module: string | null = null;
  /** A message over several lines, with its symbol at the end. */
  #unnamed: LintFinding | null = null;

  line(text: string): boolean {
    if (text.startsWith(MODULE)) this.#module = text.slice(MODULE.length).trim();
    else if (text.startsWith('Your code has')) this.#rated(text);
    else if (text.includes(':')) this.#located(text);
    if (this.#unnamed !== null && text.endsWith(')')) this.#lateSymbol(this.#unnamed, text);
    return this.#unnamed !== null;
  }

  #located(text: string): void {
    const finding = (hasCodeAfterPosition(text) ? fromText(text) : null) ?? fromMsvs(text) ?? this.#fromOldText(text);
    if (finding === null) return;
    this.groups.add(finding);
    this.#unnamed = finding.rule === null ? finding : null;
  }

  #fromOldText(text: string): LintFinding | null {
    const [, letter, line, message = ''] = this.#module === null ? [] : (OLD.exec(text) ?? []);
    if (letter === undefined) return null;
    return { path: this.#module, line: findingLine(line), severity: severityOf(letter), ...splitRule(message, SYMBOL) };
  }

  #lateSymbol(finding: LintFinding, text: string): void {
    const symbol = SYMBOL.exec(text)?.[1];
    if (symbol === undefined) return;
    finding.rule = symbol;
    this.#unnamed = null;
    this.groups.extend();
  }

  #rated(text: string): void {
    if (!RATED.test(text)) return;
    if (this.groups.last !== undefined) this.groups.extend();
    else this.results.beginRun({ hasFooter: true });
    this.#module = null;
  }
}

function fromText(text: string): LintFinding | null {
  const position = filePosition(text);
  if (position === null) return null;
  const { path, line, rest } = position;
  const [, code, message = ''] = TEXT.exec(rest) ?? [];
  if (code !== undefined) return { path, line, severity: severityOf(code), ...splitRule(message, SYMBOL) };
  const bracketed = BRACKETED.exec(rest);
  return bracketed === null ? null : fromBrackets(path, line, bracketed);
}

function fromMsvs(text: string): LintFinding | null {
  const [, path, line, rest = ''] = text.includes('): [') ? (MSVS_PLACE.exec(text) ?? []) : [];
  const bracketed = path === undefined ? null : BRACKETED.exec(rest);
  return path === undefined || bracketed === null ? null : fromBrackets(path, findingLine(line), bracketed);
}

function fromBrackets(path: string, line: number | null, [, code = '', rule = '', message = '']: RegExpExecArray): LintFinding {
  return { path, line, rule, severity: severityOf(code), message };
}

/** By the first letter of a message's code. */
function severityOf(code: string): LintFinding['severity'] {
  return code.startsWith('E') || code.startsWith('F') ? 'error' : 'warning';
}
