// What oxlint prints by default: a framed piece of source for each diagnostic, then its totals.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { errorsAndWarnings, LintRuns } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'oxlint';
const HEADLINE = /^ {2}([x×!⚠]) (.+)$/;
/** "   ,-[src/a.js:4:1]", drawn with "╭─" on a terminal. */
const PLACE = /^\s+(?:,-|╭─)\[(.+?)(?::(\d+):\d+)?\]$/;
const RULE = /^((?:[\w@/-]+)\((?:[\w@/.-]+)\)): /;
const CLOSING = /^Found (\d+) warnings? and (\d+) errors?\.$/;
const FAILURE = /^(?:Failed to parse (?:oxlint )?config|Invalid Options: |No files found to lint\.|Error running JS plugin)/;
/** A run that looked at no file says nothing about the code. */
const NO_FILE = /^Finished in \S+ on 0 files /;

/** How the lines at the margin begin. */
const PHRASES = ['Found ', 'Finished in ', 'Failed to parse ', 'Invalid Options: ', 'No files found ', 'Error running JS plugin'];

export const oxlint: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['oxlint'],
  startsWith: ['x ', '× ', '! ', '⚠ ', '::error ', '::warning ', ...PHRASES],
  open: ({ shelf }) => new OxlintReader(shelf),
};

class OxlintReader implements LineReader<LintSection> {
  readonly #runs: LintRuns;
  /** A headline that becomes a finding when its place is seen. */
  #headline: LintFinding | null = null;
  /** With --format=github the totals follow the annotations, which another parser reads: then they are one run. */
  #annotationsFrom: number | null = null;

  constructor(shelf: Shelf) {
    this.#runs = new LintRuns(ID, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (this.#isAnnotation(text, lineNumber)) return true;
    const headline = text.startsWith('  ') ? HEADLINE.exec(text) : null;
    if (headline !== null) this.#begin(headline[1] ?? '', headline[2] ?? '', lineNumber);
    else if (this.#headline !== null) this.#place(this.#headline, text, lineNumber);
    else this.#outside(text, lineNumber);
    return this.#headline !== null;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }

  #isAnnotation(text: string, lineNumber: number): boolean {
    if (text.startsWith('::error ') || text.startsWith('::warning ')) this.#annotationsFrom ??= lineNumber;
    else if (text !== '' && !text.startsWith('Found ')) this.#annotationsFrom = null;
    return this.#annotationsFrom !== null && !text.startsWith('Found ');
  }

  #begin(icon: string, text: string, lineNumber: number): void {
    const rule = RULE.exec(text);
    const message = rule === null ? text : text.slice(rule[0].length);
    const severity = icon === 'x' || icon === '×' ? 'error' : 'warning';
    const finding: LintFinding = { path: null, line: null, rule: rule?.[1] ?? null, severity, message };
    this.#headline = finding;
    // Only the name of a rule tells a headline without a place from another tool's.
    if (rule !== null) this.#runs.finding(finding, lineNumber);
  }

  #place(headline: LintFinding, text: string, lineNumber: number): void {
    const place = PLACE.exec(text);
    if (place === null) {
      if (text.trim() === '') this.#headline = null;
      return;
    }
    headline.path = place[1] ?? null;
    headline.line = findingLine(place[2]);
    if (headline.rule === null) this.#runs.finding(headline, lineNumber);
    this.#headline = null;
  }

  #outside(text: string, lineNumber: number): void {
    const closing = text.startsWith('Found ') ? CLOSING.exec(text) : null;
    if (closing !== null) {
      if (this.#annotationsFrom !== null) this.#runs.at(this.#annotationsFrom);
      this.#runs.close(errorsAndWarnings(closing[2], closing[1]), lineNumber);
    } else if (FAILURE.test(text)) this.#runs.broken(`oxlint says: ${text}`, lineNumber);
    else if (NO_FILE.test(text)) this.#runs.broken('oxlint looked at no file', lineNumber);
  }
}
