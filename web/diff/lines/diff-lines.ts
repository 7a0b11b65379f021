// Prepares a parsed patch for display: escapes hidden characters, pairs changed lines, and attaches findings.
import type { FileClass, IntegrityFinding, PatchFile, PatchHunk, PatchLine, Place } from '../../../src/contract/index.ts';
import { visibleLine } from '../../format/visible-line.ts';
import { foldReason } from './folding.ts';
import { languageOf } from './language-of-path.ts';

export interface ShownLine {
  kind: PatchLine['kind'];
  text: string;
  old: number | null;
  new: number | null;
  lacksNewline: boolean;
  /** The line that it replaces or that replaces it. */
  partner: ShownLine | null;
  hunk: ShownHunk;
  /** Findings that begin here: the place to scroll to. */
  findings: IntegrityFinding[];
  /** Findings whose text is below this line, so that it does not divide the lines that they are about. */
  findingsBelow: IntegrityFinding[];
}

export interface ShownHunk {
  header: string;
  language: string | null;
  lines: ShownLine[];
}

export interface ShownFile {
  path: string;
  index: number;
  file: PatchFile;
  hunks: ShownHunk[];
  notes: string[];
  isTest: boolean;
  /** A new or deleted file: all lines are on one side. */
  isOneSided: boolean;
  foldedBecause: string | null;
  /** Findings whose line is not in the diff. */
  findings: IntegrityFinding[];
  /** The other findings' lines, by the number that the finding states. */
  linesWithFindings: ReadonlyMap<number, ShownLine>;
  worst: IntegrityFinding['severity'] | null;
}

export interface DiffMarks {
  /** Paths of test files. */
  testPaths: readonly string[];
  findings: readonly IntegrityFinding[];
  /** The file classes that the run determined; without them the path decides. */
  classes?: ReadonlyMap<string, FileClass>;
  /** The candidates of the two sides; without them the old side is the base. */
  names?: SideNames;
}

export interface SideNames {
  old: string;
  new: string;
}

export function showFiles(files: readonly PatchFile[], marks: DiffMarks): ShownFile[] {
  return files.map((file, index) => showFile(file, index, marks));
}

export function showFile(file: PatchFile, index: number, marks: DiffMarks): ShownFile {
  const findings = marks.findings.filter((finding) => placesOf(finding).some(({ path }) => path === file.path));
  const isCrlf = hasWindowsLines(file);
  const hunks = file.hunks.map((hunk) => showHunk(hunk, languageOf(file.path), isCrlf));
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const linesWithFindings = new Map<number, ShownLine>();
  const spans: Span[] = [];
  const unattached = findings.filter((finding) => !attach(finding, file.path, lines, linesWithFindings, spans));
  placeTexts(spans);
  return {
    ...{ path: file.path, index, file, hunks },
    notes: notesOf(file, isCrlf, marks.names),
    isTest: marks.testPaths.includes(file.path),
    isOneSided: file.status !== 'modified',
    // A file with findings is never folded.
    foldedBecause: findings.length > 0 ? null : foldReason(file, marks.classes?.get(file.path)),
    findings: unattached,
    linesWithFindings,
    worst: (['error', 'warning', 'info'] as const).find((name) => findings.some(({ severity }) => severity === name)) ?? null,
  };
}

/** Windows line endings in every line are noted once instead of shown in each line. */
function hasWindowsLines({ hunks }: PatchFile): boolean {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return lines.length > 0 && lines.every(({ text, lacksNewline }) => lacksNewline || text.endsWith('\r'));
}

function showHunk({ header, lines }: PatchHunk, language: string | null, isCrlf: boolean): ShownHunk {
  const hunk: ShownHunk = { header: visibleLine(header), language, lines: [] };
  hunk.lines = lines.map((line) => ({
    ...line,
    text: visibleLine(isCrlf ? line.text.replace(/\r$/, '') : line.text),
    partner: null,
    hunk,
    findings: [],
    findingsBelow: [],
  }));
  for (const { removed, added } of changesOf(hunk.lines)) {
    for (const [index, line] of removed.entries()) {
      const partner = added[index];
      if (partner === undefined) continue;
      line.partner = partner;
      partner.partner = line;
    }
  }
  return hunk;
}

interface Change {
  removed: ShownLine[];
  added: ShownLine[];
}

/** Removed lines and the added lines that follow them. */
function changesOf(lines: readonly ShownLine[]): Change[] {
  const changes: Change[] = [];
  let current: Change | null = null;
  for (const line of lines) {
    if (line.kind === 'context') current = null;
    else {
      if (current === null || (line.kind === 'removed' && current.added.length > 0)) {
        current = { removed: [], added: [] };
        changes.push(current);
      }
      current[line.kind].push(line);
    }
  }
  return changes;
}

/** Findings of older runs have one place, which does not state its side. */
export function placesOf({ place, places }: IntegrityFinding): (Place & { side?: 'old' | 'new' })[] {
  return places ?? (place === null ? [] : [place]);
}

/** The lines of a finding in one hunk, as indexes. */
interface Span {
  finding: IntegrityFinding;
  hunk: ShownHunk;
  first: number;
  last: number;
}

/** Attaches the finding to the first of its lines in each hunk. False if no line of it is in the diff. */
function attach(
  finding: IntegrityFinding,
  path: string,
  lines: readonly ShownLine[],
  found: Map<number, ShownLine>,
  spans: Span[],
): boolean {
  const byHunk = new Map<ShownHunk, Span>();
  for (const place of placesOf(finding)) {
    const line = place.path === path ? lineAt(lines, place) : undefined;
    if (line === undefined || place.start_line === null) continue;
    const last = lastIndexOf(line, place.end_line ?? place.start_line);
    const known = byHunk.get(line.hunk);
    if (known !== undefined) {
      if (last - known.first < MAX_SPAN) known.last = Math.max(known.last, last);
      continue;
    }
    line.findings.push(finding);
    const first = line.hunk.lines.indexOf(line);
    byHunk.set(line.hunk, { finding, hunk: line.hunk, first, last: last - first < MAX_SPAN ? last : first });
    if (!found.has(place.start_line)) found.set(place.start_line, line);
  }
  spans.push(...byHunk.values());
  return byHunk.size > 0;
}

/** Below more lines than this, a text would be out of sight of the first one. */
const MAX_SPAN = 20;

/** The index of the last line of the hunk up to the line with this number, on the side of the given line. */
function lastIndexOf(line: ShownLine, end: number): number {
  const { lines } = line.hunk;
  const side = line.kind === 'removed' ? 'old' : 'new';
  const last = lines.findLastIndex((one) => (one[side] ?? Number.POSITIVE_INFINITY) <= end);
  return Math.max(lines.indexOf(line), last);
}

/** Texts of overlapping spans stand together below the last line of all of them. */
function placeTexts(spans: readonly Span[]): void {
  for (const hunk of new Set(spans.map((span) => span.hunk))) {
    const ordered = spans.filter((span) => span.hunk === hunk).sort((a, b) => a.first - b.first);
    let group: Span[] = [];
    let last = -1;
    const close = () => hunk.lines[endOfChange(hunk, last)]?.findingsBelow.push(...group.map(({ finding }) => finding));
    for (const span of ordered) {
      if (span.first > last) {
        close();
        group = [];
      }
      group.push(span);
      last = Math.max(last, span.last);
    }
    close();
  }
}

/** A text does not cut off the last lines of a removal or an addition. */
const MAX_LINES_AFTER = 3;

function endOfChange({ lines }: ShownHunk, last: number): number {
  const kind = lines[last]?.kind;
  if (kind === undefined || kind === 'context') return last;
  const next = lines.findIndex((line, index) => index > last && line.kind !== kind);
  const end = (next === -1 ? lines.length : next) - 1;
  return end - last <= MAX_LINES_AFTER ? end : last;
}

/** Without a side: a changed line in the new file, else a removed line, else an unchanged one. */
function lineAt(
  lines: readonly ShownLine[],
  { start_line: wanted, side }: Place & { side?: 'old' | 'new' },
): ShownLine | undefined {
  if (wanted === null) return undefined;
  const removed = () => lines.find((one) => one.old === wanted && one.kind === 'removed');
  const inNew = () => lines.find((one) => one.new === wanted);
  if (side !== undefined) return side === 'old' ? removed() : inNew();
  return lines.find((one) => one.new === wanted && one.kind === 'added') ?? removed() ?? inNew();
}

function notesOf({ status, oldMode, newMode, binary, hunks }: PatchFile, isCrlf: boolean, names?: SideNames): string[] {
  const notes: string[] = [];
  // Neither candidate has added or deleted a file of the other one.
  if (names !== undefined && status !== 'modified')
    notes.push(`Only in ${visibleLine(status === 'added' ? names.new : names.old)}`);
  else if (status === 'added') notes.push(newMode === '120000' ? 'New symbolic link' : `New file${executableNote(newMode)}`);
  else if (status === 'deleted') notes.push('Deleted file');
  if (status === 'modified' && oldMode !== newMode) notes.push(`Mode changed from ${oldMode} to ${newMode}`);
  if (binary !== null) notes.push(`Binary file: ${binarySizes(binary, names)}`);
  if (status !== 'modified' && binary === null && hunks.length === 0) notes.push('Empty file');
  if (isCrlf) notes.push('Windows line endings');
  return notes;
}

function executableNote(mode: string | null): string {
  return mode === '100755' ? ', executable' : '';
}

function binarySizes({ before, after }: NonNullable<PatchFile['binary']>, names?: SideNames): string {
  if (names === undefined) return `${sizeText(before)} before, ${sizeText(after)} after`;
  return `${sizeText(before)} in ${visibleLine(names.old)}, ${sizeText(after)} in ${visibleLine(names.new)}`;
}

function sizeText(bytes: number | null): string {
  return bytes === null ? 'unknown size' : `${bytes.toLocaleString('en')} bytes`;
}
