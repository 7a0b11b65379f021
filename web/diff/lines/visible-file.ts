// Which file of a diff the user is looking at.
import type { ShownFile } from './diff-lines.ts';
import type { DiffRow } from './diff-rows.ts';

/** The selected file while a part of it is visible, otherwise the top file. */
export function visibleFile(
  rows: readonly DiffRow[],
  { first, last }: { first: number; last: number },
  selected: number | null,
): ShownFile | null {
  for (const row of rows.slice(first, last + 1)) if (row.kind !== 'group' && row.file.index === selected) return row.file;
  const top = rows.slice(first).find((row) => row.kind !== 'group');
  return top?.file ?? null;
}
