// Formats with one line per finding that ESLint introduced and others adopted: compact, unix, visualstudio,
// closed by "3 problems". Stylelint writes them too, its compact form without a closing line.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { RunReader } from '../shared/delimited-runs.ts';
import { findingLine, splitRule } from '../shared/finding-fields.ts';

const CLOSING = /^(\d+) problems?(?: \((\d+) errors?, (\d+) warnings?\))?$/;
const COMPACT = /^: line (\d+), col \d+, ([eE]rror|[wW]arning) - /;
const VISUAL_STUDIO = /^\((\d+)(?:,\d+)?\): (error|warning) (?:([@a-zA-Z][\w@/.-]*) )?: /;
const UNIX_PLACE = /:(\d+):\d+: /;
const UNIX_END = / \[([eE]rror|[wW]arning)(?:\/([^[\]]+))?\]$/;
const RULE = / \(([@a-zA-Z][\w@/.-]*)\)$/;

type Style = 'compact' | 'unix' | 'visualstudio';

interface Row {
  style: Style;
  /** Stylelint writes severities in lower case. */
  isStylelint: boolean;
  finding: LintFinding;
}

export const eslintLines: LineParser<LintSection> = {
  id: 'eslint-lines',
  form: 'lines',
  commands: ['eslint', 'oxlint', 'stylelint', 'eslint_d'],
  startsWith: [],
  positions: true,
  open: (results) => new ProblemLinesReader(results),
};

class ProblemLinesReader extends RunReader {
  #style: Style | null = null;

  line(text: string): boolean {
    const row = readRow(text);
    if (row !== null) this.#row(row);
    else if (this.runs.open !== null && text !== '') this.#close(text);
    return this.runs.open !== null;
  }

  #row({ style, isStylelint, finding }: Row): void {
    if (this.#style !== style) this.runs.finish();
    this.#style = style;
    this.runs.finding(finding).hasFooter = isStylelint && style === 'compact';
  }

  #close(text: string): void {
    const [all, total, errors, warnings] = CLOSING.exec(text) ?? [];
    if (all === undefined) {
      if (this.runs.open?.hasFooter) this.runs.interrupt();
      return;
    }
    const number = (digits: string | undefined) => (digits === undefined ? null : Number(digits));
    this.runs.close({ errors: number(errors), warnings: number(warnings), total: number(total) });
  }
}

function readRow(text: string): Row | null {
  if (text.endsWith(']')) return unixRow(text);
  const compact = text.indexOf(': line ');
  if (compact > 0) return compactRow(text, compact);
  const bracket = text.indexOf('): ');
  return bracket > 0 ? visualStudioRow(text, text.lastIndexOf('(', bracket)) : null;
}

function compactRow(text: string, at: number): Row | null {
  const [head, line, severity = ''] = COMPACT.exec(text.slice(at)) ?? [];
  if (head === undefined) return null;
  return toRow('compact', severity, { path: text.slice(0, at), line, ...splitRule(text.slice(at + head.length), RULE) });
}

function unixRow(text: string): Row | null {
  const end = UNIX_END.exec(text);
  const place = end === null ? null : UNIX_PLACE.exec(text);
  if (end === null || place === null || place.index === 0) return null;
  const rest = text.slice(place.index + place[0].length, end.index);
  // Stylelint's rule is part of its message.
  const fields = end[2] === undefined ? splitRule(rest, RULE) : { rule: end[2], message: rest };
  return toRow('unix', end[1] ?? '', { path: text.slice(0, place.index), line: place[1], ...fields });
}

function visualStudioRow(text: string, at: number): Row | null {
  if (at <= 0) return null;
  const [head, line, severity = '', rule = null] = VISUAL_STUDIO.exec(text.slice(at)) ?? [];
  if (head === undefined) return null;
  return toRow('visualstudio', severity, { path: text.slice(0, at), line, rule, message: text.slice(at + head.length) });
}

type Fields = Pick<LintFinding, 'path' | 'rule' | 'message'> & { line: string | undefined };

function toRow(style: Style, severity: string, { line, ...fields }: Fields): Row {
  return {
    style,
    isStylelint: style !== 'visualstudio' && /^[ew]/.test(severity),
    finding: { ...fields, line: findingLine(line), severity: severity.toLowerCase() === 'error' ? 'error' : 'warning' },
  };
}
