// Turns the named candidates into commits on one base. Each candidate's change begins at its own merge base with `--base`;
// where these differ, the change is applied to the base of the run.
import { type HydraError, hydraError } from '../contract/index.ts';
import {
  commitCandidate,
  countCommits,
  findMergeBases,
  findMissingChanges,
  knownHeads,
  mergeTrees,
  type ObjectStore,
  type Repository,
  type ResolvedCommit,
  refuseMissingObjects,
  snapshotFolder,
  snapshotPatch,
} from '../git/index.ts';
import { summarizeList } from '../runs/index.ts';
import { shellCommand } from '../text/index.ts';
import type { Candidate, NamedSource } from './candidates.ts';

interface Question {
  repository: Repository;
  objects: ObjectStore;
  /** The commit of `--base`, and how the user named it. */
  asked: ResolvedCommit;
  ref: string;
}

export interface PlacedCandidates {
  base: ResolvedCommit;
  candidates: Candidate[];
}

/** A candidate as it is, with the commit that its change begins at. */
interface Taken {
  named: NamedSource;
  commit: ResolvedCommit;
  start: ResolvedCommit;
}

/** A source with what is known about its origin. */
interface Traced {
  named: NamedSource;
  /** Null if nothing names it. */
  start: ResolvedCommit | null;
  /** The tree whose files a folder tracks. */
  tracked: string | null;
}

export async function placeCandidates(question: Question, sources: readonly NamedSource[]): Promise<PlacedCandidates> {
  const { repository, asked } = question;
  const traced = await traceSources(question, sources);
  const known = await newestFirst(
    question,
    traced.flatMap(({ start }) => start ?? []),
  );
  const named = sources.flatMap(({ commit, origin }) => [commit, origin].filter((one) => one !== null));
  await refuseMissingObjects(repository, [asked, ...known, ...named]);
  const taken = await Promise.all(traced.map((source) => takeCandidate(question, source, known)));
  const starts = await newestFirst(
    question,
    taken.map(({ start }) => start),
  );
  const [only, other] = starts;
  if (only === undefined) return { base: asked, candidates: [] };
  if (other === undefined) return { base: only, candidates: taken.map(asCandidate) };
  refuseContained(question, taken);
  return moveToOneBase(question, taken, starts);
}

/** Where each source left the history of `--base`. */
async function traceSources({ repository, asked }: Question, sources: readonly NamedSource[]): Promise<Traced[]> {
  const heads = await Promise.all(
    sources.map(async ({ source, commit, origin }) => {
      const given = commit ?? origin;
      if (given !== null) return [given];
      return source.kind === 'folder' ? knownHeads(repository, source.value) : [];
    }),
  );
  const starts = await findMergeBases(repository, asked, heads);
  return sources.map((named, index) => {
    const [head, ...more] = heads[index] ?? [];
    return { named, start: starts[index] ?? null, tracked: more.length === 0 ? (head?.tree ?? null) : null };
  });
}

async function newestFirst({ repository, asked }: Question, commits: readonly ResolvedCommit[]): Promise<ResolvedCommit[]> {
  const distinct = new Map(commits.map((commit) => [commit.commit, commit]));
  const counted = await Promise.all(
    [...distinct.values()].map(async (commit) => ({
      commit,
      behind: await countCommits(repository, commit.commit, asked.commit),
    })),
  );
  return counted.sort((a, b) => a.behind - b.behind).map(({ commit }) => commit);
}

async function takeCandidate(question: Question, traced: Traced, known: readonly ResolvedCommit[]): Promise<Taken> {
  const { objects } = question;
  const { named, start, tracked } = traced;
  const { source, commit } = named;
  if (start === null) return takeUntraced(question, named, known);
  if (commit !== null) return { named, commit, start };
  if (source.kind === 'patch') return { named, commit: await snapshotPatch(objects, named.origin ?? start, source.value), start };
  // A file that HEAD tracks counts even if it is ignored.
  const base = { commit: start.commit, tree: tracked ?? start.tree };
  return { named, commit: await snapshotFolder(objects, base, source.value), start };
}

/** Compared with `--base`, unless the candidate would revert newer commits that its author may never have seen. */
async function takeUntraced(question: Question, named: NamedSource, known: readonly ResolvedCommit[]): Promise<Taken> {
  const { objects, asked } = question;
  const { source, commit } = named;
  if (source.kind === 'patch') return takePatch(question, named, [asked, ...known]);
  const own = commit ?? (await snapshotFolder(objects, asked, source.value));
  const missing = await findMissingChanges(objects, asked, own.tree, { isPlainCopy: true });
  if (missing.length > 0) throw missingRefusal(question, named, missing);
  return { named, commit: own, start: asked };
}

/** A patch begins at the first commit that it applies to. */
async function takePatch(question: Question, named: NamedSource, starts: readonly ResolvedCommit[]): Promise<Taken> {
  let refusal: unknown;
  for (const [at, start] of starts.entries()) {
    try {
      const commit = await snapshotPatch(question.objects, start, named.source.value);
      return await findOlderStart(question, { named, commit, start }, starts.slice(at + 1));
    } catch (error) {
      if ((error as { code?: string }).code !== 'patch_does_not_apply') throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

/**
 * `git diff main BRANCH` reverts what main has and the branch does not. Where another candidate starts from the commit that the
 * patched tree fits, its change begins there too.
 */
async function findOlderStart(question: Question, taken: Taken, known: readonly ResolvedCommit[]): Promise<Taken> {
  const { objects } = question;
  const { named, commit, start } = taken;
  const missing = await findMissingChanges(objects, start, commit.tree, { isPlainCopy: false });
  if (missing.length === 0) return taken;
  for (const older of known) {
    if ((await findMissingChanges(objects, older, commit.tree, { isPlainCopy: false })).length === 0)
      return { named, commit: await commitCandidate(objects, commit.tree, older), start: older };
  }
  throw missingRefusal(question, named, missing);
}

function missingRefusal({ ref }: Question, { name, source }: NamedSource, missing: readonly string[]): HydraError {
  const details = { files: summarizeList(missing), base: ref };
  const about = { value: source.value };
  if (source.kind === 'ref') return hydraError('unrelated_branch', { ...details, branch: source.value }, about);
  const named = (commitish: string) => shellCommand([`${name}=${source.value}@${commitish}`]);
  const more = { ...details, path: source.value, meant: named(ref) };
  return source.kind === 'patch'
    ? hydraError('patch_reverts', more, about)
    : hydraError('folder_behind', { ...more, named: named('COMMIT') }, about);
}

/** `hydra score a b` on branch a would compare b with the attempt a. */
function refuseContained({ ref }: Question, taken: readonly Taken[]): void {
  const contained = taken.find(({ named, commit, start }) => named.source.kind === 'ref' && commit.commit === start.commit);
  if (contained === undefined) return;
  const { name, source } = contained.named;
  throw hydraError('candidate_in_base', { base: ref, candidate: name }, { value: source.value });
}

/** Prefers `--base`, which a merge goes to; else the newest start that takes all changes. */
async function moveToOneBase(
  { objects, asked, ref }: Question,
  taken: readonly Taken[],
  starts: readonly ResolvedCommit[],
): Promise<PlacedCandidates> {
  const onto = (base: ResolvedCommit) => Promise.all(taken.map((candidate) => moveCandidate(objects, candidate, base)));
  const first = await onto(asked);
  for (const base of [asked, ...starts]) {
    const candidates = (base === asked ? first : await onto(base)).flatMap(({ candidate }) => candidate ?? []);
    if (candidates.length === taken.length) return { base, candidates };
  }
  const conflicts = first.flatMap(({ conflicts: files }, index) => {
    const { named, start } = taken[index] as Taken;
    return files.length === 0 ? [] : [`${named.name} (from ${shortCommit(start)}) in ${summarizeList(files)}`];
  });
  throw hydraError('different_bases', { base: ref, conflicts: conflicts.join('; ') });
}

async function moveCandidate(
  objects: ObjectStore,
  taken: Taken,
  base: ResolvedCommit,
): Promise<{ candidate: Candidate | null; conflicts: string[] }> {
  const { commit, start } = taken;
  if (start.commit === base.commit) return { candidate: asCandidate(taken), conflicts: [] };
  const { tree, conflicts } = await mergeTrees(objects, { base: start.tree, ours: base.tree, theirs: commit.tree });
  if (conflicts.length > 0) return { candidate: null, conflicts };
  return { candidate: asCandidate({ ...taken, commit: await commitCandidate(objects, tree, base) }), conflicts };
}

function asCandidate({ named: { name, source }, commit, start }: Taken): Candidate {
  return { name, source, commit, start: start.commit };
}

function shortCommit({ commit }: ResolvedCommit): string {
  return commit.slice(0, 10);
}
