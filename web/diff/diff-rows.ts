// Turns a diff into rows of equal height for the virtualized list.
import type { IntegrityFinding } from '../../src/contract/index.ts';
import { rowEnds, sentenceEnds, visibleLine } from '../format/visible-line.ts';
import type { ShownFile, ShownHunk, ShownLine } from './diff-lines.ts';

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
  | { kind: 'hunk'; file: ShownFile; hunk: ShownHunk }
  | { kind: 'line'; file: ShownFile; part: LinePart }
  | { kind: 'pair'; file: ShownFile; left: LinePart | null; right: LinePart | null }
  | { kind: 'finding'; file: ShownFile; severity: IntegrityFinding['severity']; text: string; isFirst: boolean };

export interface FileGroup {
  title: string;
  files: readonly ShownFile[];
}

export interface RowOptions {
  isSplit: boolean;
  /** Width of one side. */
  columns: number;
  /** Width of a whole row. */
  wideColumns: number;
  isOpen: (file: ShownFile) => boolean;
}

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
  for (const hunk of file.hunks) {
    rows.push({ kind: 'hunk', file, hunk });
    if (options.isSplit) addPairs(rows, file, hunk, options);
    else for (const line of hunk.lines) addLine(rows, file, line, options);
  }
}

function foldNote({ foldedBecause, file }: ShownFile, isOpen: boolean): string {
  const size = file.binary === null ? `, ${(file.added + file.removed).toLocaleString('en')} changed lines` : '';
  return `${isOpen ? 'Opened' : 'Folded'}: ${foldedBecause}${size}`;
}

function addLine(rows: DiffRow[], file: ShownFile, line: ShownLine, options: RowOptions): void {
  for (const part of partsOf(line, options.columns)) rows.push({ kind: 'line', file, part });
  addNotes(rows, file, [line], options);
}

function addPairs(rows: DiffRow[], file: ShownFile, { lines }: ShownHunk, options: RowOptions): void {
  for (const line of lines) {
    // An added line is shown beside the line that it replaces.
    if (line.kind === 'added' && line.partner !== null) continue;
    const left = line.kind === 'added' ? null : line;
    const right = line.kind === 'removed' ? line.partner : line;
    addPair(rows, file, partsOf(left, options.columns), partsOf(right, options.columns));
    addNotes(rows, file, left === right ? [line] : [left, right].filter((one) => one !== null), options);
  }
}

function addPair(rows: DiffRow[], file: ShownFile, lefts: readonly LinePart[], rights: readonly LinePart[]): void {
  for (let index = 0; index < Math.max(lefts.length, rights.length); index++)
    rows.push({ kind: 'pair', file, left: lefts[index] ?? null, right: rights[index] ?? null });
}

/** The rows below a line: a missing newline, and findings. */
function addNotes(rows: DiffRow[], file: ShownFile, lines: readonly ShownLine[], options: RowOptions): void {
  for (const line of lines) {
    if (line.lacksNewline) rows.push({ kind: 'note', file, text: `No newline at the end of the ${sideOf(line)}file` });
    for (const finding of line.findings) addFinding(rows, file, finding, options);
  }
}

function sideOf({ kind }: ShownLine): string {
  if (kind === 'context') return '';
  return kind === 'removed' ? 'old ' : 'new ';
}

function addFinding(rows: DiffRow[], file: ShownFile, { severity, message }: IntegrityFinding, options: RowOptions): void {
  const text = visibleLine(message);
  let start = 0;
  for (const end of sentenceEnds(text, options.wideColumns - FINDING_GUTTER)) {
    rows.push({ kind: 'finding', file, severity, text: text.slice(start, end), isFirst: start === 0 });
    start = end;
  }
}

/** Columns of the severity before the message. */
const FINDING_GUTTER = 12;

function partsOf(line: ShownLine | null, columns: number): LinePart[] {
  if (line === null) return [];
  let start = 0;
  return rowEnds(line.text, columns).map((end) => {
    const part = { line, start, end };
    start = end;
    return part;
  });
}
