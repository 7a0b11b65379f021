// Creates the commits that a merge adds to the target, in Hydra's own object store.
import { hydraError, type MergeStrategy } from '../contract/index.ts';
import {
  commitTree,
  listCommits,
  type MessageParts,
  mergeTrees,
  type ObjectStore,
  type Person,
  type ResolvedCommit,
} from '../git/index.ts';

export interface CommitRequest {
  objects: ObjectStore;
  strategy: MergeStrategy;
  candidate: { name: string; commit: ResolvedCommit; isBranch: boolean };
  base: ResolvedCommit;
  target: ResolvedCommit;
  /** The tree of the result. */
  tree: string;
  person: Person;
  text: MessageParts;
}

/** Every strategy gives a commit on top of the target. */
export async function createMergeCommit(request: CommitRequest): Promise<string> {
  const { objects, strategy, target, tree, person, text } = request;
  if (strategy === 'rebase') return rebaseCommits(request);
  const parents = strategy === 'squash' ? [target.commit] : [target.commit, await sideCommit(request)];
  return commitTree(objects, { tree, parents, author: person, committer: person, text });
}

/** A branch has its own commits; a folder, a patch or an agent's change becomes one. */
async function sideCommit({ objects, candidate, base, person, text }: CommitRequest): Promise<string> {
  if (candidate.isBranch) return candidate.commit.commit;
  const { tree } = candidate.commit;
  const side = { text: text.text, trailers: [] };
  return commitTree(objects, { tree, parents: [base.commit], author: person, committer: person, text: side });
}

async function rebaseCommits(request: CommitRequest): Promise<string> {
  const { objects, candidate, base, target, tree, person, text } = request;
  const commits = candidate.isBranch ? await listCommits(objects, base.commit, candidate.commit.commit) : [];
  if (commits.some(({ parents }) => parents.length !== 1)) throw hydraError('rebase_has_merges', { candidate: candidate.name });
  let tip = target;
  for (const { tree: theirs, parentTree, author, message } of commits.slice(0, -1)) {
    const merged = await mergeTrees(objects, { base: parentTree, ours: tip.tree, theirs });
    // The whole change merges cleanly but a single step does not: then the steps are not used.
    if (merged.conflicts.length > 0)
      return commitTree(objects, { tree, parents: [target.commit], author: person, committer: person, text });
    if (merged.tree === tip.tree) continue;
    const step = { tree: merged.tree, parents: [tip.commit], author, committer: person, text: { raw: message } };
    tip = { commit: await commitTree(objects, step), tree: merged.tree };
  }
  const last = commits.at(-1);
  const lastText = last === undefined ? text : { raw: `${last.message.trimEnd()}\n\n${text.trailers.join('\n')}\n` };
  return commitTree(objects, { tree, parents: [tip.commit], author: last?.author ?? person, committer: person, text: lastText });
}
