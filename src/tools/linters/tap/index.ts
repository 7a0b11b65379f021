// TAP as linters write it, one test point per file with the findings in its YAML block: stylelint, ESLint up to 8.

import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintRun, LintSection } from '../../../parse/section.ts';
import { appendBounded } from '../../../parse/shared/bounded-text.ts';
import type { Linter } from '../../tool.ts';
import { RunReader } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-fields.ts';

const VERSION = /^TAP version 1[34]$/;
const PLAN = /^1\.\.(\d+)$/;
const POINT = /^(?:not )?ok (\d+) - (?:ignored )?(.*?)(?: # SKIP ignored)?$/;
const SKIPPED = ' # SKIP ignored';
/** The name of a linter's test point. */
const FILE = /[\\/]|\.\w+$|^<.*>$/;
const MEMBER = /^\s+(?:- )?(message|severity|line|ruleId): ?(.*)$/;
/** From stylelint 14 on the findings are grouped by rule. */
const GROUP = /^ {2}([@a-zA-Z][\w@/.-]*):$/;

const lines: LineParser<LintSection> = {
  id: 'lint-tap',
  form: 'lines',
  commands: ['stylelint', 'eslint'],
  startsWith: ['TAP version '],
  open: (results) => new LintTapReader(results),
};

class LintTapReader extends RunReader {
  #announced = -1;
  #pointNumber = 0;
  #path: string | null = null;
  /** Whether a block of findings must follow the last test point. */
  #awaitsBlock = false;
  #inBlock = false;
  #hidesWarnings = false;
  #rule: string | null = null;
  #finding: LintFinding | null = null;
  #folded = false;

  line(text: string): boolean {
    if (VERSION.test(text)) return this.#begin(text);
    const run = this.runs.open;
    if (run === null) return false;
    const trimmed = text.trim();
    // The last file may have warnings, whose block follows its "ok" as errors follow a "not ok".
    if (run.hasFooter && trimmed !== '' && (trimmed !== '---' || this.results.lineNumber !== run.lastLine + 1)) {
      this.runs.finish();
      return false;
    }
    if (trimmed !== '') run.touch();
    if (trimmed === '---' || trimmed === '...') this.#fence(trimmed);
    else if (this.#inBlock) this.#member(text, run);
    else if (text.startsWith('ok ') || text.startsWith('not ok ')) this.#point(text, run);
    else this.#announced = Number(PLAN.exec(text)?.[1] ?? this.#announced);
    run.hasFooter = this.#pointNumber === this.#announced && !this.#awaitsBlock && !this.#inBlock;
    return this.runs.open !== null;
  }

  #begin(text: string): boolean {
    this.runs.finish();
    this.#hidesWarnings = text.endsWith('14');
    this.#announced = -1;
    this.#pointNumber = 0;
    this.runs.extend().hasHeader = true;
    return true;
  }

  #fence(fence: string): void {
    // Stylelint 13 writes "---" at both ends.
    this.#inBlock = fence === '---' && !this.#inBlock;
    this.#awaitsBlock = false;
    this.#finding = null;
    this.#rule = null;
  }

  #point(text: string, run: LintRun): void {
    const [, number, path = ''] = POINT.exec(text) ?? [];
    if (!FILE.test(path)) {
      // Points that are not files are tests.
      this.runs.discard();
      return;
    }
    this.#path = path.replace(/\\([#\\])/g, '$1');
    this.#awaitsBlock = text.startsWith('not ');
    this.#pointNumber = Number(number);
    if (this.#hidesWarnings && !this.#awaitsBlock && !text.endsWith(SKIPPED)) {
      run.problems = ['this format does not show the warnings of files without errors'];
    }
  }

  #member(text: string, run: LintRun): void {
    const group = GROUP.exec(text)?.[1];
    if (group !== undefined && group !== 'messages' && group !== 'data') this.#rule = group;
    const [, name, value = ''] = MEMBER.exec(text) ?? [];
    if (name === 'message') {
      this.#folded = /^[>|][+-]?$/.test(value);
      const message = this.#folded ? '' : unquoted(value);
      this.#finding = { path: this.#path, line: null, rule: this.#rule, severity: 'error', message };
      run.finding(this.#finding);
    } else if (name !== undefined) {
      this.#folded = false;
      if (this.#finding !== null) describe(this.#finding, name, value);
    } else if (this.#folded && this.#finding !== null) {
      this.#finding.message = appendBounded(this.#finding.message, ' ', text.trim()).trim();
    }
  }
}

function describe(finding: LintFinding, name: string, value: string): void {
  if (name === 'severity') finding.severity = value === 'warning' ? 'warning' : 'error';
  else if (name === 'line') finding.line = findingLine(value);
  else finding.rule = value === "''" || value === '' ? null : unquoted(value);
}

function unquoted(value: string): string {
  const [first, last] = [value.charAt(0), value.charAt(value.length - 1)];
  if (value.length < 2 || first !== last || (first !== '"' && first !== "'")) return value;
  const inner = value.slice(1, -1);
  return first === "'" ? inner.replaceAll("''", "'") : inner.replace(/\\(.)/g, '$1');
}

export const tap: Linter = { id: 'tap', parse: [lines] };
