// Gosec's text with its summary, and its golint form.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { filePosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'gosec';
/** A finding shows a few lines of source and, in newer versions, a suggested fix. */
const MAX_GAP = 40;

export const gosec: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['gosec'],
  startsWith: ['Summary:'],
  positions: true,
  open: ({ shelf }) => new GosecReader(shelf),
};

/** "[/path/main.go:37] - G307 (CWE-703): message (Confidence: HIGH, Severity: MEDIUM)" */
const HEADLINE =
  /^\[(.{1,1000}):(\d{1,9})(?:-\d{1,9})?\] - (G\d{3})(?: \(CWE-\d{1,6}\))?: (.*) \(Confidence: \w{1,10}, Severity: (\w{1,10})\)$/;
/** "message (Rule:G104, Severity:LOW, Confidence:HIGH)" */
const GOLINT_TAIL = /^(.*) \(Rule:(G\d{3}), Severity:(\w{1,10}), Confidence:\w{1,10}\)$/;
const TOTAL = /^ {1,4}Issues {0,4}: (\d{1,9})$/;

class GosecReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  /** Inside "Summary:", which ends with the number of issues. */
  #inSummary = false;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text.endsWith(')')) {
      const finding = text.startsWith('[') ? fromHeadline(text) : fromGolint(text);
      if (finding !== null) this.#groups.add(finding, lineNumber);
    } else if (text === 'Summary:') this.#inSummary = true;
    else if (this.#inSummary) this.#summary(text, lineNumber);
    return this.#inSummary;
  }

  end(): LintSection[] {
    return this.#groups.end();
  }

  #summary(text: string, lineNumber: number): void {
    const total = TOTAL.exec(text)?.[1];
    if (total !== undefined) this.#groups.close({ errors: null, warnings: null, total: Number(total) }, lineNumber);
    if (total !== undefined || !text.startsWith(' ')) this.#inSummary = false;
  }
}

function fromHeadline(text: string): LintFinding | null {
  const [, path = null, line, rule = null, message = '', severity] = HEADLINE.exec(text) ?? [];
  return rule === null ? null : { path, line: findingLine(line), rule, severity: severityOf(severity), message };
}

function fromGolint(text: string): LintFinding | null {
  if (!text.includes(' (Rule:G')) return null;
  const position = filePosition(text);
  const [, message = '', rule = null, severity] = GOLINT_TAIL.exec(position?.rest ?? '') ?? [];
  if (position === null || rule === null) return null;
  return { path: position.path, line: position.line, rule, severity: severityOf(severity), message };
}

function severityOf(word: string | undefined): LintFinding['severity'] {
  return word === 'HIGH' ? 'error' : 'warning';
}
