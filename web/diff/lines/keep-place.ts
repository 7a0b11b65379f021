// Finds the place of a diff again after its rows have changed, for example from side by side to unified.
import type { DiffRow, LinePart } from './diff-rows.ts';

/** A character of a line, or the header of a file, and how many rows it is below the top of the view. */
export interface Anchor {
  file: number;
  /** Null for the header of the file. */
  line: { old: number | null; new: number | null; character: number } | null;
  below: number;
}

/** The first line or header at or after the row. A fraction is the part of the row that is above the top of the view. */
export function anchorAt(rows: readonly DiffRow[], top: number): Anchor | null {
  for (let index = Math.floor(top); index < rows.length; index++) {
    const row = rows[index];
    if (row?.kind === 'file') return { file: row.file.index, line: null, below: index - top };
    const part = row?.kind === 'line' ? row.part : row?.kind === 'pair' ? (row.right ?? row.left) : null;
    if (part !== null && row !== undefined && row.kind !== 'group')
      return {
        file: row.file.index,
        line: { old: part.line.old, new: part.line.new, character: part.start },
        below: index - top,
      };
  }
  return null;
}

/** The row that must be at the top. If the line is not shown any more, the header of its file; null if there is none. */
export function topRowOf(rows: readonly DiffRow[], anchor: Anchor): number | null {
  const line = anchor.line === null ? -1 : rowOfLine(rows, anchor.file, anchor.line);
  if (line !== -1) return Math.max(0, line - anchor.below);
  const header = rows.findIndex((row) => row.kind === 'file' && row.file.index === anchor.file);
  return header === -1 ? null : Math.max(0, anchor.line === null ? header - anchor.below : header);
}

interface LineNumbers {
  old: number | null;
  new: number | null;
}

/** The row with a character of a line, by default the first; also if the line was made again. -1 if it is not shown. */
export function rowOfLine(rows: readonly DiffRow[], file: number, line: LineNumbers & { character?: number }): number {
  const first = rows.findIndex((row) => partOf(row, file, line) !== null);
  if (first === -1) return -1;
  const character = line.character ?? 0;
  let found = first;
  for (let index = first; index < rows.length; index++) {
    const row = rows[index];
    const part = row === undefined ? null : partOf(row, file, line);
    if (part === null || part.start > character) break;
    found = index;
  }
  return found;
}

function partOf(row: DiffRow, file: number, line: LineNumbers): LinePart | null {
  if ((row.kind !== 'line' && row.kind !== 'pair') || row.file.index !== file) return null;
  const parts = row.kind === 'line' ? [row.part] : [row.right, row.left];
  return parts.find((part) => part !== null && part.line.old === line.old && part.line.new === line.new) ?? null;
}
