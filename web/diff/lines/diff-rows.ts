// Turns a diff into rows of equal height for the virtualized list.
import type { IntegrityFinding } from '../../../src/contract/index.ts';
import { codeEnds, sentenceEnds, visibleLine } from '../../format/visible-line.ts';
import type { ShownFile } from './diff-lines.ts';
import type { ShownHunk, ShownLine } from './shown-line.ts';
import { gapBefore } from './widen-hunks.ts';

/** The part of a line that one row shows. */
export interface LinePart {
  line: ShownLine;
  start: number;
  end: number;
}

export type DiffRow =
  | { kind: 'group'; title: string; count: number }
  | { kind: 'file'; file: ShownFile; isOpen: boolean }
  | { kind: 'note'; file: ShownFile; text: string }
  | { kind: 'hunk'; file: ShownFile; hunk: ShownHunk; gap: ShownGap }
  | { kind: 'end'; file: ShownFile; gap: ShownGap }
  | { kind: 'line'; file: ShownFile; part: LinePart }
  | { kind: 'pair'; file: ShownFile; left: LinePart | null; right: LinePart | null }
  | { kind: 'more'; file: ShownFile; lines: readonly ShownLine[]; hidden: number }
  | { kind: 'finding'; file: ShownFile; severity: IntegrityFinding['severity']; text: string; isFirst: boolean };

/** The lines of the file that the diff does not show before a hunk, or after the last hunk. */
export interface ShownGap {
  index: number;
  /** Null when the length of the file is not known. */
  count: number | null;
}

export interface FileGroup {
  title: string;
  files: readonly ShownFile[];
}

export interface RowOptions {
  isSplit: boolean;
  /** Columns for the text of a side, of an undivided line, and of a whole row. */
  columns: { side: number; line: number; row: number };
  isOpen: (file: ShownFile) => boolean;
  /** Whether all of a long line is shown. */
  isUnfolded: (line: ShownLine) => boolean;
  /** The length of the candidate's file once it is loaded; false if hidden lines cannot be shown. */
  lengthOf: (file: ShownFile) => number | null | false;
}

/** Longer lines are folded: a minified file would fill the view with one line. */
export const MAX_LINE_ROWS = 12;
/** The rows that are left of a folded line. */
const FOLDED_ROWS = 4;

export function makeRows(groups: readonly FileGroup[], options: RowOptions): DiffRow[] {
  const rows: DiffRow[] = [];
  for (const { title, files } of groups) {
    if (title !== '') rows.push({ kind: 'group', title, count: files.length });
    for (const file of files) addFile(rows, file, options);
  }
  return rows;
}

function addFile(rows: DiffRow[], file: ShownFile, options: RowOptions): void {
  const isOpen = options.isOpen(file);
  rows.push({ kind: 'file', file, isOpen });
  if (file.foldedBecause !== null) rows.push({ kind: 'note', file, text: foldNote(file, isOpen) });
  for (const finding of file.findings) addFinding(rows, file, finding, options);
  if (!isOpen) return;
  for (const text of file.notes) rows.push({ kind: 'note', file, text });
  for (const [index, hunk] of file.hunks.entries()) {
    rows.push({ kind: 'hunk', file, hunk, gap: { index, count: hiddenLines(file, index, options) } });
    if (options.isSplit && !file.isOneSided) addPairs(rows, file, hunk, options);
    else for (const line of hunk.lines) addLine(rows, file, line, options);
  }
  const rest = hiddenLines(file, file.hunks.length, options);
  if (file.hunks.length > 0 && rest !== 0) rows.push({ kind: 'end', file, gap: { index: file.hunks.length, count: rest } });
}

/** Zero when they cannot be shown. Null when the number is not known. */
function hiddenLines(file: ShownFile, gap: number, options: RowOptions): number | null {
  const length = file.isOneSided ? false : options.lengthOf(file);
  if (length === false) return 0;
  if (length === null && gap === file.hunks.length) return reachesEnd(file) ? 0 : null;
  return gapBefore(file.file.hunks, gap, length).count;
}

/** git shows this many unchanged lines after a change, unless the file ends. */
const PATCH_CONTEXT = 3;

function reachesEnd({ hunks }: ShownFile): boolean {
  return (
    hunks
      .at(-1)
      ?.lines.slice(-PATCH_CONTEXT)
      .some(({ kind }) => kind !== 'context') ?? true
  );
}

function foldNote({ foldedBecause, file }: ShownFile, isOpen: boolean): string {
  const size = file.binary === null ? `, ${(file.added + file.removed).toLocaleString('en')} changed lines` : '';
  return `${isOpen ? 'Opened' : 'Folded'}: ${foldedBecause}${size}`;
}

function addLine(rows: DiffRow[], file: ShownFile, line: ShownLine, options: RowOptions): void {
  for (const part of partsOf(line, options.columns.line, options)) rows.push({ kind: 'line', file, part });
  addNotes(rows, file, [line], options);
}

function addPairs(rows: DiffRow[], file: ShownFile, { lines }: ShownHunk, options: RowOptions): void {
  for (const line of lines) {
    // An added line is shown beside the line that it replaces.
    if (line.kind === 'added' && line.partner !== null) continue;
    const left = line.kind === 'added' ? null : line;
    const right = line.kind === 'removed' ? line.partner : line;
    const [lefts, rights] = [left, right].map((one) => partsOf(one, options.columns.side, options));
    addPair(rows, file, lefts ?? [], rights ?? []);
    addNotes(rows, file, left === right ? [line] : [left, right].filter((one) => one !== null), options);
  }
}

function addPair(rows: DiffRow[], file: ShownFile, lefts: readonly LinePart[], rights: readonly LinePart[]): void {
  for (let index = 0; index < Math.max(lefts.length, rights.length); index++)
    rows.push({ kind: 'pair', file, left: lefts[index] ?? null, right: rights[index] ?? null });
}

/** The rows below a line: the rest of a folded line, a missing newline, and findings. */
function addNotes(rows: DiffRow[], file: ShownFile, lines: readonly ShownLine[], options: RowOptions): void {
  addMore(rows, file, lines, options);
  for (const line of lines) {
    if (line.lacksNewline) rows.push({ kind: 'note', file, text: `No newline at the end of the ${sideOf(line)}file` });
    for (const finding of line.findingsBelow) addFinding(rows, file, finding, options);
  }
}

function addMore(rows: DiffRow[], file: ShownFile, lines: readonly ShownLine[], options: RowOptions): void {
  const columns = options.isSplit && !file.isOneSided ? options.columns.side : options.columns.line;
  const folded = lines.filter((line) => isFolded(line, columns, options));
  if (folded.length === 0) return;
  const hidden = Math.max(...folded.map(({ text }) => text.length - FOLDED_ROWS * columns));
  rows.push({ kind: 'more', file, lines: folded, hidden });
}

/** By its length instead of its rows: splitting a line of megabytes takes long, and this is called for every line. */
function isFolded(line: ShownLine, columns: number, options: RowOptions): boolean {
  return line.text.length > MAX_LINE_ROWS * columns && !options.isUnfolded(line);
}

function sideOf({ kind }: ShownLine): string {
  if (kind === 'context') return '';
  return kind === 'removed' ? 'old ' : 'new ';
}

function addFinding(rows: DiffRow[], file: ShownFile, { severity, message }: IntegrityFinding, options: RowOptions): void {
  const text = visibleLine(message);
  let start = 0;
  for (const end of sentenceEnds(text, options.columns.row - FINDING_GUTTER)) {
    rows.push({ kind: 'finding', file, severity, text: text.slice(start, end), isFirst: start === 0 });
    start = end;
  }
}

/** Columns of the severity before the message. */
const FINDING_GUTTER = 12;

function partsOf(line: ShownLine | null, columns: number, options: RowOptions): LinePart[] {
  if (line === null) return [];
  const isCut = isFolded(line, columns, options);
  const text = isCut ? line.text.slice(0, FOLDED_ROWS * columns) : line.text;
  let start = 0;
  return codeEnds(text, columns).map((end) => {
    const part = { line, start, end };
    start = end;
    return part;
  });
}
