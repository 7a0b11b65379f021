// The place of an address in a diff: which lines of which file are marked.
import type { LineRange } from '../../route.ts';
import type { ShownFile } from './diff-lines.ts';
import type { ShownLine } from './shown-line.ts';

export interface DiffPlace extends LineRange {
  file: string;
}

/** The marked lines of a file, by their numbers on one side. */
export interface MarkedLines {
  path: string;
  side: 'old' | 'new';
  first: number;
  last: number;
}

/** Null when the diff does not contain the line. */
export function findLine(file: ShownFile, { line, side }: LineRange): ShownLine | null {
  if (line === undefined) return null;
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  const onOld = () => lines.find((one) => one.old === line && one.kind !== 'added');
  const onNew = () => lines.find((one) => one.new === line);
  if (side !== undefined) return (side === 'old' ? onOld() : onNew()) ?? null;
  // A finding about a removed line has the number of the old file.
  return file.linesWithFindings.get(line) ?? onNew() ?? onOld() ?? null;
}

export function markedLines(file: ShownFile | undefined, place: DiffPlace | null): MarkedLines | null {
  const line = file === undefined || place === null ? null : findLine(file, place);
  if (file === undefined || place?.line === undefined || line === null) return null;
  const side = place.side ?? (line.kind === 'removed' ? 'old' : 'new');
  return { path: file.path, side, first: place.line, last: Math.max(place.line, place.to ?? 0) };
}

export function isMarked(marked: MarkedLines | null, file: ShownFile, line: ShownLine): boolean {
  if (marked === null || marked.path !== file.path) return false;
  if (line.kind === (marked.side === 'old' ? 'added' : 'removed')) return false;
  const number = line[marked.side];
  return number !== null && number >= marked.first && number <= marked.last;
}

/** The place of a line. It states the side only where the number alone may mean another line. */
export function placeOf(file: ShownFile, line: ShownLine, side: 'old' | 'new'): DiffPlace {
  const number = line[side];
  if (number === null) return { file: file.path };
  const found = file.linesWithFindings.get(number);
  const isClear = side === 'new' ? found === undefined || found === line : found === line && line.kind === 'removed';
  return isClear ? { file: file.path, line: number } : { file: file.path, line: number, side };
}

/** From the first marked line to this one, in either direction, on the same side of the same file. */
export function extendPlace(marked: MarkedLines | null, place: DiffPlace, side: 'old' | 'new'): DiffPlace {
  if (marked === null || marked.path !== place.file || marked.side !== side || place.line === undefined) return place;
  const [line, to] = [Math.min(marked.first, place.line), Math.max(marked.first, place.line)];
  return { file: place.file, side, ...(line === to ? { line } : { line, to }) };
}
