// Hlint's text: a position with severity and hint, the code found, and the number of hints at the end.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { filePosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';

const ID = 'hlint';
/** A hint shows the code before and after. */
const MAX_GAP = 60;

export const hlint: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['hlint'],
  startsWith: ['No hints', 'No suggestions', ...'0123456789'],
  atMargin: true,
  positions: true,
  open: (context) => new HlintReader(context),
};

const HINT = /^(Error|Warning|Suggestion): (.+)$/;
/** "5 hints", "1 hint (and 2 more)", in old versions "suggestions" */
const TOTAL = /^(?:No (?:hints|suggestions)|1 (?:hint|suggestion)|(?:\d{1,9}) (?:hints|suggestions))(?: \(.{1,60}\))?$/;

class HlintReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  readonly #context: LineContext;
  /** A position is a hint when the code that was found follows it. */
  #candidate: { finding: LintFinding; lineNumber: number } | null = null;

  constructor(context: LineContext) {
    this.#context = context;
    this.#groups = new FindingGroups(ID, MAX_GAP, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const candidate = this.#candidate;
    this.#candidate = null;
    if (candidate !== null && text === 'Found:') this.#groups.add(candidate.finding, candidate.lineNumber);
    else if (text.endsWith('s') || text.endsWith('hint') || text.endsWith(')')) this.#total(text, lineNumber);
    if (text.includes('hs:')) this.#hint(text, lineNumber);
    return this.#candidate !== null;
  }

  end(): LintSection[] {
    if (this.#groups.last !== undefined) this.#groups.breakOff(this.#groups.lastLine);
    return this.#groups.end();
  }

  #hint(text: string, lineNumber: number): void {
    const position = filePosition(text);
    const [, level, message] = HINT.exec(position?.rest ?? '') ?? [];
    if (position === null || message === undefined) return;
    const severity = level === 'Error' ? 'error' : 'warning';
    const rule = message.startsWith('Parse error') ? 'Parse error' : message;
    this.#candidate = { finding: { path: position.path, line: position.line, rule, severity, message }, lineNumber };
  }

  #total(text: string, lineNumber: number): void {
    if (text.length > 90 || !TOTAL.test(text)) return;
    const total = text.startsWith('No ') ? 0 : Number.parseInt(text, 10);
    if (total === 0 || this.#context.before(1) === '') this.#groups.close({ errors: null, warnings: null, total }, lineNumber);
  }
}
