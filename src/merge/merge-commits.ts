// Creates the commits that a merge adds to the target, in Hydra's own object store.
import { hydraError, type MergeStrategy, type Run, type Scorecard, sha256Hex } from '../contract/index.ts';
import {
  commitTree,
  listCommits,
  type MessageParts,
  mergeTrees,
  type ObjectStore,
  type Person,
  type ResolvedCommit,
} from '../git/index.ts';

const SUBJECT_LENGTH = 72;
const TRAILER_LENGTH = 400;

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
  const side = { subject: text.subject, trailers: [] };
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

export interface MessageFacts {
  run: Run;
  scorecard: Scorecard;
  scorecardBytes: string;
  candidate: string;
  message: string | null;
  forceReason: string | null;
}

/** The trailers that lead from the history to the run. */
export function describeMerge(facts: MessageFacts): MessageParts {
  const { run, scorecard, scorecardBytes, candidate, message, forceReason } = facts;
  const ranking = scorecard.rankings.find(({ agent }) => agent === candidate);
  const task = oneLine(run.task ?? '');
  const subject = message ?? (task === '' ? `Merge the attempt of ${candidate}` : shorten(task, SUBJECT_LENGTH));
  const trailers = [
    ...(task === '' ? [] : [`Hydra-Task: ${shorten(task, TRAILER_LENGTH)}`]),
    `Hydra-Run: ${run.run_id}`,
    `Hydra-Agent: ${candidate}`,
    `Hydra-Rank: ${ranking?.rank ?? 'none'} of ${scorecard.rankings.length}`,
    `Hydra-Total: ${ranking?.total ?? 'none'}`,
    `Hydra-Scorecard: sha256:${sha256Hex(scorecardBytes)}`,
    ...(forceReason === null ? [] : [`Hydra-Forced: ${shorten(oneLine(forceReason), TRAILER_LENGTH)}`]),
  ];
  return { subject, trailers };
}

/** A newline in a task could start a forged trailer. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 3).join('')}...`;
}
