// The target branch of a merge, and the reasons against it.
import { type HydraError, hydraError, type Run } from '../contract/index.ts';
import {
  countCommits,
  currentBranch,
  isBranchName,
  type Repository,
  type ResolvedCommit,
  resolveBranch,
  uncommittedChanges,
  worktreeOf,
} from '../git/index.ts';
import { summarizeList } from '../runs/index.ts';
import type { RunFolder } from '../store/index.ts';
import { commandsByHand } from './by-hand.ts';
import type { MergeRequest } from './request.ts';

export interface Target {
  branch: string;
  /** The commit below the result: the tip of the branch, or the base for a new one. */
  commit: ResolvedCommit;
  isNew: boolean;
  /** Its working tree; null if it is checked out nowhere. */
  worktree: string | null;
}

interface TargetQuestion {
  request: MergeRequest;
  repository: Repository;
  result: { run: Run };
  base: ResolvedCommit;
  candidate: { name: string };
  folder: RunFolder;
}

export async function chooseTarget(question: TargetQuestion): Promise<{ target: Target; refusals: HydraError[] }> {
  const { request, repository, base } = question;
  const { destination } = request;
  if (destination.kind === 'patch') return { target: { branch: '', commit: base, isNew: true, worktree: null }, refusals: [] };
  if (destination.kind === 'branch') {
    const target = { branch: destination.name, commit: base, isNew: true, worktree: null };
    return { target, refusals: await refuseNewBranch(repository, destination.name) };
  }
  const target = await existingTarget(question);
  return { target, refusals: [...refuseProtected(question, target.branch), ...(await refuseWorktree(question, target))] };
}

async function refuseNewBranch(repository: Repository, branch: string): Promise<HydraError[]> {
  if (!(await isBranchName(branch))) return [hydraError('branch_name', { branch }, { value: branch })];
  return (await resolveBranch(repository, branch)) === null ? [] : [hydraError('branch_exists', { branch }, { value: branch })];
}

/** The given branch, else the one that the candidates started from, else the current one if it contains their base. */
async function existingTarget(question: TargetQuestion): Promise<Target> {
  const { request, repository } = question;
  const branch = request.onto ?? (await startedBranch(question)) ?? (await currentWithBase(question));
  const commit = await resolveBranch(repository, branch);
  if (commit === null) throw hydraError('merge_target', { problem: `There is no branch \`${branch}\`.` }, { value: branch });
  return { branch, commit, isNew: false, worktree: await worktreeOf(repository, branch) };
}

/** Null if `--base` names a commit or a tag: only a branch can move. */
async function startedBranch({ repository, result }: TargetQuestion): Promise<string | null> {
  const name = result.run.base.ref.replace(/^(?:refs\/)?heads\//, '');
  return (await resolveBranch(repository, name)) === null ? null : name;
}

async function currentWithBase({ repository, result, base }: TargetQuestion): Promise<string> {
  const branch = await currentBranch(repository);
  if (branch === null)
    throw hydraError('merge_target', { problem: 'No branch is checked out, and the candidates did not start from one.' });
  const tip = await resolveBranch(repository, branch);
  if (tip !== null && (await countCommits(repository, tip.commit, base.commit)) > 0) {
    const problem = `The base \`${result.run.base.ref}\` is not a branch, and the current branch \`${branch}\` does not contain its commit.`;
    throw hydraError('merge_target', { problem });
  }
  return branch;
}

function refuseProtected(question: TargetQuestion, branch: string): HydraError[] {
  const pattern = question.result.run.policy.merge.protected_branches.find((each) => matchesPattern(branch, each));
  if (pattern === undefined) return [];
  return [hydraError('branch_protected', { branch, pattern, aside: commandsByHand(question).aside })];
}

/** `*` matches any characters: release/* and main. */
function matchesPattern(branch: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(branch);
}

async function refuseWorktree(question: TargetQuestion, { branch, worktree }: Target): Promise<HydraError[]> {
  if (worktree === null) return [];
  const { again, aside } = commandsByHand(question);
  if (worktree !== question.repository.root) {
    // The runs are in this working tree: from the other one, only the folder names a run.
    const there = commandsByHand(question, question.folder.path).again;
    return [hydraError('merge_elsewhere', { branch, folder: worktree, there, aside })];
  }
  const changed = await uncommittedChanges(worktree);
  return changed.length === 0 ? [] : [hydraError('merge_dirty', { branch, files: summarizeList(changed), again, aside })];
}
