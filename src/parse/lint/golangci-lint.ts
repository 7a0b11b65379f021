// golangci-lint's text, "path:line:column: message (linter)", with totals from version 2 on; and its JSON.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { CharCode } from '../shared/characters.ts';
import { isRecord, recordsMember, textMember } from '../shared/json-access.ts';
import { filePosition, isCaretLine } from './shared/file-position.ts';
import { parseSeverity } from './shared/finding-fields.ts';
import { GroupReader } from './shared/finding-groups.ts';
import { jsonLinter } from './shared/json-linter.ts';

/** A finding may show several lines of source. */
const MAX_GAP = 12;
const FAILED = 'golangci-lint reports that its run failed';
const TOTAL = /^(\d{1,9}) issues?([:.])$/;
const SHARE = /^\* [\w-]{1,60}: (\d{1,9})$/;
const LINTER = /^[a-z][\w-]{1,60}$/;
/** go vet and the compiler end some messages with a type in parentheses. */
const GO_TYPE = /^(?:u?int\d*|float\d+|complex\d+|string|bool|error|byte|rune|number|nil|any)$/;

export const golangciLint: LineParser<LintSection> = {
  id: 'golangci-lint',
  form: 'lines',
  commands: ['golangci-lint'],
  startsWith: [...'0123456789', '^', 'level=', 'ERRO'],
  positions: true,
  prefilter: (text) => text.charCodeAt(0) > CharCode.SPACE || text.endsWith('^'),
  open: (results) => new GolangciReader(results, MAX_GAP),
};

export const golangciLintJson = jsonLinter({
  id: 'golangci-lint-json',
  commands: ['golangci-lint'],
  // The list is null when nothing was found.
  accepts: (document) =>
    isRecord(document) && isRecord(document.Report) && (Array.isArray(document.Issues) || document.Issues === null),
  items: (document) => recordsMember(document, 'Issues'),
  problems: (document) => (textMember(document, 'Report.Error') ? [FAILED] : []),
  path: 'Pos.Filename',
  line: 'Pos.Line',
  rule: 'FromLinter',
  severity: ({ Severity }) => ((parseSeverity(String(Severity)) ?? 'error') === 'error' ? 'error' : 'warning'),
  message: 'Text',
});

class GolangciReader extends GroupReader {
  /** The total of "6 issues:" on the line above: it counts when the shares of the linters follow. */
  #announced: number | null = null;

  line(text: string): boolean {
    if (this.#announced !== null) this.#share(text, this.#announced);
    if (text.includes('.go:') || text.startsWith('go.mod:')) this.groups.addIfAny(toFinding(text));
    else if (text.endsWith('^') && isCaretLine(text)) this.groups.removePrevious();
    else if (text.endsWith(' issues:') || text.endsWith(' issues.')) this.#total(text);
    else if (text.includes('Running error: ')) this.groups.addProblem(FAILED);
    return this.#announced !== null;
  }

  #total(text: string): void {
    const [, digits, mark] = TOTAL.exec(text) ?? [];
    if (digits === undefined) return;
    if (mark === ':') this.#announced = Number(digits);
    else if (digits === '0') this.groups.close({ errors: null, warnings: null, total: 0 });
  }

  #share(text: string, total: number): void {
    this.#announced = null;
    if (SHARE.test(text)) this.groups.close({ errors: null, warnings: null, total });
  }
}

function toFinding(text: string): LintFinding | null {
  const position = filePosition(text);
  if (position === null || !(position.path.endsWith('.go') || position.path.endsWith('go.mod'))) return null;
  const { path, line, rest } = position;
  // --output.tab: "path:line:column  linter  message"
  const columns = text.trimEnd().endsWith(`  ${rest}`) ? /^([a-z][\w-]{1,60}) {2,}(.+)$/.exec(rest) : null;
  if (columns !== null) return { path, line, rule: columns[1] ?? null, severity: 'error', message: columns[2] ?? '' };
  const opening = rest.endsWith(')') ? rest.lastIndexOf(' (') : -1;
  const rule = opening > 0 ? rest.slice(opening + 2, -1) : '';
  if (!LINTER.test(rule) || rule === 'compile' || GO_TYPE.test(rule)) return null;
  return { path, line, rule, severity: 'error', message: rest.slice(0, opening) };
}
