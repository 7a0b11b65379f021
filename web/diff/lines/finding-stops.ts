// The findings of a diff in the order in which they are shown, to step through them.
import type { IntegrityFinding } from '../../../src/contract/index.ts';
import type { ShownFile } from './diff-lines.ts';
import type { DiffRow } from './diff-rows.ts';
import type { ShownLine } from './shown-line.ts';

export interface FindingStop {
  file: ShownFile;
  /** Null for a finding about the whole file. */
  line: ShownLine | null;
  severity: IntegrityFinding['severity'];
  message: string;
}

/** Errors and warnings only: information needs no attention. Findings at the same place are one stop. */
export function findingStops(files: readonly ShownFile[]): FindingStop[] {
  return files.flatMap((file) => {
    const lines = file.worst === null ? [] : file.hunks.flatMap((hunk) => hunk.lines);
    return [stopAt(file, null, file.findings), ...lines.map((line) => stopAt(file, line, line.findings))].flat();
  });
}

function stopAt(file: ShownFile, line: ShownLine | null, findings: readonly IntegrityFinding[]): FindingStop[] {
  const serious = findings.filter(({ severity }) => severity !== 'info');
  const worst = serious.find(({ severity }) => severity === 'error') ?? serious[0];
  return worst === undefined ? [] : [{ file, line, severity: worst.severity, message: worst.message }];
}

/** The first row of each stop, in the same order. The row of the file if the line is not shown. */
export function rowsOfStops(rows: readonly DiffRow[], stops: readonly FindingStop[]): number[] {
  const byLine = new Map<ShownLine, number>();
  const byFile = new Map<ShownFile, number>();
  const wanted = new Set(stops.map(({ line }) => line));
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'file') byFile.set(row.file, index);
    const parts = row.kind === 'line' ? [row.part] : row.kind === 'pair' ? [row.left, row.right] : [];
    for (const part of parts)
      if (part !== null && part.start === 0 && wanted.has(part.line) && !byLine.has(part.line)) byLine.set(part.line, index);
  }
  return stops.map(({ file, line }) => (line === null ? undefined : byLine.get(line)) ?? byFile.get(file) ?? 0);
}

/** The index of the next stop. Without a current stop: the nearest one after or before the row `top`. Null when there is none. */
export function nextStop(stopRows: readonly number[], current: number, top: number, step: 1 | -1): number | null {
  const next =
    current >= 0
      ? current + step
      : step === 1
        ? stopRows.findIndex((row) => row >= top)
        : stopRows.findLastIndex((row) => row < top);
  return next >= 0 && next < stopRows.length ? next : null;
}
