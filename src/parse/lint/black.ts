// `black --check`. A file that black would change is a warning, one that it cannot read an error.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { errorsAndWarnings, RunReader } from './shared/delimited-runs.ts';

const UNFORMATTED = /^would reformat (.+)$/;
const UNREADABLE = /^error: cannot format (.+?): (.+)$/;
/** "1 file would be reformatted, 2 files would be left unchanged, 1 file would fail to reformat." */
const SUMMARY = /^\d+ files? (?:would be |left |failed |reformatted)/;
const WOULD_CHANGE = /\b(\d+) files? would be reformatted/;
const FAILED = /\b(\d+) files? (?:would fail|failed) to reformat/;

export const black: LineParser<LintSection> = {
  id: 'black',
  form: 'lines',
  commands: ['black'],
  startsWith: ['would reformat ', 'error: cannot format ', ...'0123456789'],
  atMargin: true,
  prefilter: (text) => text.includes(' file') || text.includes('format '),
  open: (results) => new BlackReader(results),
};

class BlackReader extends RunReader {
  line(text: string): boolean {
    const finding = toFinding(text);
    if (finding !== null) this.runs.finding(finding);
    else if (text.endsWith('.') && SUMMARY.test(text))
      this.runs.close(errorsAndWarnings(FAILED.exec(text)?.[1], WOULD_CHANGE.exec(text)?.[1]));
    return false;
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
