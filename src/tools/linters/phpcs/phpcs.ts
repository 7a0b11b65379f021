// PHP_CodeSniffer's full report, one table per file with its own totals, and its summary report.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { LintRun, LintSection } from '../../../parse/section.ts';
import { appendBounded } from '../../../parse/shared/bounded-text.ts';
import { errorsAndWarnings } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-fields.ts';

/** "FOUND 5 ERRORS AND 1 WARNING AFFECTING 4 LINES", in old versions "5 ERROR(S) AND 1 WARNING(S)" */
const FOUND = /^FOUND (?:(\d{1,9}) ERROR\(?S?\)?)?(?: AND )?(?:(\d{1,9}) WARNING\(?S?\)?)? AFFECTING \d{1,9} LINE/;
const SUMMARY = /^A TOTAL OF (\d{1,9}) ERRORS? AND (\d{1,9}) WARNINGS? WERE FOUND IN \d{1,9} FILES?$/;
const ROW = /^ {0,9}(\d{1,9}) \| (ERROR|WARNING) {1,9}\| (?:\[[ x]\] )?(.*)$/;
const CONTINUATION = /^ {1,10}\| {1,10}\| {1,10}(\S.*)$/;
/** With -s the sniff is in parentheses after the message. */
const SNIFF = /^(.*) \(((?:[A-Za-z]\w*\.){2,6}\w+)\)$/;
const RULE = /^-{10,}$/;

export const phpcs: LineParser<LintSection> = {
  id: 'phpcs',
  form: 'lines',
  commands: ['phpcs'],
  startsWith: ['FILE: ', 'A TOTAL OF '],
  open: (results) => new PhpcsReader(results),
};

class PhpcsReader implements LineReader {
  readonly #results: Results<LintSection>;
  #run: LintRun | null = null;
  #path: string | null = null;
  /** Rules since the path: above and below the totals, and at the end of the table. */
  #rules = 0;

  constructor(results: Results<LintSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    if (text.startsWith('FILE: ')) return this.#file(text.slice(6).trim());
    if (text.startsWith('A TOTAL OF ')) this.#summary(text);
    if (this.#path === null) return false;
    if (RULE.test(text)) this.#rule();
    else if (this.#rules === 1) this.#found(text);
    else if (this.#rules === 2 && this.#run !== null) this.#row(this.#run, text);
    else if (this.#rules !== 2) this.#path = null;
    return this.#path !== null;
  }

  end(): void {
    if (this.#run !== null) finish(this.#run);
  }

  #file(path: string): boolean {
    this.#path = path;
    this.#rules = 0;
    return true;
  }

  #rule(): void {
    this.#rules += 1;
    if (this.#rules < 3 || this.#run === null) return;
    // A report of something else than rows has such rules too.
    const { totals, findings } = this.#run;
    this.#run.hasFooter = findings.length === (totals?.errors ?? 0) + (totals?.warnings ?? 0);
    this.#run.touch();
    this.#path = null;
  }

  #found(text: string): void {
    const found = FOUND.exec(text);
    if (found === null) {
      this.#path = null;
      return;
    }
    this.#run ??= this.#results.beginRun({ hasHeader: true, firstLine: this.#results.lineNumber - 2 });
    const { errors = 0, warnings = 0 } = this.#run.totals ?? {};
    this.#run.totals = errorsAndWarnings((errors ?? 0) + Number(found[1] ?? 0), (warnings ?? 0) + Number(found[2] ?? 0));
    this.#run.hasFooter = false;
    this.#run.touch();
  }

  #row(run: LintRun, text: string): void {
    const [, line, level, message = ''] = ROW.exec(text) ?? [];
    if (level !== undefined) {
      const severity = level === 'ERROR' ? 'error' : 'warning';
      run.findings.push({ path: this.#path, line: findingLine(line), rule: null, severity, message });
      return;
    }
    const more = CONTINUATION.exec(text)?.[1];
    const last = run.findings.at(-1);
    if (more !== undefined && last !== undefined) last.message = appendBounded(last.message, ' ', more);
  }

  /** Printed alone, or after the tables of the same run. */
  #summary(text: string): void {
    const [, errors, warnings] = SUMMARY.exec(text) ?? [];
    if (errors === undefined) return;
    const run = this.#run ?? this.#results.beginRun({ hasFooter: true });
    run.totals = errorsAndWarnings(errors, warnings);
    run.touch();
    finish(run);
    this.#run = null;
  }
}

function finish(run: LintRun): void {
  run.findings = run.findings.map(withSniff);
}

function withSniff(finding: LintFinding): LintFinding {
  const [, message, rule] = SNIFF.exec(finding.message) ?? [];
  return message === undefined || rule === undefined ? finding : { ...finding, message, rule };
}
