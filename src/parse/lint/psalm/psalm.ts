// Psalm's console form with its totals, and its text (emacs) form.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { filePosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'psalm';
const MAX_GAP = 1;

export const psalm: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['psalm'],
  startsWith: ['ERROR: ', 'INFO: ', 'No errors found!', ...'0123456789'],
  positions: true,
  prefilter: (text) => text.charCodeAt(0) > 32 || text.includes('No errors found!'),
  open: (context) => new PsalmReader(context),
};

/** "ERROR: InvalidReturnType - src/a.php:5:10 - message (see https://psalm.dev/011)" */
const HEADLINE = /^(ERROR|INFO): ([A-Za-z]{2,100}) - (.{1,1000}?):(\d{1,9}):\d{1,9} - (.*)$/;
const LINK = / \(see https:\/\/psalm\.dev\/\d{1,6}\)$/;
const TOTAL = /^(\d{1,9}) errors? found$/;
const DASHES = /^-{30}$/;
/** "path:258:4:error - InvalidGlobal: message" */
const TEXT_FORM = /^(error|warning) - (?:([A-Za-z]{2,100}): )?(.*)$/;

class PsalmReader implements LineReader<LintSection> {
  readonly #text: FindingGroups;
  readonly #sections: LintSection[] = [];
  readonly #context: LineContext;
  #section: LintSection | null = null;

  constructor(context: LineContext) {
    this.#context = context;
    this.#text = new FindingGroups(ID, MAX_GAP, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('ERROR: ') || text.startsWith('INFO: ')) this.#headline(text, lineNumber);
    else if (text.endsWith(' found') || text.includes('No errors found!')) this.#closing(text.trim(), lineNumber);
    else if (text.includes(' - ')) {
      const finding = fromText(text);
      if (finding !== null) this.#text.add(finding, lineNumber);
    }
    return false;
  }

  end(): LintSection[] {
    return [...this.#sections, ...this.#text.end()];
  }

  #headline(text: string, lineNumber: number): void {
    const [, level, rule = null, path = null, line, message = ''] = HEADLINE.exec(text) ?? [];
    if (level === undefined) return;
    const section = this.#openSection(lineNumber);
    const severity = level === 'ERROR' ? 'error' : 'warning';
    const finding: LintFinding = { path, line: findingLine(line), rule, severity, message: message.replace(LINK, '') };
    this.#context.shelf.keepFinding(section.findings, finding);
    section.lastLine = lineNumber;
  }

  #closing(text: string, lineNumber: number): void {
    const total = TOTAL.exec(text)?.[1];
    const isClean = text === 'No errors found!' || /^\W{0,20}No errors found!\W{0,20}$/.test(text);
    if (!isClean && (total === undefined || !DASHES.test(this.#context.before(1).trim()))) return;
    const section = this.#openSection(lineNumber);
    Object.assign(section, {
      totals: { errors: Number(total ?? 0), warnings: null, total: null },
      hasFooter: true,
      lastLine: lineNumber,
    });
    this.#section = null;
  }

  #openSection(lineNumber: number): LintSection {
    if (this.#section === null) {
      this.#section = emptyLintSection(ID, lineNumber);
      this.#context.shelf.keepRun(this.#sections, this.#section);
    }
    return this.#section;
  }
}

function fromText(text: string): LintFinding | null {
  const position = filePosition(text);
  if (position === null || position.separator !== ':' || position.column === null) return null;
  const [, level, rule = null, message = ''] = TEXT_FORM.exec(position.rest) ?? [];
  if (level === undefined) return null;
  return { path: position.path, line: position.line, rule, severity: level === 'error' ? 'error' : 'warning', message };
}
