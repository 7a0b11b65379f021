// markdownlint-cli and markdownlint-cli2: "README.md:5:1 error MD004/ul-style message".
// Only cli2 states a total, on another stream: it may be before or after its findings.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { filePosition } from './shared/file-position.ts';
import { GroupReader } from './shared/finding-groups.ts';

const MAX_GAP = 2;
const PROBLEM = /^(?:(error|warning) )?(MD\d{3})(?:\/[\w/-]{1,200})? (.+)$/;
const SUMMARY = /^Summary: (\d{1,9}) error\(s\)(?:.{1,60})?$/;

export const markdownlint: LineParser<LintSection> = {
  id: 'markdownlint',
  form: 'lines',
  commands: ['markdownlint', 'markdownlint-cli2'],
  startsWith: ['Summary: '],
  positions: true,
  open: (results) => new MarkdownlintReader(results, MAX_GAP),
};

class MarkdownlintReader extends GroupReader {
  /** A total that the findings so far do not match. */
  #stated: { total: number; lineNumber: number } | null = null;
  #listed = 0;

  line(text: string): boolean {
    // The findings may follow on the same line, since the total has no line end of its own.
    const [before, after] = text.startsWith('Summary: ') ? splitSummary(text) : ['', text];
    if (before !== '') this.#summary(before);
    const finding = after.includes(' MD') ? toFinding(after) : null;
    if (finding !== null) this.#add(finding);
    return false;
  }

  override end(): void {
    if (this.#stated !== null) this.#close(this.#stated.total, Math.max(this.#stated.lineNumber, this.groups.lastLine));
    super.end();
  }

  #add(finding: LintFinding): void {
    this.groups.add(finding);
    this.#listed += 1;
    if (this.#stated !== null && this.#listed === this.#stated.total) this.#close(this.#stated.total);
  }

  #summary(text: string): void {
    const total = Number(SUMMARY.exec(text)?.[1] ?? -1);
    if (total === -1) return;
    if (total === this.#listed) this.#close(total);
    else this.#stated = { total, lineNumber: this.results.lineNumber };
  }

  #close(total: number, lineNumber = this.results.lineNumber): void {
    this.groups.close({ errors: null, warnings: null, total }, lineNumber);
    this.#stated = null;
    this.#listed = 0;
  }
}

function splitSummary(text: string): [string, string] {
  const end = text.indexOf('error(s)') + 'error(s)'.length;
  return [text.slice(0, end), text.slice(end)];
}

function toFinding(text: string): LintFinding | null {
  const position = filePosition(text);
  const [, level, rule = null, message = ''] = PROBLEM.exec(position?.rest ?? '') ?? [];
  if (position === null || rule === null) return null;
  return { path: position.path, line: position.line, rule, severity: level === 'warning' ? 'warning' : 'error', message };
}
