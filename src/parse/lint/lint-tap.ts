// TAP as linters write it, one test point a file and the findings in its YAML block: stylelint, ESLint up to 8.
import type { LintFinding } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { extended } from '../shared/bounded-text.ts';
import { LintRuns } from './shared/delimited-runs.ts';
import { findingLine } from './shared/finding-line.ts';

const ID = 'lint-tap';
const VERSION = /^TAP version 1[34]$/;
const PLAN = /^1\.\.(\d+)$/;
const POINT = /^(?:not )?ok (\d+) - (?:ignored )?(.*?)(?: # SKIP ignored)?$/;
const SKIPPED = ' # SKIP ignored';
/** What a test point of a linter is named after. */
const FILE = /[\\/]|\.\w+$|^<.*>$/;
const MEMBER = /^\s+(?:- )?(message|severity|line|ruleId): ?(.*)$/;
/** From stylelint 14 on the findings are grouped by rule. */
const GROUP = /^ {2}([@a-zA-Z][\w@/.-]*):$/;

export const lintTap: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['stylelint', 'eslint'],
  startsWith: ['TAP version '],
  open: ({ shelf }) => new LintTapReader(shelf),
};

class LintTapReader implements LineReader<LintSection> {
  readonly #runs: LintRuns;
  readonly #shelf: Shelf;
  #announced = -1;
  #pointNumber = 0;
  #path: string | null = null;
  /** Whether the last test point still owes its block of findings. */
  #owesBlock = false;
  #inBlock = false;
  #hidesWarnings = false;
  #rule: string | null = null;
  #finding: LintFinding | null = null;
  #folded = false;

  constructor(shelf: Shelf) {
    this.#runs = new LintRuns(ID, shelf);
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (VERSION.test(text)) return this.#begin(text, lineNumber);
    const run = this.#runs.open;
    if (run === null) return false;
    const trimmed = text.trim();
    // The last file may have warnings, which follow its "ok" as errors follow a "not ok".
    if (run.hasFooter && trimmed !== '' && (trimmed !== '---' || lineNumber !== run.lastLine + 1)) {
      this.#runs.finish();
      return false;
    }
    if (trimmed !== '') run.lastLine = lineNumber;
    if (trimmed === '---' || trimmed === '...') this.#fence(trimmed);
    else if (this.#inBlock) this.#member(text, run);
    else if (text.startsWith('ok ') || text.startsWith('not ok ')) this.#point(text);
    else this.#announced = Number(PLAN.exec(text)?.[1] ?? this.#announced);
    run.hasFooter = this.#pointNumber === this.#announced && !this.#owesBlock && !this.#inBlock;
    return this.#runs.open !== null;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }

  #begin(text: string, lineNumber: number): boolean {
    this.#runs.finish();
    this.#hidesWarnings = text.endsWith('14');
    this.#announced = -1;
    this.#pointNumber = 0;
    this.#runs.at(lineNumber).hasHeader = true;
    return true;
  }

  #fence(fence: string): void {
    // Stylelint 13 writes "---" at both ends.
    this.#inBlock = fence === '---' && !this.#inBlock;
    this.#owesBlock = false;
    this.#finding = null;
    this.#rule = null;
  }

  #point(text: string): void {
    const [, number, path = ''] = POINT.exec(text) ?? [];
    const run = this.#runs.open;
    if (run === null || !FILE.test(path)) {
      // Points that are no files are tests.
      this.#runs.forget();
      return;
    }
    this.#path = path.replace(/\\([#\\])/g, '$1');
    this.#owesBlock = text.startsWith('not ');
    this.#pointNumber = Number(number);
    if (this.#hidesWarnings && !this.#owesBlock && !text.endsWith(SKIPPED)) {
      run.problems = ['this format does not show the warnings of files without errors'];
    }
  }

  #member(text: string, run: LintSection): void {
    const group = GROUP.exec(text)?.[1];
    if (group !== undefined && group !== 'messages' && group !== 'data') this.#rule = group;
    const [, name, value = ''] = MEMBER.exec(text) ?? [];
    if (name === 'message') {
      this.#folded = /^[>|][+-]?$/.test(value);
      const message = this.#folded ? '' : unquoted(value);
      this.#finding = { path: this.#path, line: null, rule: this.#rule, severity: 'error', message };
      this.#shelf.keepFinding(run.findings, this.#finding);
    } else if (name !== undefined) {
      this.#folded = false;
      if (this.#finding !== null) describe(this.#finding, name, value);
    } else if (this.#folded && this.#finding !== null) {
      this.#finding.message = extended(this.#finding.message, ' ', text.trim()).trim();
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
