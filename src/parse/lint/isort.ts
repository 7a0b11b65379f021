// `isort --check-only`: one line per file, nothing when all files are sorted.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { findingPerLine } from './shared/finding-groups.ts';

/** With --diff, a long diff may be between two files. */
const MAX_GAP = 200;
const UNSORTED = /^ERROR: (.+) (Imports are incorrectly sorted(?: and\/or formatted)?\.)$/;

export const isort: LineParser<LintSection> = {
  id: 'isort',
  form: 'lines',
  commands: ['isort'],
  startsWith: ['ERROR: '],
  open: (results) => findingPerLine(results, MAX_GAP, toFinding),
};

function toFinding(text: string): LintFinding | null {
  const [, path, message] = text.startsWith('ERROR: ') ? (UNSORTED.exec(text) ?? []) : [];
  if (path === undefined || message === undefined) return null;
  return { path, line: null, rule: null, severity: 'warning', message };
}
