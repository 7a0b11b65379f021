// The size of a diff, in the lines and files that a reviewer has to read.
import type { CandidateFacts, ChangedFile, ChangeKind, Policy } from '../contract/index.ts';

type Normalize = Policy['scoring']['diff_scope']['normalize'];

/** Reviewers do not read lockfiles, generated, vendored and binary files line by line. */
export function reviewedFiles(candidate: CandidateFacts): ChangedFile[] {
  return candidate.diff.files.filter((file) => file.class === 'source');
}

export function churnOf(files: readonly ChangedFile[], normalize: Normalize): number {
  let churn = 0;
  for (const file of files) {
    churn += normalize === 'whitespace' ? file.added_normalized + file.removed_normalized : file.added + file.removed;
  }
  return churn;
}

/** An empty diff changes nothing, whatever its facts say; facts of version 1 lack this information. */
export function kindOfChange(candidate: CandidateFacts): ChangeKind {
  return changedSomething(candidate) ? (candidate.change ?? 'code') : 'nothing';
}

export function changesCode(candidate: CandidateFacts): boolean {
  return kindOfChange(candidate) === 'code';
}

export function changedSomething(candidate: CandidateFacts): boolean {
  return candidate.diff.files.length > 0;
}
