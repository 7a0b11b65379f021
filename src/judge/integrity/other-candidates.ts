// What other candidates did to the same file. A change that several of them make is probably part of the task.
// Candidates with nearly the same diff have one vote, so that one trick in two candidates does not confirm itself.
import type { CandidateEvidence } from './evidence.ts';
import type { PatchFile } from './patch.ts';

/** The votes in which every candidate agrees. */
function agreeing({ votes }: CandidateEvidence, does: (other: CandidateEvidence) => boolean): number {
  return votes.filter((group) => group.every(does)).length;
}

/** Whether there is another vote, and all of them agree. */
export function allOthers(evidence: CandidateEvidence, does: (other: CandidateEvidence) => boolean): boolean {
  return evidence.votes.length > 0 && agreeing(evidence, does) === evidence.votes.length;
}

/** Whether at least half of the other votes agree. */
export function halfOfOthers(evidence: CandidateEvidence, does: (other: CandidateEvidence) => boolean): boolean {
  return evidence.votes.length > 0 && agreeing(evidence, does) * 2 >= evidence.votes.length;
}

/** Whether a candidate with another diff agrees. */
export function someOther({ votes }: CandidateEvidence, does: (other: CandidateEvidence) => boolean): boolean {
  return votes.some((group) => group.some(does));
}

/** Whether at least half of the other candidates make such a change to the file. */
export function othersDoSame(evidence: CandidateEvidence, path: string, does: (file: PatchFile) => boolean): boolean {
  return halfOfOthers(evidence, ({ patch }) => patch.some((file) => file.path === path && does(file)));
}

/** Whether at least half of the other candidates change the file. */
export function othersChangeFile(evidence: CandidateEvidence, path: string): boolean {
  return othersDoSame(evidence, path, () => true);
}

/** Whether every other candidate removes lines from the file. */
export function allOthersRemoveLines(evidence: CandidateEvidence, path: string): boolean {
  return allOthers(evidence, ({ patch }) => patch.some((file) => file.path === path && file.removed.length > 0));
}
