// What other candidates did to the same file. A change that several of them make is probably part of the task.
import type { CandidateEvidence } from './evidence.ts';
import type { PatchFile } from './patch.ts';

/** Whether at least half of the other candidates make such a change to the file. */
export function othersDoSame({ others }: CandidateEvidence, path: string, does: (file: PatchFile) => boolean): boolean {
  const same = others.filter(({ patch }) => patch.some((file) => file.path === path && does(file)));
  return others.length > 0 && same.length * 2 >= others.length;
}

/** Whether at least half of the other candidates change the file. */
export function othersChangeFile(evidence: CandidateEvidence, path: string): boolean {
  return othersDoSame(evidence, path, () => true);
}

/** Whether every other candidate removes lines from the file. */
export function allOthersRemoveLines({ others }: CandidateEvidence, path: string): boolean {
  return others.length > 0 && others.every(({ patch }) => patch.some((file) => file.path === path && file.removed.length > 0));
}
