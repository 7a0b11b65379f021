// PHP_CodeSniffer's full report, one table a file with its own totals, and its summary report.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { extended } from '../../shared/bounded-text.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'phpcs';

export const phpcs: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['phpcs'],
  startsWith: ['FILE: ', 'A TOTAL OF '],
  open: ({ shelf }) => new PhpcsReader(shelf),
};

/** "FOUND 5 ERRORS AND 1 WARNING AFFECTING 4 LINES", in old versions "5 ERROR(S) AND 1 WARNING(S)" */
const FOUND = /^FOUND (?:(\d{1,9}) ERROR\(?S?\)?)?(?: AND )?(?:(\d{1,9}) WARNING\(?S?\)?)? AFFECTING \d{1,9} LINE/;
const SUMMARY = /^A TOTAL OF (\d{1,9}) ERRORS? AND (\d{1,9}) WARNINGS? WERE FOUND IN \d{1,9} FILES?$/;
const ROW = /^ {0,9}(\d{1,9}) \| (ERROR|WARNING) {1,9}\| (?:\[[ x]\] )?(.*)$/;
const CONTINUATION = /^ {1,10}\| {1,10}\| {1,10}(\S.*)$/;
/** With -s the sniff stands in brackets behind the message. */
const SNIFF = /^(.*) \(((?:[A-Za-z]\w*\.){2,6}\w+)\)$/;
const RULE = /^-{10,}$/;

class PhpcsReader implements LineReader<LintSection> {
  readonly #sections: LintSection[] = [];
  #section: LintSection | null = null;
  #path: string | null = null;
  /** Rules seen since the path: above and below the totals, and at the end of the table. */
  #rules = 0;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('FILE: ')) return this.#file(text.slice(6).trim());
    if (text.startsWith('A TOTAL OF ')) this.#summary(text, lineNumber);
    if (this.#path === null) return false;
    if (RULE.test(text)) this.#rule(lineNumber);
    else if (this.#rules === 1) this.#found(text, lineNumber);
    else if (this.#rules === 2) this.#row(text);
    else this.#path = null;
    return this.#path !== null;
  }

  end(): LintSection[] {
    for (const section of this.#sections) section.findings = section.findings.map(withSniff);
    return this.#sections;
  }

  #file(path: string): boolean {
    this.#path = path;
    this.#rules = 0;
    return true;
  }

  #rule(lineNumber: number): void {
    this.#rules += 1;
    if (this.#rules < 3 || this.#section === null) return;
    // A report that shows something else than rows has such rules in between.
    const { totals, findings } = this.#section;
    this.#section.hasFooter = findings.length === (totals?.errors ?? 0) + (totals?.warnings ?? 0);
    this.#section.lastLine = lineNumber;
    this.#path = null;
  }

  #found(text: string, lineNumber: number): void {
    const found = FOUND.exec(text);
    if (found === null) {
      this.#path = null;
      return;
    }
    if (this.#section === null) {
      this.#section = { ...emptyLintSection(ID, lineNumber - 2), hasHeader: true };
      this.#section.totals = { errors: 0, warnings: 0, total: null };
      this.#shelf.keepRun(this.#sections, this.#section);
    }
    const { totals } = this.#section;
    const sum = (before: number | null | undefined, more: string | undefined) => (before ?? 0) + Number(more ?? 0);
    this.#section.totals = { errors: sum(totals?.errors, found[1]), warnings: sum(totals?.warnings, found[2]), total: null };
    this.#section.hasFooter = false;
    this.#section.lastLine = lineNumber;
  }

  #row(text: string): void {
    const [, line, severity, message = ''] = ROW.exec(text) ?? [];
    const section = this.#section;
    if (section === null) return;
    if (severity !== undefined) {
      const place = { path: this.#path, line: findingLine(line) };
      const finding: LintFinding = { ...place, rule: null, severity: severity === 'ERROR' ? 'error' : 'warning', message };
      this.#shelf.keepFinding(section.findings, finding);
      return;
    }
    const more = CONTINUATION.exec(text)?.[1];
    const last = section.findings.at(-1);
    if (more !== undefined && last !== undefined) last.message = extended(last.message, ' ', more);
  }

  /** Printed alone, or behind the tables of the same run. */
  #summary(text: string, lineNumber: number): void {
    const [, errors, warnings] = SUMMARY.exec(text) ?? [];
    if (errors === undefined) return;
    const section = this.#section ?? { ...emptyLintSection(ID, lineNumber), hasFooter: true };
    if (this.#section === null) this.#shelf.keepRun(this.#sections, section);
    section.totals = { errors: Number(errors), warnings: Number(warnings), total: null };
    section.lastLine = lineNumber;
    this.#section = null;
  }
}

function withSniff(finding: LintFinding): LintFinding {
  const [, message, rule] = SNIFF.exec(finding.message) ?? [];
  return message === undefined || rule === undefined ? finding : { ...finding, message, rule };
}
