// `prettier --check`. A file that is not formatted is a warning, as prettier says; one it cannot read an error.
import type { LintFinding } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { LintRuns } from './shared/delimited-runs.ts';

const ID = 'prettier';
const BEGIN = 'Checking formatting...';
const CLEAN = 'All matched files use Prettier code style!';
const UNFORMATTED = /^(\[warn\] )?Code style issues found in (?:(\d+) files|the above file(\(s\))?)\. /;
const UNREADABLE = /^Error occurred when checking code style in (?:(\d+) files|the above file)\.$/;
const FILE_ERROR = /^\[error\] ([^\s>].*?): (\w*Error: .*)$/;
/** On a terminal version 2 leaves the name that it shows while it reads the file in front of what it says of it. */
const BEHIND_NAME = /^(.{1,1000})(\[error\] (.{1,1000}): \w*Error: .*)$/;
/** More of the message above: a piece of source, a stack. */
const CONTINUED = /^\[error\] (?:\s|>|\d+ \|)|^\[error\]$/;
/** Who has so many files unformatted does not use prettier; and the lines may be another tool's. */
const MAX_BARE_LINES = 5000;

export const prettier: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['prettier'],
  startsWith: [BEGIN, CLEAN, '[warn]', '[error]', 'Code style issues ', 'Error occurred when checking '],
  open: ({ shelf }) => new PrettierReader(shelf),
};

class PrettierReader implements LineReader<LintSection> {
  readonly #runs: LintRuns;
  /** Up to version 1 the names of files stood alone on their lines. */
  #bareLines: string[] = [];

  constructor(shelf: Shelf) {
    this.#runs = new LintRuns(ID, shelf);
  }

  line(raw: string, lineNumber: number): boolean {
    const text = this.#runs.open?.hasHeader ? withoutShownName(raw) : raw;
    if (text === BEGIN) return this.#begin(lineNumber);
    if (text.startsWith('[')) this.#tagged(text, lineNumber);
    else this.#untagged(text, lineNumber);
    return this.#runs.open?.hasHeader ?? false;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }

  #begin(lineNumber: number): boolean {
    // Warnings about options come before it.
    if (this.#runs.open?.hasHeader) this.#runs.finish();
    else this.#runs.forget();
    this.#bareLines = [];
    this.#runs.at(lineNumber).hasHeader = true;
    return true;
  }

  #tagged(text: string, lineNumber: number): void {
    if (text.startsWith('[warn] ')) {
      if (!this.#unformatted(text, lineNumber)) this.#runs.finding(unformatted(text.slice('[warn] '.length)), lineNumber);
    } else if (text.startsWith('[error]') && !CONTINUED.test(text)) this.#error(text, lineNumber);
  }

  #error(text: string, lineNumber: number): void {
    const [, path, message = ''] = FILE_ERROR.exec(text) ?? [];
    if (path !== undefined) this.#runs.finding({ path, line: null, rule: null, severity: 'error', message }, lineNumber);
    else this.#problem(text, lineNumber);
  }

  #problem(text: string, lineNumber: number): void {
    this.#runs.at(lineNumber).hasHeader = true;
    this.#runs.problem(`prettier says: ${text}`);
  }

  #untagged(text: string, lineNumber: number): void {
    const run = this.#runs.open;
    if (run === null && text !== CLEAN) return;
    const unreadable = UNREADABLE.exec(text);
    if (text === CLEAN) this.#runs.close({ errors: null, warnings: 0, total: null }, lineNumber);
    else if (unreadable !== null)
      this.#runs.close({ errors: Number(unreadable[1] ?? 1), warnings: null, total: null }, lineNumber);
    else if (!this.#unformatted(text, lineNumber) && text.trim() !== '' && this.#bareLines.length < MAX_BARE_LINES) {
      this.#bareLines.push(text);
    }
  }

  #unformatted(text: string, lineNumber: number): boolean {
    const [all, tag, count, several] = UNFORMATTED.exec(text) ?? [];
    const run = this.#runs.open;
    if (all === undefined || run === null) return false;
    if (tag === undefined) for (const line of this.#bareLines) this.#runs.finding(unformatted(line), lineNumber);
    const warnings = several === undefined ? Number(count ?? 1) : null;
    this.#runs.close({ errors: null, warnings, total: null }, lineNumber);
    return true;
  }
}

function withoutShownName(text: string): string {
  const [, name, message, path] = text.includes('[error] ') ? (BEHIND_NAME.exec(text) ?? []) : [];
  return message !== undefined && name === path ? message : text;
}

function unformatted(path: string): LintFinding {
  return { path, line: null, rule: null, severity: 'warning', message: 'not formatted as prettier would' };
}
