// Shellcheck's terminal form, and its gcc form. Info and style count as warnings here: they fail the run.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { filePosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'shellcheck';
const MAX_GAP = 2;

export const shellcheck: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['shellcheck'],
  startsWith: ['In '],
  positions: true,
  open: ({ shelf }) => new ShellcheckReader(shelf),
};

const PLACE = /^In (.{1,1000}) line (\d{1,9}):$/;
/** "     ^--^ SC2086 (info): message"; old versions do not say the severity. */
const COMMENT = /^ *\^-*\^? SC(\d{4})(?: \((error|warning|info|style)\))?: (.*)$/;
const GCC_TAIL = /^(error|warning|note): (.*) \[SC(\d{4})\]$/;

type Expecting = 'nothing' | 'source' | 'comments' | 'fix';

class ShellcheckReader implements LineReader<LintSection> {
  readonly #gcc: FindingGroups;
  readonly #shelf: Shelf;
  readonly #terminal: LintSection[] = [];
  #expecting: Expecting = 'nothing';
  #place = { path: '', line: null as number | null };

  constructor(shelf: Shelf) {
    this.#gcc = new FindingGroups(ID, MAX_GAP, shelf);
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    // The line after the place is source, whatever it looks like.
    if (this.#expecting === 'source') this.#expecting = 'comments';
    else if (this.#expecting === 'fix') this.#expecting = text === '' ? 'comments' : 'fix';
    else if (text.startsWith('In ')) this.#placeLine(text, lineNumber);
    else if (this.#expecting === 'comments') this.#comment(text, lineNumber);
    else if (text.endsWith(']') && text.includes(' [SC')) {
      const finding = fromGcc(text);
      if (finding !== null) this.#gcc.add(finding, lineNumber);
    }
    return this.#expecting !== 'nothing';
  }

  end(): LintSection[] {
    return [...this.#terminal, ...this.#gcc.end()];
  }

  #placeLine(text: string, lineNumber: number): void {
    const [, path, line] = PLACE.exec(text) ?? [];
    if (path === undefined) return;
    this.#place = { path, line: findingLine(line) };
    this.#expecting = 'source';
    // Quoted are the lines of source and the fixes, so nobody else's findings stand in between.
    if (this.#terminal.at(-1)?.hasFooter !== false)
      this.#shelf.keepRun(this.#terminal, { ...emptyLintSection(ID, lineNumber), hasHeader: true });
  }

  #comment(text: string, lineNumber: number): void {
    const section = this.#terminal.at(-1);
    if (section === undefined) return;
    const [, code, level, message = ''] = text.includes('^') ? (COMMENT.exec(text) ?? []) : [];
    if (code !== undefined) {
      const severity = level === 'error' ? 'error' : 'warning';
      this.#shelf.keepFinding(section.findings, { ...this.#place, rule: `SC${code}`, severity, message });
      section.lastLine = lineNumber;
    } else if (text.startsWith('Did you mean:')) this.#expecting = 'fix';
    else if (text === 'For more information:') {
      section.hasFooter = true;
      section.lastLine = lineNumber;
      this.#expecting = 'nothing';
    }
  }
}

function fromGcc(text: string): LintFinding | null {
  const position = filePosition(text);
  const [, level, message = '', code] = GCC_TAIL.exec(position?.rest ?? '') ?? [];
  if (position === null || code === undefined) return null;
  const severity = level === 'error' ? 'error' : 'warning';
  return { path: position.path, line: position.line, rule: `SC${code}`, severity, message };
}
