// Mypy's console output, plain and --pretty, with or without its summary. Notes are no findings.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { filePosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';

const ID = 'mypy';
/** Notes may stand between two errors, and with --pretty the source. */
const MAX_GAP = 12;
/** A wrapped message is not longer. */
const MAX_WRAPPED_LINES = 6;

export const mypy: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['mypy', 'dmypy'],
  startsWith: ['Found ', 'Success: ', 'mypy: '],
  positions: true,
  open: ({ shelf }) => new MypyReader(shelf),
};

/** The end of the place may stand before it: "path:4:10:4:23: error: message  [code]". */
const ERROR = /^(?:\d+:\d+: )?error: (.+)$/;
const CODE = / {1,2}\[([a-z][a-z0-9-]{1,60})\]$/;
const PYTHON = /\.(?:pyi?|ipynb)$|^<(?:string|stdin)>$/;
const WITHOUT_LINE = /^(.+\.pyi?): error: (.+)$/;
const SUMMARY = /^Found (\d+) errors? in \d+ files? \((?:checked \d+ source files?|errors prevented further checking)\)$/;
const SUCCESS = /^Success: no issues found in \d+ source files?$/;

class MypyReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  readonly #shelf: Shelf;
  readonly #clean: LintSection[] = [];
  /** A message that --pretty has wrapped: its code stands at the end. */
  #wrapped: { finding: LintFinding; firstLine: number } | null = null;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text.includes(': error: ')) this.#error(text, lineNumber);
    else if (text.startsWith('Found ')) this.#summary(text, lineNumber);
    else if (text.startsWith('Success: ') && SUCCESS.test(text)) {
      this.#shelf.keepRun(this.#clean, { ...emptyLintSection(ID, lineNumber), hasFooter: true });
    } else if (text.startsWith('mypy: ')) this.#broken(text, lineNumber);
    else if (this.#wrapped !== null) this.#continued(text, lineNumber);
    return this.#wrapped !== null;
  }

  end(): LintSection[] {
    return [...this.#groups.end(), ...this.#clean];
  }

  #error(text: string, lineNumber: number): void {
    this.#wrapped = null;
    const finding = toFinding(text);
    if (finding === null) return;
    this.#groups.add(finding, lineNumber);
    if (finding.rule === null) this.#wrapped = { finding, firstLine: lineNumber };
  }

  #continued(text: string, lineNumber: number): void {
    const wrapped = this.#wrapped;
    if (wrapped === null) return;
    const isOver = text === '' || text.startsWith('    ') || lineNumber - wrapped.firstLine > MAX_WRAPPED_LINES;
    const code = isOver ? null : CODE.exec(` ${text}`);
    if (code !== null) {
      wrapped.finding.rule = code[1] ?? null;
      wrapped.finding.message = `${wrapped.finding.message} ${text.slice(0, Math.max(0, code.index - 1))}`.trimEnd();
      this.#groups.extend(lineNumber);
    }
    if (isOver || code !== null) this.#wrapped = null;
    else wrapped.finding.message = `${wrapped.finding.message} ${text}`;
  }

  #summary(text: string, lineNumber: number): void {
    const errors = SUMMARY.exec(text)?.[1];
    if (errors !== undefined) this.#groups.close({ errors: Number(errors), warnings: 0, total: null }, lineNumber);
  }

  /** "mypy: error: ..." and "mypy: can't read file ...": it did not check anything. */
  #broken(text: string, lineNumber: number): void {
    if (!/^mypy: (?:error: |can't )/.test(text)) return;
    const problems = [`mypy could not do its work: ${text.slice(0, 200)}`];
    this.#shelf.keepRun(this.#clean, { ...emptyLintSection(ID, lineNumber), hasHeader: true, hasFooter: true, problems });
  }
}

function toFinding(text: string): LintFinding | null {
  const position = filePosition(text);
  const located = position === null ? null : { path: position.path, line: position.line, rest: position.rest };
  const [, path, rest = ''] = located === null ? (WITHOUT_LINE.exec(text) ?? []) : [];
  const place = located ?? (path === undefined ? null : { path, line: null, rest: `error: ${rest}` });
  const message = place === null ? undefined : ERROR.exec(place.rest)?.[1];
  if (place === null || message === undefined || !PYTHON.test(place.path)) return null;
  const code = CODE.exec(message);
  const shortened = code === null ? message : message.slice(0, code.index);
  return { path: place.path, line: place.line, rule: code?.[1] ?? null, severity: 'error', message: shortened.trimEnd() };
}
