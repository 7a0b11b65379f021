// luacheck's default form: a status and the findings of each file, then totals.

import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { LintRun, LintSection } from '../../../parse/section.ts';
import type { Linter } from '../../tool.ts';
import { errorsAndWarnings } from '../shared/delimited-runs.ts';
import { filePosition } from '../shared/file-position.ts';

/** After the path, which is padded with spaces. */
const STATUS =
  / (?:OK|(I\/O error|Fatal error|Runtime error)|(\d{1,9}) warnings?(?: \/ (\d{1,9}) errors?)?|(\d{1,9}) errors?|(Syntax) error)$/;
const TOTAL = /^Total: (\d{1,9}) warnings? \/ (\d{1,9}) errors? in \d{1,9} files?(, couldn't check \d{1,9} files?)?$/;
const CODE = /^\(([WE])(\d{3})\) (.*)$/;
/** The errors of a file that has both kinds; one that does not parse has no warnings. */
const INLINE_OPTION_ERROR = /inline option|^unpaired /;

const lines: LineParser<LintSection> = {
  id: 'luacheck',
  form: 'lines',
  commands: ['luacheck'],
  startsWith: ['Checking ', 'Total: '],
  open: (results) => new LuacheckReader(results),
};

class LuacheckReader implements LineReader {
  readonly #results: Results<LintSection>;
  #run: LintRun | null = null;
  /** The severity of all findings of the file by its status line, or "mixed". */
  #fileSeverity: LintFinding['severity'] | 'mixed' = 'mixed';

  constructor(results: Results<LintSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    if (text.startsWith('Checking ')) this.#status(text);
    else if (text.startsWith('Total: ')) this.#total(text);
    else if (this.#run !== null && text.startsWith('    ')) this.#finding(this.#run, text.slice(4));
    return this.#run !== null;
  }

  #status(text: string): void {
    const status = STATUS.exec(text);
    if (status === null) return;
    const path = text.slice('Checking '.length, status.index).trim();
    const [, failure, warnings, errors = status[4] ?? status[5]] = status;
    this.#run ??= this.#results.beginRun({ hasHeader: true });
    this.#run.touch();
    if (failure !== undefined) this.#run.problems.push(`luacheck could not check ${path}`);
    this.#fileSeverity = errors === undefined ? 'warning' : warnings === undefined ? 'error' : 'mixed';
  }

  #finding(run: LintRun, text: string): void {
    const position = filePosition(text);
    if (position === null || position.column === null) return;
    const [, letter, digits, plain] = CODE.exec(position.rest) ?? [];
    const message = plain ?? position.rest;
    const rule = letter === undefined ? null : `${letter}${digits}`;
    run.finding({ path: position.path, line: position.line, rule, severity: this.#severity(letter, message), message });
  }

  #severity(letter: string | undefined, message: string): LintFinding['severity'] {
    if (letter !== undefined) return letter === 'E' ? 'error' : 'warning';
    if (this.#fileSeverity !== 'mixed') return this.#fileSeverity;
    return INLINE_OPTION_ERROR.test(message) ? 'error' : 'warning';
  }

  #total(text: string): void {
    const [, warnings, errors, failure] = TOTAL.exec(text) ?? [];
    if (warnings === undefined) return;
    const run = this.#run ?? this.#results.beginRun();
    if (failure !== undefined && run.problems.length === 0) run.problems.push('luacheck could not check some files');
    run.close(errorsAndWarnings(errors, warnings));
    this.#run = null;
  }
}

export const luacheck: Linter = { id: 'luacheck', parse: [lines], configFiles: /\.luacheckrc/ };
