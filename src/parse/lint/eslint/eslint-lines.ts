// Formats of one line a finding that ESLint made and others took over: compact, unix, visualstudio,
// closed by "3 problems". Stylelint writes them too, its compact form without a closing line.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { LintRuns } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'eslint-lines';
const CLOSING = /^(\d+) problems?(?: \((\d+) errors?, (\d+) warnings?\))?$/;
const COMPACT = /^: line (\d+), col \d+, ([eE]rror|[wW]arning) - /;
const VISUAL_STUDIO = /^\((\d+)(?:,\d+)?\): (error|warning) (?:([@a-zA-Z][\w@/.-]*) )?: /;
const UNIX_PLACE = /:(\d+):\d+: /;
const UNIX_END = / \[([eE]rror|[wW]arning)(?:\/([^[\]]+))?\]$/;
const RULE_BEHIND = / \(([@a-zA-Z][\w@/.-]*)\)$/;

type Style = 'compact' | 'unix' | 'visualstudio';

interface Row {
  style: Style;
  /** Stylelint writes severities in small letters. */
  isStylelint: boolean;
  finding: LintFinding;
}

export const eslintLines: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['eslint', 'oxlint', 'stylelint', 'eslint_d'],
  startsWith: [],
  positions: true,
  open: ({ shelf }) => new ProblemLinesReader(shelf),
};

class ProblemLinesReader implements LineReader<LintSection> {
  readonly #runs: LintRuns;
  #style: Style | null = null;

  constructor(shelf: Shelf) {
    this.#runs = new LintRuns(ID, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const row = readRow(text);
    if (row !== null) this.#row(row, lineNumber);
    else if (this.#runs.open !== null && text !== '') this.#close(text, lineNumber);
    return this.#runs.open !== null;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }

  #row({ style, isStylelint, finding }: Row, lineNumber: number): void {
    if (this.#style !== style) this.#runs.finish();
    this.#style = style;
    const run = this.#runs.finding(finding, lineNumber);
    run.hasFooter = isStylelint && style === 'compact';
  }

  #close(text: string, lineNumber: number): void {
    const [all, total, errors, warnings] = CLOSING.exec(text) ?? [];
    if (all === undefined) {
      if (this.#runs.open?.hasFooter) this.#runs.interrupt();
      return;
    }
    const number = (digits: string | undefined) => (digits === undefined ? null : Number(digits));
    this.#runs.close({ errors: number(errors), warnings: number(warnings), total: number(total) }, lineNumber);
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
  const rest = text.slice(at + head.length);
  const rule = RULE_BEHIND.exec(rest);
  const message = rule === null ? rest : rest.slice(0, rule.index);
  return row('compact', severity, { path: text.slice(0, at), line, rule: rule?.[1], message });
}

function unixRow(text: string): Row | null {
  const end = UNIX_END.exec(text);
  const place = end === null ? null : UNIX_PLACE.exec(text);
  if (end === null || place === null || place.index === 0) return null;
  const rest = text.slice(place.index + place[0].length, end.index);
  // Stylelint's rule is part of its text.
  const rule = end[2] === undefined ? RULE_BEHIND.exec(rest) : null;
  const message = rule === null ? rest : rest.slice(0, rule.index);
  return row('unix', end[1] ?? '', { path: text.slice(0, place.index), line: place[1], rule: end[2] ?? rule?.[1], message });
}

function visualStudioRow(text: string, at: number): Row | null {
  if (at <= 0) return null;
  const [head, line, severity = '', rule] = VISUAL_STUDIO.exec(text.slice(at)) ?? [];
  if (head === undefined) return null;
  return row('visualstudio', severity, { path: text.slice(0, at), line, rule, message: text.slice(at + head.length) });
}

interface RawFinding {
  path: string;
  line: string | undefined;
  rule: string | undefined;
  message: string;
}

function row(style: Style, severity: string, { path, line, rule, message }: RawFinding): Row {
  return {
    style,
    isStylelint: style !== 'visualstudio' && /^[ew]/.test(severity),
    finding: {
      path,
      line: findingLine(line),
      rule: rule ?? null,
      severity: severity.toLowerCase() === 'error' ? 'error' : 'warning',
      message,
    },
  };
}
