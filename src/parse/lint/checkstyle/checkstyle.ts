// Checkstyle's plain form: "[ERROR] path:line:column: message [Check]" between "Starting audit..." and "Audit done."
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { filePosition } from '../shared/file-position.ts';

const ID = 'checkstyle';

export const checkstyle: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['checkstyle'],
  startsWith: ['[ant:checkstyle]', '[ERROR]', '[WARN]', '[INFO]', 'Starting audit...', 'Audit done.', 'Checkstyle ends with '],
  open: ({ shelf }) => new CheckstyleReader(shelf),
};

/** Gradle writes its own mark in front. */
const HEADLINE = /^(?:\[ant:checkstyle\] )?\[(ERROR|WARN|INFO)\] (.+)$/;
const RULE = /^(.*) \[([\w.]{1,200})\]$/;
const ENDED = /^Checkstyle ends with (\d{1,9}) errors\.$/;
const GRADLE_MARK = '[ant:checkstyle] ';

class CheckstyleReader implements LineReader<LintSection> {
  readonly #sections: LintSection[] = [];
  #open: LintSection | null = null;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('Starting audit...')) this.#begin(lineNumber, true);
    else if (text.startsWith('[')) this.#finding(text, lineNumber);
    else if (text === 'Audit done.') this.#close(lineNumber);
    else if (text.startsWith('Checkstyle ends with ')) this.#ended(text, lineNumber);
    return false;
  }

  end(): LintSection[] {
    return this.#sections;
  }

  #begin(lineNumber: number, hasHeader: boolean): LintSection {
    // Under Gradle nothing announces and nothing closes the findings.
    this.#open = { ...emptyLintSection(ID, lineNumber), hasHeader, hasFooter: !hasHeader };
    this.#shelf.keepRun(this.#sections, this.#open);
    return this.#open;
  }

  #finding(text: string, lineNumber: number): void {
    const inGradle = text.startsWith(GRADLE_MARK);
    if (this.#open === null && !inGradle) return;
    const finding = toFinding(text);
    if (finding === null) return;
    const section = this.#open ?? this.#begin(lineNumber, false);
    this.#shelf.keepFinding(section.findings, finding);
    section.lastLine = lineNumber;
  }

  #close(lineNumber: number): void {
    if (this.#open === null) return;
    this.#open.hasFooter = true;
    this.#open.lastLine = lineNumber;
    this.#open = null;
  }

  /** The number of errors only, on another stream: it may stand before or behind everything else. */
  #ended(text: string, lineNumber: number): void {
    const errors = ENDED.exec(text)?.[1];
    const section = this.#sections.at(-1);
    if (errors === undefined || section === undefined || section.totals !== null) return;
    section.totals = { errors: Number(errors), warnings: null, total: null };
    section.lastLine = lineNumber;
  }
}

function toFinding(text: string): LintFinding | null {
  const [, level, rest = ''] = HEADLINE.exec(text) ?? [];
  const position = level === undefined ? null : filePosition(rest);
  if (position === null) return null;
  const [, message = position.rest, rule = null] = RULE.exec(position.rest) ?? [];
  return { path: position.path, line: position.line, rule, severity: level === 'ERROR' ? 'error' : 'warning', message };
}
