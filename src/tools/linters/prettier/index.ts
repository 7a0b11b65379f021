// `prettier --check`. An unformatted file is a warning, as prettier prints it; one it cannot read is an error.

import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import type { Linter } from '../../tool.ts';
import { RunReader } from '../shared/delimited-runs.ts';

const BEGIN = 'Checking formatting...';
const CLEAN = 'All matched files use Prettier code style!';
const UNFORMATTED = /^(\[warn\] )?Code style issues found in (?:(\d+) files|the above file(\(s\))?)\. /;
const UNREADABLE = /^Error occurred when checking code style in (?:(\d+) files|the above file)\.$/;
const FILE_ERROR = /^\[error\] ([^\s>].*?): (\w*Error: .*)$/;
/** On a terminal, version 2 shows the name of the file that it reads, and leaves it in front of the error. */
const AFTER_NAME = /^(.{1,1000})(\[error\] (.{1,1000}): \w*Error: .*)$/;
/** More of the message above: source, a stack trace. */
const CONTINUED = /^\[error\] (?:\s|>|\d+ \|)|^\[error\]$/;
/** A project with more unformatted files does not use prettier; the lines may be another tool's. */
const MAX_BARE_LINES = 5000;

const lines: LineParser<LintSection> = {
  id: 'prettier',
  form: 'lines',
  commands: ['prettier'],
  startsWith: [BEGIN, CLEAN, '[warn]', '[error]', 'Code style issues ', 'Error occurred when checking '],
  open: (results) => new PrettierReader(results),
};

class PrettierReader extends RunReader {
  /** Up to version 1 the names of files were alone on their lines. */
  #bareLines: string[] = [];

  line(raw: string): boolean {
    const text = this.runs.open?.hasHeader ? withoutShownName(raw) : raw;
    if (text === BEGIN) return this.#begin();
    if (text.startsWith('[')) this.#tagged(text);
    else this.#untagged(text);
    return this.runs.open?.hasHeader ?? false;
  }

  #begin(): boolean {
    // Warnings about options come before it.
    if (this.runs.open?.hasHeader) this.runs.finish();
    else this.runs.discard();
    this.#bareLines = [];
    this.runs.extend().hasHeader = true;
    return true;
  }

  #tagged(text: string): void {
    if (text.startsWith('[warn] ')) {
      if (!this.#unformatted(text)) this.runs.finding(unformatted(text.slice('[warn] '.length)));
    } else if (text.startsWith('[error]') && !CONTINUED.test(text)) this.#error(text);
  }

  #error(text: string): void {
    const [, path, message = ''] = FILE_ERROR.exec(text) ?? [];
    if (path !== undefined) this.runs.finding({ path, line: null, rule: null, severity: 'error', message });
    else {
      const run = this.runs.extend();
      run.hasHeader = true;
      run.problems.push(`prettier says: ${text}`);
    }
  }

  #untagged(text: string): void {
    if (this.runs.open === null && text !== CLEAN) return;
    const unreadable = UNREADABLE.exec(text);
    if (text === CLEAN) this.runs.close({ errors: null, warnings: 0, total: null });
    else if (unreadable !== null) this.runs.close({ errors: Number(unreadable[1] ?? 1), warnings: null, total: null });
    else if (!this.#unformatted(text) && text.trim() !== '' && this.#bareLines.length < MAX_BARE_LINES)
      this.#bareLines.push(text);
  }

  #unformatted(text: string): boolean {
    const [all, tag, count, several] = UNFORMATTED.exec(text) ?? [];
    if (all === undefined || this.runs.open === null) return false;
    if (tag === undefined) for (const line of this.#bareLines) this.runs.finding(unformatted(line));
    const warnings = several === undefined ? Number(count ?? 1) : null;
    this.runs.close({ errors: null, warnings, total: null });
    return true;
  }
}

function withoutShownName(text: string): string {
  const [, name, message, path] = text.includes('[error] ') ? (AFTER_NAME.exec(text) ?? []) : [];
  return message !== undefined && name === path ? message : text;
}

function unformatted(path: string): LintFinding {
  return { path, line: null, rule: null, severity: 'warning', message: 'not formatted as prettier would' };
}

export const prettier: Linter = {
  id: 'prettier',
  parse: [lines],
  configFiles: /\.prettierrc(?:\.\w+)?|\.prettierignore/,
  suppression: /prettier-ignore/,
};
