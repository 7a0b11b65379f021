// The size of a diff, in the lines and files that a reviewer has to read.
import type { CandidateFacts, ChangedFile, ChangeKind, Policy } from '../contract/index.ts';

type Normalize = Policy['scoring']['diff_scope']['normalize'];

/** Without lockfiles, generated, vendored and binary files, and without tests: more tests are no larger change. */
export function reviewedFiles(candidate: CandidateFacts): ChangedFile[] {
  return candidate.diff.files.filter(isReviewed);
}

export function isReviewed(file: ChangedFile): boolean {
  return file.class === 'source' && !file.is_test;
}

/** Files of tests: their lines are reported and not counted. */
export function testFilesIn(candidate: CandidateFacts): ChangedFile[] {
  return candidate.diff.files.filter((file) => file.class === 'source' && file.is_test);
}

/** `other` are lines of files without known tokens, which count without white space. */
export interface ChangedLines {
  added: number;
  removed: number;
  /** Removed lines that were added elsewhere: a moved line counts once. */
  moved: number;
  other: number;
}

export function changedLines(file: ChangedFile, normalize: Normalize): ChangedLines {
  const { added, removed, added_normalized, removed_normalized, syntax } = file;
  if (normalize === 'none') return { added, removed, moved: 0, other: 0 };
  if (normalize === 'syntax' && syntax !== undefined) return { ...syntax, other: 0 };
  if (normalize === 'syntax') return { added: 0, removed: 0, moved: 0, other: added_normalized + removed_normalized };
  return { added: added_normalized, removed: removed_normalized, moved: 0, other: 0 };
}

export function totalLines(files: readonly ChangedFile[], normalize: Normalize): ChangedLines {
  const total = { added: 0, removed: 0, moved: 0, other: 0 };
  for (const file of files) {
    const { added, removed, moved, other } = changedLines(file, normalize);
    total.added += added;
    total.removed += removed;
    total.moved += moved;
    total.other += other;
  }
  return total;
}

export function churnOf(files: readonly ChangedFile[], normalize: Normalize): number {
  const { added, removed, moved, other } = totalLines(files, normalize);
  return added + removed - moved + other;
}

/** The changed lines where they are: a moved line counts at both places. */
export function touchedLines(files: readonly ChangedFile[], normalize: Normalize): number {
  const { added, removed, other } = totalLines(files, normalize);
  return added + removed + other;
}

/** An empty diff changes nothing, whatever its facts say. */
export function kindOfChange(candidate: CandidateFacts): ChangeKind {
  return changedSomething(candidate) ? candidate.change : 'nothing';
}

export function changesCode(candidate: CandidateFacts): boolean {
  return kindOfChange(candidate) === 'code';
}

export function changedSomething(candidate: CandidateFacts): boolean {
  return candidate.diff.files.length > 0;
}
