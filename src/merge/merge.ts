// `hydra merge`: applies the winner's change to a branch, after checking the merged tree, atomically.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type HydraError,
  hydraError,
  type MergeDecision,
  type Ranking,
  SCHEMA_VERSION,
  type Scorecard,
} from '../contract/index.ts';
import {
  commitTree,
  createObjectStore,
  diffTrees,
  filesInTheWay,
  findRepository,
  importCommit,
  mergeTrees,
  messageOf,
  moveBranch,
  type ObjectStore,
  type Person,
  patchBetween,
  type Repository,
  type ResolvedCommit,
  resolveBranch,
  switchFiles,
  whoCommits,
} from '../git/index.ts';
import { commitOfCandidate, type RunResult, readResult, summarizeList } from '../runs/index.ts';
import {
  addDecision,
  findChangedFiles,
  listDecisions,
  openStore,
  type RunFolder,
  refuseUnsafeDecisions,
  runFile,
  type Store,
} from '../store/index.ts';
import { joinNames, shellCommand } from '../text/index.ts';
import { createWorkArea, removeFolder, removeStaleWorkAreas } from '../workspace/index.ts';
import { commandsByHand } from './by-hand.ts';
import { checkMergedTree } from './check-merged.ts';
import { runMergeHooks } from './hooks.ts';
import { closeJournal, openJournal, putBack, recoverMerge } from './journal.ts';
import { createMergeCommit } from './merge-commits.ts';
import { describeMerge, type MergeMessage } from './merge-message.ts';
import { composePicks } from './picks.ts';
import type { MergeOutcome, MergePlan, MergeRequest } from './request.ts';
import { describeShown } from './shown.ts';
import { chooseTarget, type Target } from './target.ts';

/** The internal state of a merge. */
interface MergeWork {
  request: MergeRequest;
  repository: Repository;
  store: Store;
  objects: ObjectStore;
  area: string;
  folder: RunFolder;
  result: RunResult;
  ranking: Ranking;
  candidate: { name: string; commit: ResolvedCommit; isBranch: boolean };
  base: ResolvedCommit;
}

export async function mergeCandidate(request: MergeRequest): Promise<MergeOutcome> {
  const repository = await findRepository(request.cwd);
  const store = openStore(repository.root, repository.commonDir);
  await removeStaleWorkAreas();
  await recoverMerge(repository, store);
  const area = createWorkArea(`merge-${process.pid}-${request.run.id}`);
  try {
    const objects = await createObjectStore(repository, join(area, 'objects'));
    const work = await openWork(request, { repository, store, objects, area });
    return await planAndMerge(work);
  } finally {
    await removeFolder(area);
  }
}

async function openWork(
  request: MergeRequest,
  place: Pick<MergeWork, 'repository' | 'store' | 'objects' | 'area'>,
): Promise<MergeWork> {
  const original = readResult(request.run);
  refuseChangedRun(request.run);
  const wanted = chooseRanking(original, request.candidate, request.forceReason !== null).agent;
  const composed = request.picks.length === 0 ? null : await composePicks(request, place, original, wanted);
  const folder = composed?.folder ?? request.run;
  const result = composed === null ? original : readResult(composed.folder);
  const name = composed?.candidate ?? wanted;
  const ranking = chooseRanking(result, name, true);
  const entry = result.run.candidates.find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`the run has no candidate ${name}`);
  const { commit, tree } = result.run.base;
  const base = { commit, tree };
  const own = composed?.commit ?? (await commitOfCandidate({ ...place, folder }, entry, base));
  // A candidate made from picks, rebuilt from its patch, or moved to another base is a commit of Hydra.
  const isMoved = entry.start !== base.commit;
  const isBranch = composed === null && entry.source.kind === 'ref' && own.commit === entry.commit && !isMoved;
  const candidate = { name, commit: own, isBranch };
  return { ...place, request, folder, result, ranking, candidate, base };
}

/** What is merged must be what was scored and shown. */
function refuseChangedRun(run: RunFolder): void {
  refuseUnsafeDecisions(run);
  const changed = findChangedFiles(run);
  if (changed.length > 0) throw hydraError('run_changed', { run: run.id, files: summarizeList(changed) });
}

/** The winner, or the given candidate. Without a mergeable candidate, the first one may be forced. */
function chooseRanking({ run, scorecard }: RunResult, wanted: string | null, isForced: boolean): Ranking {
  const { rankings, winner, verdict } = scorecard;
  const forced = isForced && verdict.class === 'none' ? rankings[0]?.agent : undefined;
  const name = wanted ?? winner ?? forced;
  const found = rankings.find(({ agent }) => agent === name);
  if (found !== undefined) return found;
  if (name !== undefined)
    throw hydraError('unknown_candidate', { candidate: name, suggestion: `\`hydra show ${run.run_id}\` lists them.` });
  throw noWinner(run.run_id, scorecard);
}

function noWinner(run: string, { verdict, rankings }: Scorecard): HydraError {
  const { leaders, reason, next } = verdict;
  if (verdict.class === 'level')
    return hydraError('level_result', { run, candidates: joinNames(leaders), first: shellCommand([leaders[0] ?? '']) });
  if (verdict.class === 'contested') return hydraError('decision_needed', { run, reason, next: next ?? '' });
  if (verdict.class === 'unproven') return hydraError('unproven_result', { run, reason, next: next ?? '' });
  const reasons = rankings.map((ranking) => `${ranking.agent}: ${failedGates(ranking).join(', ')}`).join('; ');
  return hydraError('no_winner', { run, reasons });
}

export function failedGates({ gates }: Pick<Ranking, 'gates'>): string[] {
  return gates.filter(({ passed }) => passed === false).map(({ reason }) => reason);
}

async function planAndMerge(work: MergeWork): Promise<MergeOutcome> {
  const { request, objects, base, candidate } = work;
  const chosen = await chooseTarget(work);
  const { target } = chosen;
  const refusals: HydraError[] = [...chosen.refusals, ...refuseGates(work)];
  const merged = await mergeTrees(objects, { base: base.tree, ours: target.commit.tree, theirs: candidate.commit.tree });
  const person = await whoCommits(work.repository);
  if (person === null && request.destination.kind !== 'patch') refusals.push(hydraError('no_identity', {}));
  if (merged.conflicts.length > 0) refusals.push(conflictRefusal(work, target, merged.conflicts));
  else if (merged.tree === target.commit.tree)
    refusals.push(hydraError('merge_empty', { branch: target.branch, candidate: candidate.name }));
  else refusals.push(...(await refuseUntracked(work, target, merged.tree)));
  const check = refusals.length === 0 ? await checkIfNew(work, target, merged.tree) : null;
  if (check !== null && check.failedGates.length > 0 && request.forceReason === null)
    refusals.push(failedCheck(work, target, check));
  // A tree with conflict markers is no result: the preview then shows the candidate's own change.
  const shown = merged.conflicts.length === 0 ? [target.commit.tree, merged.tree] : [base.tree, candidate.commit.tree];
  const { files } = await diffTrees(objects, shown[0] ?? '', shown[1] ?? '');
  const plan = describePlan(work, target, files, check, refusals);
  // Ask nothing about an impossible merge.
  if (!(await request.confirm(plan))) return { plan, result: null };
  const [refusal] = refusals;
  if (refusal !== undefined) throw refusal;
  if (request.destination.kind === 'patch')
    return { plan, result: { patch: await patchBetween(objects, base.tree, merged.tree) } };
  if (person === null) throw hydraError('no_identity', {});
  return { plan, result: await performMerge(work, target, merged.tree, plan, person) };
}

function refuseGates(work: MergeWork): HydraError[] {
  const { request, ranking, result } = work;
  if (ranking.mergeable || request.forceReason !== null) return [];
  const reasons = failedGates(ranking).join('; ');
  const { again } = commandsByHand(work);
  if (ranking.needs_review) {
    const accept = shellCommand(['hydra', 'accept', result.run.run_id, ranking.agent]);
    return [hydraError('needs_review', { candidate: ranking.agent, reasons, accept, again })];
  }
  return [hydraError('not_mergeable', { candidate: ranking.agent, run: result.run.run_id, reasons, again })];
}

function conflictRefusal({ candidate, result }: MergeWork, { branch }: Target, files: readonly string[]): HydraError {
  const suggestion = `hydra/${candidate.name}`;
  const details = { candidate: candidate.name, branch, files: files.join(', '), run: result.run.run_id, suggestion };
  return hydraError('merge_conflicts', details);
}

/** `to` is the new state of the branch: its tree, or its commit. */
async function refuseUntracked(work: MergeWork, target: Target, to: string): Promise<HydraError[]> {
  if (target.worktree === null) return [];
  const paths = await filesInTheWay(work.objects, target.worktree, target.commit.tree, to);
  if (paths.length === 0) return [];
  return [
    hydraError('merge_untracked', { candidate: work.candidate.name, files: summarizeList(paths), ...commandsByHand(work) }),
  ];
}

function failedCheck(work: MergeWork, { branch }: Target, check: NonNullable<MergePlan['check']>): HydraError {
  const reasons = check.failedGates.join('; ');
  const { again } = commandsByHand(work);
  return hydraError('merged_tree_fails', { branch, candidate: work.candidate.name, reasons, run: check.runId, again });
}

/** The candidate's own tree has already been measured against the same base. */
async function checkIfNew(work: MergeWork, target: Target, tree: string): Promise<MergePlan['check']> {
  const { request, repository, store, objects, folder: run, result, candidate, base } = work;
  if (target.commit.tree === base.tree) return null;
  const person = { name: 'Hydra', email: 'hydra@localhost' };
  const text = { text: 'merged', trailers: [] };
  const commit = await commitTree(objects, { tree, parents: [target.commit.commit], author: person, committer: person, text });
  const { folder, scorecard } = await checkMergedTree({
    repository,
    store,
    objects,
    merged: { ...result, folder: run },
    candidate: candidate.name,
    target,
    result: { commit, tree },
    options: request,
  });
  return { runId: folder.id, failedGates: scorecard.rankings.flatMap(failedGates) };
}

function describePlan(
  work: MergeWork,
  { branch, commit, isNew, worktree }: Target,
  files: MergePlan['files'],
  check: MergePlan['check'],
  refusals: HydraError[],
): MergePlan {
  const { request, result, ranking, base, candidate } = work;
  const keepsMessages = request.strategy === 'rebase' && candidate.isBranch;
  return {
    runId: result.run.run_id,
    candidate: ranking.agent,
    rank: ranking.rank,
    of: result.scorecard.rankings.length,
    total: ranking.total,
    ending: ranking.ending ?? null,
    strategy: request.strategy,
    destination: request.destination,
    target: { branch, from: isNew ? null : commit.commit, isCheckedOut: worktree !== null },
    hasMoved: commit.tree !== base.tree,
    files: files.map(({ path, added, removed }) => ({ path, added, removed })),
    check,
    message: keepsMessages ? null : defaultMessage(work),
    forceReason: request.forceReason,
    refusals,
  };
}

function defaultMessage({ request, folder, result, candidate }: MergeWork): MergeMessage {
  const scorecardBytes = readFileSync(runFile(folder, 'scorecard.json'), 'utf8');
  return describeMerge({ ...result, scorecardBytes, candidate: candidate.name, forceReason: request.forceReason });
}

async function performMerge(
  work: MergeWork,
  target: Target,
  tree: string,
  plan: MergePlan,
  person: Person,
): Promise<{ commit: string; branch: string }> {
  const { request, repository, store, objects, area, folder, result, candidate, base } = work;
  const { strategy, message } = request;
  const scorecardBytes = readFileSync(runFile(folder, 'scorecard.json'), 'utf8');
  const { title, body, trailers } = defaultMessage(work);
  const text = { text: message ?? [title, body].filter((part) => part !== '').join('\n\n'), trailers };
  const parts = { objects, strategy, candidate, base, target: target.commit, tree, person };
  let commit = await createMergeCommit({ ...parts, text });
  if (request.runHooks) {
    const plain = messageOf(text);
    const place = { repository, objects, area, strategy, target: { branch: target.branch, commit: target.commit.commit } };
    const { again } = commandsByHand(work);
    const completed = await runMergeHooks({ ...place, result: { commit, tree }, message: plain, again });
    if (completed !== plain) commit = await createMergeCommit({ ...parts, text: { text: completed, trailers: [] } });
  }
  await importCommit(repository, objects, commit, [target.commit.commit]);
  const decision = describeDecision(work, target, plan, commit, scorecardBytes, person);
  openJournal(store, folder, decision);
  const refusal = await moveTo(work, target, commit, `hydra merge: ${candidate.name} of ${result.run.run_id}`);
  if (refusal === null) addDecision(folder, decision);
  closeJournal(store);
  if (refusal !== null) throw refusal;
  return { commit, branch: target.branch };
}

/**
 * Updates the files first, which can be reverted; the branch last, in one step. Null on success; otherwise
 * the reason, with everything restored. Throws if it could not restore: the journal stays, and the next merge continues.
 */
async function moveTo(work: MergeWork, target: Target, to: string, reason: string): Promise<HydraError | null> {
  const { repository, store } = work;
  const { branch, commit, isNew, worktree } = target;
  const byHand = commandsByHand(work);
  const moved = () => hydraError('branch_moved', { branch, again: byHand.again });
  const from = isNew ? '' : commit.commit;
  if (worktree === null) {
    if (await moveBranch(repository, { branch, from, to, reason })) return null;
    return isNew ? hydraError('branch_exists', { branch }) : moved();
  }
  if ((await resolveBranch(repository, branch))?.commit !== commit.commit) return moved();
  const [untracked] = await refuseUntracked(work, target, to);
  if (untracked !== undefined) return untracked;
  const inTheWay = await switchFiles(worktree, from, to);
  if (inTheWay !== null) {
    // Usually git checks before it writes; a failing filter or a full disk stops it half way.
    await putBack(store, worktree, branch, from, to);
    return hydraError('merge_in_the_way', { reason: inTheWay, ...byHand });
  }
  if (await moveBranch(repository, { branch, from, to, reason })) return null;
  await switchFiles(worktree, to, from);
  return moved();
}

function describeDecision(
  { request, folder, result, ranking }: MergeWork,
  target: Target,
  plan: MergePlan,
  to: string,
  scorecardBytes: string,
  by: Person,
): Omit<MergeDecision, 'number' | 'previous'> {
  const { forceReason, picks, strategy } = request;
  return {
    schema_version: SCHEMA_VERSION,
    kind: 'merge',
    run_id: result.scorecard.run_id,
    candidate: ranking.agent,
    shown: describeShown(ranking, result.scorecard, scorecardBytes, listDecisions(folder)),
    forced:
      forceReason === null
        ? null
        : { reason: forceReason, failed_gates: [...failedGates(ranking), ...(plan.check?.failedGates ?? [])] },
    picked: [...picks],
    strategy,
    target: { branch: target.branch, from: target.isNew ? null : target.commit.commit, to },
    checked_in: plan.check?.runId ?? null,
    by,
    at: new Date().toISOString(),
  };
}
