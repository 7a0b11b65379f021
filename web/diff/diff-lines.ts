// A parsed patch as it is shown: every line visible, paired with the line it replaced.
import type { FileClass, IntegrityFinding, PatchFile, PatchHunk, PatchLine } from '../../src/contract/index.ts';
import { visibleLine } from '../format/visible-line.ts';
import { foldReason } from './folding.ts';
import { languageOf } from './language-of-path.ts';

export interface ShownLine {
  kind: PatchLine['kind'];
  text: string;
  old: number | null;
  new: number | null;
  lacksNewline: boolean;
  /** The line of the other side in its place. */
  partner: ShownLine | null;
  hunk: ShownHunk;
  findings: IntegrityFinding[];
}

export interface ShownHunk {
  id: number;
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
  foldedBecause: string | null;
  /** Those whose line is not in the diff. */
  findings: IntegrityFinding[];
  worst: IntegrityFinding['severity'] | null;
}

export interface DiffMarks {
  /** Paths of test files. */
  testPaths: readonly string[];
  findings: readonly IntegrityFinding[];
  /** What the run decided from the base tree; without it names decide. */
  classes?: ReadonlyMap<string, FileClass>;
}

export function showFiles(files: readonly PatchFile[], marks: DiffMarks): ShownFile[] {
  const tests = new Set(marks.testPaths);
  let hunkCount = 0;
  return files.map((file, index) => {
    const findings = marks.findings.filter(({ place }) => place?.path === file.path);
    const isCrlf = endsInReturns(file);
    const hunks = file.hunks.map((hunk) => showHunk(hunk, hunkCount++, languageOf(file.path), isCrlf));
    const loose = findings.filter((finding) => !attach(finding, hunks));
    return {
      ...{ path: file.path, index, file, hunks },
      notes: notesOf(file, isCrlf),
      isTest: tests.has(file.path),
      // What is suspicious is never behind a fold.
      foldedBecause: findings.length > 0 ? null : foldReason(file, marks.classes?.get(file.path)),
      findings: loose,
      worst: (['error', 'warning', 'info'] as const).find((name) => findings.some(({ severity }) => severity === name)) ?? null,
    };
  });
}

/** Windows line ends in every line are said once. */
function endsInReturns({ hunks }: PatchFile): boolean {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return lines.length > 0 && lines.every(({ text, lacksNewline }) => lacksNewline || text.endsWith('\r'));
}

function showHunk({ header, lines }: PatchHunk, id: number, language: string | null, isCrlf: boolean): ShownHunk {
  const hunk: ShownHunk = { id, header: visibleLine(header), language, lines: [] };
  hunk.lines = lines.map((line) => ({
    ...line,
    text: visibleLine(isCrlf ? line.text.replace(/\r$/, '') : line.text),
    partner: null,
    hunk,
    findings: [],
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

/** What stands between two unchanged lines. */
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

/** At the line of the new file; where that is not in the diff, at the same line of the old one. */
function attach(finding: IntegrityFinding, hunks: readonly ShownHunk[]): boolean {
  const wanted = finding.place?.start_line ?? null;
  if (wanted === null) return false;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const line =
    lines.find((one) => one.new === wanted && one.kind === 'added') ??
    lines.find((one) => one.old === wanted && one.kind === 'removed') ??
    lines.find((one) => one.new === wanted);
  line?.findings.push(finding);
  return line !== undefined;
}

function notesOf({ status, oldMode, newMode, binary, hunks }: PatchFile, isCrlf: boolean): string[] {
  const notes: string[] = [];
  if (status === 'added') notes.push(newMode === '120000' ? 'New symbolic link' : `New file${modeWord(newMode)}`);
  if (status === 'deleted') notes.push('Deleted file');
  if (status === 'modified' && oldMode !== newMode) notes.push(`Mode changed from ${oldMode} to ${newMode}`);
  if (binary !== null) notes.push(`Binary: ${bytesWord(binary.before)} before, ${bytesWord(binary.after)} after`);
  if (status !== 'modified' && binary === null && hunks.length === 0) notes.push('Empty');
  if (isCrlf) notes.push('Windows line ends');
  return notes;
}

function modeWord(mode: string | null): string {
  return mode === '100755' ? ', executable' : '';
}

function bytesWord(bytes: number | null): string {
  return bytes === null ? 'none or unknown' : `${bytes.toLocaleString('en')} bytes`;
}
