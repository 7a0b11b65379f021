// mypy's console output, plain and --pretty, with or without its summary; and its --output=json. Notes are not findings.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { isRecord, textMember } from '../shared/json-access.ts';
import { filePosition } from './shared/file-position.ts';
import { splitRule } from './shared/finding-fields.ts';
import { GroupReader } from './shared/finding-groups.ts';
import { jsonLinesLinter } from './shared/json-linter.ts';

/** Notes may be between two errors, and with --pretty the source. */
const MAX_GAP = 12;
/** Of a wrapped message. */
const MAX_WRAPPED_LINES = 6;
/** The end of the place may be in front: "path:4:10:4:23: error: message  [code]". */
const ERROR = /^(?:\d+:\d+: )?error: (.+)$/;
const CODE = / {1,2}\[([a-z][a-z0-9-]{1,60})\]$/;
const PYTHON = /\.(?:pyi?|ipynb)$|^<(?:string|stdin)>$/;
const WITHOUT_LINE = /^(.+\.pyi?): error: (.+)$/;
const SUMMARY = /^Found (\d+) errors? in \d+ files? \((?:checked \d+ source files?|errors prevented further checking)\)$/;
const SUCCESS = /^Success: no issues found in \d+ source files?$/;
/** It did not check anything. */
const FAILED = /^mypy: (?:error: |can't )/;

export const mypy: LineParser<LintSection> = {
  id: 'mypy',
  form: 'lines',
  commands: ['mypy', 'dmypy'],
  startsWith: ['Found ', 'Success: ', 'mypy: '],
  positions: true,
  open: (results) => new MypyReader(results, MAX_GAP),
};

/** One document per message, without a last line or totals. */
export const mypyJson = jsonLinesLinter({
  id: 'mypy-json',
  commands: ['mypy', 'dmypy'],
  hasHeader: true,
  accepts(document) {
    if (!isRecord(document) || !('hint' in document) || !('code' in document) || !('column' in document)) return false;
    return textMember(document, 'file') !== null && (document.severity === 'error' || document.severity === 'note');
  },
  path: 'file',
  line: 'line',
  rule: 'code',
  severity: ({ severity }) => (severity === 'error' ? 'error' : null),
  message: 'message',
});

class MypyReader extends GroupReader {
  /** A message that --pretty has wrapped: its code is at the end. */
  #wrapped: { finding: LintFinding; firstLine: number } | null = null;

  line(text: string): boolean {
    if (text.includes(': error: ')) this.#error(text);
    else if (text.startsWith('Found ')) this.#summary(text);
    else if (text.startsWith('Success: ') && SUCCESS.test(text)) this.results.beginRun({ hasFooter: true });
    else if (text.startsWith('mypy: ')) this.#failed(text);
    else if (this.#wrapped !== null) this.#continued(this.#wrapped, text);
    return this.#wrapped !== null;
  }

  #error(text: string): void {
    this.#wrapped = null;
    const finding = toFinding(text);
    if (finding === null) return;
    this.groups.add(finding);
    if (finding.rule === null) this.#wrapped = { finding, firstLine: this.results.lineNumber };
  }

  #continued({ finding, firstLine }: { finding: LintFinding; firstLine: number }, text: string): void {
    const isOver = text === '' || text.startsWith('    ') || this.results.lineNumber - firstLine > MAX_WRAPPED_LINES;
    const code = isOver ? null : CODE.exec(` ${text}`);
    if (code !== null) {
      finding.rule = code[1] ?? null;
      finding.message = `${finding.message} ${text.slice(0, Math.max(0, code.index - 1))}`.trimEnd();
      this.groups.extend();
    }
    if (isOver || code !== null) this.#wrapped = null;
    else finding.message = `${finding.message} ${text}`;
  }

  #summary(text: string): void {
    const errors = SUMMARY.exec(text)?.[1];
    if (errors !== undefined) this.groups.close({ errors: Number(errors), warnings: 0, total: null });
  }

  #failed(text: string): void {
    if (!FAILED.test(text)) return;
    this.results.beginRun({ hasHeader: true, hasFooter: true, problems: [`mypy failed: ${text.slice(0, 200)}`] });
  }
}

function toFinding(text: string): LintFinding | null {
  const position = filePosition(text);
  const [, path, rest = ''] = position === null ? (WITHOUT_LINE.exec(text) ?? []) : [];
  const place = position ?? (path === undefined ? null : { path, line: null, rest: `error: ${rest}` });
  const error = place === null ? undefined : ERROR.exec(place.rest)?.[1];
  if (place === null || error === undefined || !PYTHON.test(place.path)) return null;
  const { rule, message } = splitRule(error, CODE);
  return { path: place.path, line: place.line, rule, severity: 'error', message: message.trimEnd() };
}
