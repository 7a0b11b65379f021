// What a reader of a result must know about candidates that start from different commits.
import type { Starts } from '../contract/index.ts';
import { joinNames } from './verdict-text.ts';

const SHORT_COMMIT = 10;

/** Empty if all candidates start from the base. */
export function startsNotes(starts: Starts | undefined): string[] {
  if (starts === undefined) return [];
  const { base, candidates } = starts;
  const commits = [...new Set(candidates.map(({ commit }) => commit))];
  const groups = commits.map((commit) => {
    const names = candidates.filter((candidate) => candidate.commit === commit).map(({ name }) => name);
    return `${joinNames(names)} from ${commit.slice(0, SHORT_COMMIT)}`;
  });
  const where = `${base.commit.slice(0, SHORT_COMMIT)} (${base.ref})`;
  return [
    `The candidates start from different commits: ${groups.join(', ')}. The change of each since its own start was applied to ${where} and measured there.`,
  ];
}
