// Finds the place of a diff again after its rows have changed, for example from side by side to unified.
import type { DiffRow } from './diff-rows.ts';

/** A line, or the header of a file, and how many rows it is below the top of the view. */
export interface Anchor {
  file: number;
  /** Null for the header of the file. */
  line: { old: number | null; new: number | null } | null;
  below: number;
}

/** The first line or header at or after the row. */
export function anchorAt(rows: readonly DiffRow[], top: number): Anchor | null {
  for (let index = top; index < rows.length; index++) {
    const row = rows[index];
    if (row?.kind === 'file') return { file: row.file.index, line: null, below: index - top };
    const part = row?.kind === 'line' ? row.part : row?.kind === 'pair' ? (row.right ?? row.left) : null;
    if (part !== null && row !== undefined && row.kind !== 'group')
      return { file: row.file.index, line: { old: part.line.old, new: part.line.new }, below: index - top };
  }
  return null;
}

/** The row that must be at the top. If the line is not shown any more, the header of its file; null if there is none. */
export function topRowOf(rows: readonly DiffRow[], anchor: Anchor): number | null {
  const line = anchor.line === null ? -1 : rows.findIndex((row) => hasLine(row, anchor));
  if (line !== -1) return Math.max(0, line - anchor.below);
  const header = rows.findIndex((row) => row.kind === 'file' && row.file.index === anchor.file);
  return header === -1 ? null : Math.max(0, anchor.line === null ? header - anchor.below : header);
}

/** The first row of a line, also if the line was made again; -1 if it is not shown. */
export function rowOfLine(rows: readonly DiffRow[], file: number, line: NonNullable<Anchor['line']>): number {
  return rows.findIndex((row) => hasLine(row, { file, line }));
}

function hasLine(row: DiffRow, { file, line }: Pick<Anchor, 'file' | 'line'>): boolean {
  if (line === null || (row.kind !== 'line' && row.kind !== 'pair') || row.file.index !== file) return false;
  const parts = row.kind === 'line' ? [row.part] : [row.left, row.right];
  return parts.some((part) => part !== null && part.line.old === line.old && part.line.new === line.new);
}
