// The console output of pyright and basedpyright. Informations are no findings.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { errorsAndWarnings, LintRuns } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'pyright';

export const pyright: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['pyright', 'basedpyright'],
  // The absolute path of a file stands behind blanks.
  startsWith: [...'0123456789', '/', 'c:\\', 'C:\\', 'd:\\', 'D:\\'],
  positions: true,
  open: (context) => new PyrightReader(context),
};

/** "  path.py:1:8 - error: message (reportMissingImports)" */
const DIAGNOSTIC = /^ {0,4}(\S.{0,1000}?):(\d{1,9}):\d{1,9} - (error|warning|information): (.+)$/;
/** Versions of 2020 name the file on a line of its own. */
const OLD_DIAGNOSTIC = /^ {2,4}(\d{1,9}):\d{1,9} - (error|warning|information): (.+)$/;
const FILE = /^\S.{0,1000}\.pyi?$/;
const RULE = / \((report[A-Z]\w{1,80})\)$/;
const SUMMARY = /^(\d+) errors?, (\d+) warnings?(, \d+ (?:informations?|infos?|notes?))?\s*$/;

class PyrightReader implements LineReader<LintSection> {
  readonly #context: LineContext;
  readonly #runs: LintRuns;
  /** A message may go on over several lines; its rule stands at the end. */
  #unnamed: LintFinding | null = null;
  #file: string | null = null;

  constructor(context: LineContext) {
    this.#context = context;
    this.#runs = new LintRuns(ID, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text.includes(' - ')) this.#diagnostic(text, lineNumber);
    else if (this.#unnamed !== null && text.endsWith(')')) this.#lateRule(text, lineNumber);
    else if (text.includes(' warning')) this.#summary(text, lineNumber);
    return this.#unnamed !== null;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }

  #diagnostic(text: string, lineNumber: number): void {
    const match = OLD_DIAGNOSTIC.exec(text) ?? DIAGNOSTIC.exec(text);
    if (match === null) return;
    const above = this.#context.before(1);
    if (FILE.test(above)) this.#file = above;
    const path = match.length === 4 ? this.#file : (match[1] ?? null);
    const [line, severity, message = ''] = match.slice(-3);
    if (severity !== 'error' && severity !== 'warning') return;
    const rule = RULE.exec(message);
    const finding: LintFinding = {
      path,
      line: findingLine(line),
      rule: rule?.[1] ?? null,
      severity,
      message: rule === null ? message : message.slice(0, rule.index),
    };
    this.#runs.finding(finding, lineNumber);
    this.#unnamed = rule === null ? finding : null;
  }

  #lateRule(text: string, lineNumber: number): void {
    const rule = RULE.exec(text)?.[1];
    if (this.#unnamed === null || rule === undefined) return;
    this.#unnamed.rule = rule;
    this.#unnamed = null;
    this.#runs.at(lineNumber);
  }

  #summary(text: string, lineNumber: number): void {
    const [, errors, warnings, informations] = SUMMARY.exec(text) ?? [];
    // Without its last part the line is not pyright's alone.
    if (errors === undefined || (informations === undefined && this.#runs.open === null)) return;
    this.#unnamed = null;
    this.#runs.close(errorsAndWarnings(errors, warnings), lineNumber);
  }
}
