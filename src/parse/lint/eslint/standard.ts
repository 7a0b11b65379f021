// JavaScript Standard Style and its kin. Its header goes to another stream than its findings,
// so that either may come first; there are no totals.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { LintRuns } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'standard';
const HEADER = /^(?:standard|semistandard|standardx|ts-standard): (.*)$/;
const ROW = /^ {2}(\S.*?):(\d+):\d+: (.*)$/;
const RULE = / \(([@a-zA-Z][\w@/.-]*)\)$/;

export const standard: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['standard', 'semistandard', 'standardx', 'ts-standard'],
  startsWith: ['/', 'standard', 'semistandard: ', 'ts-standard: '],
  open: ({ shelf }) => new StandardReader(shelf),
};

class StandardReader implements LineReader<LintSection> {
  readonly #runs: LintRuns;
  #headerSeen = false;

  constructor(shelf: Shelf) {
    this.#runs = new LintRuns(ID, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const header = HEADER.exec(text)?.[1];
    if (header !== undefined) this.#header(header, lineNumber);
    const row = header === undefined && text.startsWith('  ') ? ROW.exec(text) : null;
    if (row !== null) this.#runs.finding(readRow(row), lineNumber);
    else if (header === undefined && text !== '' && this.#runs.open?.hasFooter) this.#interrupt();
    return this.#headerSeen;
  }

  end(): LintSection[] {
    if (!this.#headerSeen) this.#runs.forget();
    return this.#runs.end();
  }

  #interrupt(): void {
    this.#runs.interrupt();
    this.#headerSeen = false;
  }

  #header(text: string, lineNumber: number): void {
    this.#headerSeen = true;
    const run = this.#runs.at(lineNumber);
    run.hasFooter = true;
    if (text.startsWith('Unexpected linter output')) this.#runs.problem('standard stopped with an error of its own');
  }
}

function readRow([, path = '', line, text = '']: RegExpExecArray): LintFinding {
  const isWarning = text.endsWith(' (warning)');
  const rest = isWarning ? text.slice(0, -' (warning)'.length) : text;
  const rule = RULE.exec(rest);
  return {
    path,
    line: findingLine(line),
    rule: rule?.[1] === 'null' ? null : (rule?.[1] ?? null),
    severity: isWarning ? 'warning' : 'error',
    message: rule === null ? rest : rest.slice(0, rule.index),
  };
}
