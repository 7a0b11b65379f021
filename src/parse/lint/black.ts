// Black --check. A file that black would change is a warning, one that it cannot read an error.
import type { LintFinding } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { LintRuns } from './shared/delimited-runs.ts';

const ID = 'black';

export const black: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['black'],
  startsWith: ['would reformat ', 'error: cannot format ', ...'0123456789'],
  atMargin: true,
  prefilter: (text) => text.includes(' file') || text.includes('format '),
  open: ({ shelf }) => new BlackReader(shelf),
};

const UNFORMATTED = /^would reformat (.+)$/;
const UNREADABLE = /^error: cannot format (.+?): (.+)$/;
/** "1 file would be reformatted, 2 files would be left unchanged, 1 file would fail to reformat." */
const SUMMARY = /^\d+ files? (?:would be |left |failed |reformatted)/;
const WOULD_CHANGE = /\b(\d+) files? would be reformatted/;
const FAILED = /\b(\d+) files? (?:would fail|failed) to reformat/;

class BlackReader implements LineReader<LintSection> {
  readonly #runs: LintRuns;

  constructor(shelf: Shelf) {
    this.#runs = new LintRuns(ID, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const finding = toFinding(text);
    if (finding !== null) this.#runs.finding(finding, lineNumber);
    else if (text.endsWith('.') && SUMMARY.test(text)) {
      const count = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
      this.#runs.close({ errors: count(FAILED), warnings: count(WOULD_CHANGE), total: null }, lineNumber);
    }
    return false;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }
}

function toFinding(text: string): LintFinding | null {
  const unformatted = text.startsWith('would reformat ') ? UNFORMATTED.exec(text)?.[1] : undefined;
  if (unformatted !== undefined) {
    return { path: unformatted, line: null, rule: null, severity: 'warning', message: 'not formatted as black would' };
  }
  const [, path, message = ''] = text.startsWith('error: cannot format ') ? (UNREADABLE.exec(text) ?? []) : [];
  return path === undefined ? null : { path, line: null, rule: null, severity: 'error', message };
}
