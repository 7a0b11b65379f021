// hlint's text, a position with severity and hint, the code found, and the number of hints at the end; and its JSON.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { countMember, isRecord, records, textMember } from '../shared/json-access.ts';
import { filePosition } from './shared/file-position.ts';
import { GroupReader } from './shared/finding-groups.ts';
import { isListOf, jsonLinter } from './shared/json-linter.ts';

/** A hint shows the code before and after. */
const MAX_GAP = 60;
const MAX_TOTAL_LENGTH = 90;
const HINT = /^(Error|Warning|Suggestion): (.+)$/;
/** "5 hints", "1 hint (and 2 more)", in old versions "suggestions" */
const TOTAL = /^(?:No (?:hints|suggestions)|1 (?:hint|suggestion)|(?:\d{1,9}) (?:hints|suggestions))(?: \(.{1,60}\))?$/;

export const hlint: LineParser<LintSection> = {
  id: 'hlint',
  form: 'lines',
  commands: ['hlint'],
  startsWith: ['No hints', 'No suggestions', ...'0123456789'],
  atMargin: true,
  positions: true,
  open: (results) => new HlintReader(results, MAX_GAP),
};

export const hlintJson = jsonLinter({
  id: 'hlint-json',
  commands: ['hlint'],
  accepts: (document) =>
    isListOf(
      document,
      (item) => isRecord(item) && textMember(item, 'hint') !== null && 'decl' in item && countMember(item, 'startLine') !== null,
    ),
  items: (document) => records(document).filter(({ severity }) => severity !== 'Ignore'),
  path: 'file',
  line: 'startLine',
  rule: (idea) => ruleOf(textMember(idea, 'hint') ?? ''),
  severity: ({ severity }) => (severity === 'Error' ? 'error' : 'warning'),
  message: 'hint',
});

class HlintReader extends GroupReader {
  /** A position is a hint when the code that was found follows it. */
  #candidate: { finding: LintFinding; lineNumber: number } | null = null;

  line(text: string): boolean {
    const candidate = this.#candidate;
    this.#candidate = null;
    if (candidate !== null && text === 'Found:') this.groups.add(candidate.finding, candidate.lineNumber);
    else if (text.endsWith('s') || text.endsWith('hint') || text.endsWith(')')) this.#total(text);
    const finding = text.includes('hs:') ? fromText(text) : null;
    if (finding !== null) this.#candidate = { finding, lineNumber: this.results.lineNumber };
    return this.#candidate !== null;
  }

  override end(): void {
    if (this.groups.last !== undefined) this.groups.markTruncated(this.groups.lastLine);
    super.end();
  }

  #total(text: string): void {
    if (text.length > MAX_TOTAL_LENGTH || !TOTAL.test(text)) return;
    const total = text.startsWith('No ') ? 0 : Number.parseInt(text, 10);
    if (total === 0 || this.results.before(1) === '') this.groups.close({ errors: null, warnings: null, total });
  }
}

function fromText(text: string): LintFinding | null {
  const position = filePosition(text);
  const [, level, message] = HINT.exec(position?.rest ?? '') ?? [];
  if (position === null || message === undefined) return null;
  const severity = level === 'Error' ? 'error' : 'warning';
  return { path: position.path, line: position.line, rule: ruleOf(message), severity, message };
}

function ruleOf(message: string): string {
  return message.startsWith('Parse error') ? 'Parse error' : message;
}
