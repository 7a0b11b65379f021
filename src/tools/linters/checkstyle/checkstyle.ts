// Checkstyle's plain form: "[ERROR] path:line:column: message [Check]" between "Starting audit..." and "Audit done."
import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { LintRun, LintSection } from '../../../parse/section.ts';
import { filePosition } from '../shared/file-position.ts';

const GRADLE_PREFIX = '[ant:checkstyle] ';
const HEADLINE = /^(?:\[ant:checkstyle\] )?\[(ERROR|WARN|INFO)\] (.+)$/;
const RULE = /^(.*) \[([\w.]{1,200})\]$/;
const ENDED = /^Checkstyle ends with (\d{1,9}) errors\.$/;

export const checkstyle: LineParser<LintSection> = {
  id: 'checkstyle',
  form: 'lines',
  commands: ['checkstyle'],
  startsWith: ['[ant:checkstyle]', '[ERROR]', '[WARN]', '[INFO]', 'Starting audit...', 'Audit done.', 'Checkstyle ends with '],
  open: (results) => new CheckstyleReader(results),
};

class CheckstyleReader implements LineReader {
  readonly #results: Results<LintSection>;
  #run: LintRun | null = null;
  /** The last run, also when it is over. */
  #last: LintRun | null = null;

  constructor(results: Results<LintSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    if (text.startsWith('Starting audit...')) this.#begin(true);
    else if (text.startsWith('[')) this.#finding(text);
    else if (text === 'Audit done.') {
      this.#run?.close();
      this.#run = null;
    } else if (text.startsWith('Checkstyle ends with ')) this.#ended(text);
    return false;
  }

  /** Gradle prints no header and no footer. */
  #begin(hasHeader: boolean): LintRun {
    this.#run = this.#results.beginRun({ hasHeader, hasFooter: !hasHeader });
    this.#last = this.#run;
    return this.#run;
  }

  #finding(text: string): void {
    if (this.#run === null && !text.startsWith(GRADLE_PREFIX)) return;
    const finding = toFinding(text);
    if (finding !== null) (this.#run ?? this.#begin(false)).finding(finding);
  }

  /** The number of errors only, on another stream: it may come before or after everything else. */
  #ended(text: string): void {
    const errors = ENDED.exec(text)?.[1];
    if (errors === undefined || this.#last === null || this.#last.totals !== null) return;
    this.#last.totals = { errors: Number(errors), warnings: null, total: null };
    this.#last.touch();
  }
}

function toFinding(text: string): LintFinding | null {
  const [, level, rest = ''] = HEADLINE.exec(text) ?? [];
  const position = level === undefined ? null : filePosition(rest);
  if (position === null) return null;
  const [, message = position.rest, rule = null] = RULE.exec(position.rest) ?? [];
  return { path: position.path, line: position.line, rule, severity: level === 'ERROR' ? 'error' : 'warning', message };
}
