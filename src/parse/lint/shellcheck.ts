// ShellCheck's console form, its gcc form and its JSON, a list and json1. Info and style count as warnings: they fail the run.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintRun, LintSection } from '../section.ts';
import { countMember, isRecord, records, textMember } from '../shared/json-access.ts';
import { filePosition } from './shared/file-position.ts';
import { findingLine } from './shared/finding-fields.ts';
import { GroupReader } from './shared/finding-groups.ts';
import { isListOf, jsonLinter } from './shared/json-linter.ts';

const MAX_GAP = 2;
const PLACE = /^In (.{1,1000}) line (\d{1,9}):$/;
/** "     ^--^ SC2086 (info): message"; old versions print no severity. */
const COMMENT = /^ *\^-*\^? SC(\d{4})(?: \((error|warning|info|style)\))?: (.*)$/;
const GCC_TAIL = /^(error|warning|note): (.*) \[SC(\d{4})\]$/;

export const shellcheck: LineParser<LintSection> = {
  id: 'shellcheck',
  form: 'lines',
  commands: ['shellcheck'],
  startsWith: ['In '],
  positions: true,
  open: (results) => new ShellcheckReader(results, MAX_GAP),
};

export const shellcheckJson = jsonLinter({
  id: 'shellcheck-json',
  commands: ['shellcheck'],
  accepts(document) {
    const isReport = isRecord(document) && Object.keys(document).length === 1 && Array.isArray(document.comments);
    return isReport ? (document.comments as unknown[]).every(isComment) : isListOf(document, isComment);
  },
  items: (document) => records(isRecord(document) ? document.comments : document),
  path: 'file',
  line: 'line',
  rule: ({ code }) => `SC${code}`,
  severity: ({ level }) => severityOf(level),
  message: 'message',
});

function isComment(value: unknown): boolean {
  return isRecord(value) && textMember(value, 'file') !== null && countMember(value, 'code') !== null && 'level' in value;
}

type Expecting = 'nothing' | 'source' | 'comments' | 'fix';

/** The groups are for the gcc form. */
class ShellcheckReader extends GroupReader {
  #run: LintRun | null = null;
  #expecting: Expecting = 'nothing';
  #place = { path: '', line: null as number | null };

  line(text: string): boolean {
    // The line after the place is source, whatever it looks like.
    if (this.#expecting === 'source') this.#expecting = 'comments';
    else if (this.#expecting === 'fix') this.#expecting = text === '' ? 'comments' : 'fix';
    else if (text.startsWith('In ')) this.#placeLine(text);
    else if (this.#expecting === 'comments' && this.#run !== null) this.#comment(this.#run, text);
    else if (text.endsWith(']') && text.includes(' [SC')) this.groups.addIfAny(fromGcc(text));
    return this.#expecting !== 'nothing';
  }

  #placeLine(text: string): void {
    const [, path, line] = PLACE.exec(text) ?? [];
    if (path === undefined) return;
    this.#place = { path, line: findingLine(line) };
    this.#expecting = 'source';
    // With a header: findings of other tools inside are quoted source.
    this.#run ??= this.results.beginRun({ hasHeader: true });
  }

  #comment(run: LintRun, text: string): void {
    const [, code, level, message = ''] = text.includes('^') ? (COMMENT.exec(text) ?? []) : [];
    if (code !== undefined) run.finding({ ...this.#place, rule: `SC${code}`, severity: severityOf(level), message });
    else if (text.startsWith('Did you mean:')) this.#expecting = 'fix';
    else if (text === 'For more information:') {
      run.close();
      this.#run = null;
      this.#expecting = 'nothing';
    }
  }
}

function fromGcc(text: string): LintFinding | null {
  const position = filePosition(text);
  const [, level, message = '', code] = GCC_TAIL.exec(position?.rest ?? '') ?? [];
  if (position === null || code === undefined) return null;
  return { path: position.path, line: position.line, rule: `SC${code}`, severity: severityOf(level), message };
}

function severityOf(level: unknown): LintFinding['severity'] {
  return level === 'error' ? 'error' : 'warning';
}
