// Golangci-lint's text: "path:line:column: message (linter)", from version 2 on with its totals behind.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { filePosition, isCaretLine } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';

const ID = 'golangci-lint';
/** A finding may show several lines of source. */
const MAX_GAP = 12;

export const golangciLint: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['golangci-lint'],
  startsWith: [...'0123456789', '^', 'level=', 'ERRO'],
  positions: true,
  prefilter: (text) => text.charCodeAt(0) > 32 || text.endsWith('^'),
  open: ({ shelf }) => new GolangciReader(shelf),
};

const TOTAL = /^(\d{1,9}) issues?([:.])$/;
const SHARE = /^\* [\w-]{1,60}: (\d{1,9})$/;
/** go vet and the compiler end some messages with a type in brackets. */
const GO_TYPE = /^(?:u?int\d*|float\d+|complex\d+|string|bool|error|byte|rune|number|nil|any)$/;

class GolangciReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  /** "6 issues:" was the last line: it holds when the shares of the linters follow. */
  #announced: { total: number; lineNumber: number } | null = null;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (this.#announced !== null) this.#share(text, lineNumber);
    if (text.includes('.go:') || text.startsWith('go.mod:')) {
      const finding = toFinding(text);
      if (finding !== null) this.#groups.add(finding, lineNumber);
    } else if (text.endsWith('^') && isCaretLine(text)) this.#groups.takeBack(lineNumber - 1);
    else if (text.endsWith(' issues:') || text.endsWith(' issues.')) this.#total(text, lineNumber);
    else if (text.includes('Running error: ')) this.#groups.doubt('golangci-lint says that its run failed');
    return this.#announced !== null;
  }

  end(): LintSection[] {
    return this.#groups.end();
  }

  #total(text: string, lineNumber: number): void {
    const [, digits, mark] = TOTAL.exec(text) ?? [];
    if (digits === undefined) return;
    if (mark === ':') this.#announced = { total: Number(digits), lineNumber };
    else if (digits === '0') this.#groups.close({ errors: null, warnings: null, total: 0 }, lineNumber);
  }

  #share(text: string, lineNumber: number): void {
    const { total = 0 } = this.#announced ?? {};
    this.#announced = null;
    if (SHARE.test(text)) this.#groups.close({ errors: null, warnings: null, total }, lineNumber);
  }
}

function toFinding(text: string): LintFinding | null {
  const position = filePosition(text);
  if (position === null || !(position.path.endsWith('.go') || position.path.endsWith('go.mod'))) return null;
  const { path, line, rest } = position;
  // --output.tab: "path:line:column  linter  message"
  const columns = text.trimEnd().endsWith(`  ${rest}`) ? /^([a-z][\w-]{1,60}) {2,}(.+)$/.exec(rest) : null;
  if (columns !== null) {
    return { path, line, rule: columns[1] ?? null, severity: 'error', message: columns[2] ?? '' };
  }
  const opening = rest.endsWith(')') ? rest.lastIndexOf(' (') : -1;
  const linter = opening > 0 ? rest.slice(opening + 2, -1) : '';
  if (!/^[a-z][\w-]{1,60}$/.test(linter) || linter === 'compile' || GO_TYPE.test(linter)) return null;
  return { path, line, rule: linter, severity: 'error', message: rest.slice(0, opening) };
}
