// Staticcheck's text: "path:line:column: message (SA4006)", and its stylish form with totals.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { filePosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'staticcheck';
const MAX_GAP = 4;

export const staticcheck: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['staticcheck', 'go-staticcheck'],
  startsWith: '(✖',
  positions: true,
  open: (context) => new StaticcheckReader(context),
};

const CODE = /^(?:(?:SA|S|ST|QF|U)\d{4}|compile|config)$/;
/** " ✖ 3 problems (2 errors, 1 warnings, 0 ignored)" */
const STYLISH_TOTAL = /^ ✖ (\d{1,9}) problems \((\d{1,9}) errors, (\d{1,9}) warnings, (\d{1,9}) ignored\)$/;
/** "  (16, 6)  SA4006  message", below the line of its file */
const STYLISH_ROW = /^ {2}\((\d{1,9}), \d{1,9}\) +([A-Z]{1,2}\d{4}|compile|config) +(\S.*)$/;

class StaticcheckReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  readonly #context: LineContext;
  /** The file of the stylish form, and that form's first line: it ends with totals. */
  #path: string | null = null;
  #begun: number | null = null;

  constructor(context: LineContext) {
    this.#context = context;
    this.#groups = new FindingGroups(ID, MAX_GAP, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('  (')) this.#row(text, lineNumber);
    else if (text.startsWith(' ✖ ')) this.#total(text, lineNumber);
    else if (text.endsWith(')') && text.includes('.go:')) {
      const finding = toFinding(text);
      if (finding !== null) this.#groups.add(finding, lineNumber);
    }
    return false;
  }

  end(): LintSection[] {
    if (this.#begun !== null) this.#groups.breakOff(this.#begun);
    return this.#groups.end();
  }

  #row(text: string, lineNumber: number): void {
    const [, line, rule, message] = STYLISH_ROW.exec(text) ?? [];
    if (rule === undefined || message === undefined) return;
    const above = this.#context.before(1);
    if (above.endsWith('.go') && !above.startsWith(' ')) this.#path = above;
    if (this.#path === null) return;
    this.#begun ??= lineNumber;
    this.#groups.add({ path: this.#path, line: findingLine(line), rule, severity: 'error', message }, lineNumber);
  }

  #total(text: string, lineNumber: number): void {
    const [all = 0, errors = 0, warnings = 0, ignored = 0] = (STYLISH_TOTAL.exec(text) ?? []).slice(1).map(Number);
    if (!STYLISH_TOTAL.test(text) || errors + warnings + ignored !== all) return;
    this.#groups.close({ errors: null, warnings: null, total: errors + warnings }, lineNumber);
    this.#path = null;
    this.#begun = null;
  }
}

function toFinding(text: string): LintFinding | null {
  const position = filePosition(text);
  const opening = position?.rest.lastIndexOf(' (') ?? -1;
  if (position === null || opening <= 0) return null;
  const rule = position.rest.slice(opening + 2, -1);
  if (!CODE.test(rule)) return null;
  return { path: position.path, line: position.line, rule, severity: 'error', message: position.rest.slice(0, opening) };
}
