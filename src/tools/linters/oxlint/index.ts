// oxlint's default output, framed source for each diagnostic and then its totals; and its JSON.

import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { isRecord, records } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { errorsAndWarnings, RunReader } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-fields.ts';
import { jsonLinter } from '../shared/json-linter.ts';

const HEADLINE = /^ {2}([x×!⚠]) (.+)$/;
/** "   ,-[src/a.js:4:1]", drawn with "╭─" on a terminal. */
const PLACE = /^\s+(?:,-|╭─)\[(.+?)(?::(\d+):\d+)?\]$/;
const RULE = /^((?:[\w@/-]+)\((?:[\w@/.-]+)\)): /;
const CLOSING = /^Found (\d+) warnings? and (\d+) errors?\.$/;
const FAILURE = /^(?:Failed to parse (?:oxlint )?config|Invalid Options: |No files found to lint\.|Error running JS plugin)/;
/** A run on no files says nothing about the code. */
const NO_FILE = /^Finished in \S+ on 0 files /;
const NO_FILE_PROBLEM = 'oxlint checked no file';

/** Prefixes of lines at the margin. */
const PHRASES = ['Found ', 'Finished in ', 'Failed to parse ', 'Invalid Options: ', 'No files found ', 'Error running JS plugin'];

const lines: LineParser<LintSection> = {
  id: 'oxlint',
  form: 'lines',
  commands: ['oxlint'],
  startsWith: ['x ', '× ', '! ', '⚠ ', '::error ', '::warning ', ...PHRASES],
  open: (results) => new OxlintReader(results),
};

const json = jsonLinter({
  id: 'oxlint-json',
  commands: ['oxlint'],
  accepts(document) {
    if (isRecord(document)) return 'number_of_files' in document && Array.isArray(document.diagnostics);
    // Up to 0.15 it was a list, which only the labels distinguish from other tools' lists.
    const first: unknown = Array.isArray(document) ? document[0] : null;
    return isRecord(first) && 'filename' in first && Array.isArray(first.labels) && 'causes' in first;
  },
  items: (document) => records(isRecord(document) ? document.diagnostics : document),
  problems: (document) => (isRecord(document) && document.number_of_files === 0 ? [NO_FILE_PROBLEM] : []),
  path: 'filename',
  line: 'labels.0.span.line',
  rule: 'code',
  severity: ({ severity }) => (severity === 'error' || severity === 'warning' ? severity : null),
  message: 'message',
});

class OxlintReader extends RunReader {
  /** A headline that becomes a finding when its place follows. */
  #headline: LintFinding | null = null;
  /** With --format=github the totals follow the annotations, which another parser reads: then they are one run. */
  #annotationsFrom: number | null = null;

  line(text: string): boolean {
    if (this.#isAnnotation(text)) return true;
    const headline = text.startsWith('  ') ? HEADLINE.exec(text) : null;
    if (headline !== null) this.#begin(headline[1] ?? '', headline[2] ?? '');
    else if (this.#headline !== null) this.#place(this.#headline, text);
    else this.#outside(text);
    return this.#headline !== null;
  }

  #isAnnotation(text: string): boolean {
    if (text.startsWith('::error ') || text.startsWith('::warning ')) this.#annotationsFrom ??= this.results.lineNumber;
    else if (text !== '' && !text.startsWith('Found ')) this.#annotationsFrom = null;
    return this.#annotationsFrom !== null && !text.startsWith('Found ');
  }

  #begin(icon: string, text: string): void {
    const [prefix = '', rule = null] = RULE.exec(text) ?? [];
    const severity = icon === 'x' || icon === '×' ? 'error' : 'warning';
    const finding: LintFinding = { path: null, line: null, rule, severity, message: text.slice(prefix.length) };
    this.#headline = finding;
    // Only the name of a rule distinguishes a headline without a place from another tool's.
    if (rule !== null) this.runs.finding(finding);
  }

  #place(headline: LintFinding, text: string): void {
    const place = PLACE.exec(text);
    if (place === null) {
      if (text.trim() === '') this.#headline = null;
      return;
    }
    headline.path = place[1] ?? null;
    headline.line = findingLine(place[2]);
    if (headline.rule === null) this.runs.finding(headline);
    this.#headline = null;
  }

  #outside(text: string): void {
    const closing = text.startsWith('Found ') ? CLOSING.exec(text) : null;
    if (closing !== null) {
      if (this.#annotationsFrom !== null) this.runs.extend(this.#annotationsFrom);
      this.runs.close(errorsAndWarnings(closing[2], closing[1]));
    } else if (FAILURE.test(text)) this.runs.fail(`oxlint says: ${text}`);
    else if (NO_FILE.test(text)) this.runs.fail(NO_FILE_PROBLEM);
  }
}

export const oxlint: Linter = {
  id: 'oxlint',
  parse: [json, lines],
  configFiles: /\.oxlintrc\.json/,
  suppression: /oxlint-disable/,
};
