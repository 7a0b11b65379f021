// JavaScript Standard Style and its variants. Its header and its findings go to different streams, so that either may come
// first; there are no totals.

import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import type { Linter } from '../../tool.ts';
import { RunReader } from '../shared/delimited-runs.ts';
import { findingLine, splitRule } from '../shared/finding-fields.ts';

const HEADER = /^(?:standard|semistandard|standardx|ts-standard): (.*)$/;
const ROW = /^ {2}(\S.*?):(\d+):\d+: (.*)$/;
const RULE = / \(([@a-zA-Z][\w@/.-]*)\)$/;
const WARNING = ' (warning)';

const lines: LineParser<LintSection> = {
  id: 'standard',
  form: 'lines',
  commands: ['standard', 'semistandard', 'standardx', 'ts-standard'],
  startsWith: ['/', 'standard', 'semistandard: ', 'ts-standard: '],
  open: (results) => new StandardReader(results),
};

class StandardReader extends RunReader {
  #headerSeen = false;

  line(text: string): boolean {
    const header = HEADER.exec(text)?.[1];
    const row = header === undefined && text.startsWith('  ') ? ROW.exec(text) : null;
    if (header !== undefined) this.#header(header);
    else if (row !== null) this.runs.finding(readRow(row));
    else if (text !== '' && this.runs.open?.hasFooter) {
      this.runs.interrupt();
      this.#headerSeen = false;
    }
    return this.#headerSeen;
  }

  override end(): void {
    if (!this.#headerSeen) this.runs.discard();
    super.end();
  }

  #header(text: string): void {
    this.#headerSeen = true;
    const run = this.runs.extend();
    run.hasFooter = true;
    if (text.startsWith('Unexpected linter output')) run.problems.push('standard stopped with an error of its own');
  }
}

function readRow([, path = '', line, text = '']: RegExpExecArray): LintFinding {
  const isWarning = text.endsWith(WARNING);
  const { rule, message } = splitRule(isWarning ? text.slice(0, -WARNING.length) : text, RULE);
  const severity = isWarning ? 'warning' : 'error';
  return { path, line: findingLine(line), rule: rule === 'null' ? null : rule, severity, message };
}

export const standard: Linter = { id: 'standard', parse: [lines] };
