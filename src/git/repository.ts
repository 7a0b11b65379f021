// The user's repository, read only.
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { hydraError, type ResolvedCommit } from '../contract/index.ts';
import { gitText, tryGit } from './run-git.ts';

export type { ResolvedCommit } from '../contract/index.ts';

export interface Repository {
  /** The working tree, or the repository itself if it is bare. */
  root: string;
  /** Shared by all worktrees: objects, refs, info/exclude. */
  commonDir: string;
  isBare: boolean;
}

export async function findRepository(folder: string): Promise<Repository> {
  // git prints one path per line.
  if (folder.includes('\n')) throw hydraError('folder_with_line_end', { folder: JSON.stringify(folder) });
  const args = ['rev-parse', '--path-format=absolute', '--is-bare-repository', '--git-common-dir', '--show-toplevel'];
  const { exitCode, stdout } = await tryGit(args, { cwd: folder });
  if (exitCode === null) throw hydraError('git_missing', {});
  const [isBareText, commonDirText, rootText] = stdout.toString('utf8').trimEnd().split('\n');
  // A bare repository has no working tree, so git fails after printing the rest.
  const isBare = isBareText === 'true' && commonDirText !== undefined;
  if (!isBare && (exitCode !== 0 || commonDirText === undefined || rootText === undefined))
    throw hydraError('not_a_repository', { folder }, { place: { file: folder } });
  const commonDir = realpathSync(commonDirText ?? '');
  return { root: isBare ? commonDir : realpathSync(rootText ?? ''), commonDir, isBare };
}

/** git would fetch missing objects of a partial clone on demand, which Hydra never does. */
export async function refuseMissingObjects(repository: Repository, commits: readonly ResolvedCommit[]): Promise<void> {
  if (!isPartialClone(repository)) return;
  const args = ['rev-list', '--objects', '--missing=print', '--no-object-names', '--no-walk', ...commits.map(({ tree }) => tree)];
  const listing = await gitText(args, { env: { GIT_DIR: repository.commonDir } });
  const missing = listing.split('\n').filter((line) => line.startsWith('?')).length;
  if (missing > 0) throw hydraError('partial_clone', { missing: String(missing) });
}

/** Packs of a promisor remote are marked. */
function isPartialClone({ commonDir }: Repository): boolean {
  const packs = join(commonDir, 'objects/pack');
  return existsSync(packs) && readdirSync(packs).some((name) => name.endsWith('.promisor'));
}

/** Null if there is no such commit. */
export async function resolveCommit(repository: Repository, ref: string): Promise<ResolvedCommit | null> {
  const [resolved = null] = await resolveCommits(repository, [ref]);
  return resolved;
}

/** One call for all, in order; null if there is no such commit. A ref is untrusted: it may contain anything. */
export async function resolveCommits(repository: Repository, refs: readonly string[]): Promise<(ResolvedCommit | null)[]> {
  // A name with a newline would be read as two, and is never a valid ref.
  const isName = (ref: string) => ref !== '' && !/[\0\n]/.test(ref);
  const input = refs.filter(isName).flatMap((ref) => [`${ref}^{commit}\n`, `${ref}^{tree}\n`]);
  if (input.length === 0) return refs.map(() => null);
  // From the working tree, because a linked worktree has its own HEAD.
  const request = { cwd: repository.root, input: input.join('') };
  const answers = (await gitText(['cat-file', '--batch-check=%(objecttype) %(objectname)'], request)).split('\n');
  let at = 0;
  return refs.map((ref) => {
    if (!isName(ref)) return null;
    const commit = /^commit ([0-9a-f]+)$/.exec(answers[at] ?? '')?.[1];
    const tree = /^tree ([0-9a-f]+)$/.exec(answers[at + 1] ?? '')?.[1];
    at += 2;
    return commit === undefined || tree === undefined ? null : { commit, tree };
  });
}

/** Whether a folder is a tracked part of a working tree, and not a separate repository. */
export async function isPartOfTree(folder: string): Promise<boolean> {
  const prefix = await tryGit(['rev-parse', '--show-prefix'], { cwd: folder });
  if (prefix.exitCode !== 0 || prefix.stdout.toString('utf8').trim() === '') return false;
  return (await tryGit(['ls-files', '-z', '--error-unmatch', '--', '.'], { cwd: folder })).exitCode === 0;
}

/**
 * For each history, given by its heads, its merge base with the base; null without a common ancestor. One call for all
 * histories with one head.
 */
export async function findMergeBases(
  repository: Repository,
  base: ResolvedCommit,
  histories: readonly (readonly ResolvedCommit[])[],
): Promise<(ResolvedCommit | null)[]> {
  const single = histories.flatMap((heads) => (heads.length === 1 ? heads : []));
  const found = new Map<string, string>();
  if (single.length > 0) {
    const pairs = single.map(({ commit }) => `${base.commit}...${commit}`);
    const listing = await gitText(['rev-parse', ...pairs], { env: { GIT_DIR: repository.commonDir } });
    // For every pair: both commits, then "^" and a common ancestor, best first.
    const [, ...groups] = listing.split(/(?:^|\n)[0-9a-f]+\n[0-9a-f]+(?=\n|$)/);
    for (const [at, group] of groups.entries()) {
      const ancestor = /^\n\^([0-9a-f]+)/.exec(group)?.[1];
      if (ancestor !== undefined) found.set(single[at]?.commit ?? '', ancestor);
    }
  }
  const ancestors = await Promise.all(
    histories.map(([head, ...more]) => {
      if (head === undefined) return null;
      return more.length === 0 ? (found.get(head.commit) ?? null) : mergeBaseOf(repository, base, [head, ...more]);
    }),
  );
  return resolveCommits(
    repository,
    ancestors.map((commit) => commit ?? ''),
  );
}

async function mergeBaseOf(repository: Repository, base: ResolvedCommit, heads: readonly ResolvedCommit[]) {
  const args = ['merge-base', base.commit, ...heads.map(({ commit }) => commit)];
  const { exitCode, stdout } = await tryGit(args, { env: { GIT_DIR: repository.commonDir } });
  return exitCode === 0 ? stdout.toString('utf8').trim() : null;
}

/** How many commits `to` has that `from` does not have. */
export async function countCommits(repository: Repository, from: string, to: string): Promise<number> {
  return Number(await gitText(['rev-list', '--count', `${from}..${to}`], { env: { GIT_DIR: repository.commonDir } }));
}
