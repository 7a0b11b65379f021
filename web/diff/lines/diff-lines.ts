// Prepares a parsed patch for display: escapes hidden characters and pairs changed lines.
import type { FileClass, IntegrityFinding } from '../../../src/contract/index.ts';
import type { PatchFile, PatchHunk } from '../../../src/patch/index.ts';
import { visibleLine } from '../../format/visible-line.ts';
import { attachFindings, placesOf } from './attach-findings.ts';
import { foldReason } from './folding.ts';
import { highlighting } from './language-of-path.ts';
import type { ShownHunk, ShownLine } from './shown-line.ts';

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
  const hunks = file.hunks.map((hunk) => showHunk(hunk, highlighting(file.path), isCrlf));
  const { unattached, linesWithFindings } = attachFindings(findings, file.path, hunks);
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
