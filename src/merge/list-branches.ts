// The branches that a merge or a race can name, for suggestions on the page.
import type { BranchEntry } from '../contract/index.ts';
import { currentBranch, findRepository, listBranchNames } from '../git/index.ts';

const MAX_BRANCHES = 200;

/** The most recently changed first. */
export async function listBranches(cwd: string): Promise<BranchEntry[]> {
  const repository = await findRepository(cwd);
  const [names, current] = await Promise.all([listBranchNames(repository, MAX_BRANCHES), currentBranch(repository)]);
  return names.map((name) => ({ name, is_current: name === current }));
}
