// Where a checkout started: the commits of the user's repository that the HEAD of a folder descends from.
import { realpathSync } from 'node:fs';
import { type Repository, type ResolvedCommit, resolveCommits } from './repository.ts';
import { tryGit } from './run-git.ts';

/** How far a clone's own commits are followed until one is known here. */
const MAX_OWN_COMMITS = 10_000;

/**
 * The HEAD of a folder that is a checkout; if only the folder's repository has that commit, its nearest ancestors that
 * `repository` has. Empty for a plain folder and for unrelated histories.
 */
export async function knownHeads(repository: Repository, folder: string): Promise<ResolvedCommit[]> {
  if (!(await isCheckout(folder))) return [];
  const args = ['rev-list', '--parents', '--topo-order', `--max-count=${MAX_OWN_COMMITS}`, 'HEAD'];
  const { exitCode, stdout } = await tryGit(args, { cwd: folder });
  if (exitCode !== 0) return [];
  const lines = stdout.toString('latin1').split('\n');
  const listed = lines.filter((line) => /^[0-9a-f]+(?: [0-9a-f]+)*$/.test(line)).map((line) => line.split(' '));
  const known = await resolveKnown(repository, listed.flat());
  const head = listed[0]?.[0] ?? '';
  const own = listed.filter(([commit = '']) => !known.has(commit));
  const nearest = known.has(head) ? [head] : own.flatMap(([, ...parents]) => parents.filter((parent) => known.has(parent)));
  return [...new Set(nearest)].flatMap((commit) => known.get(commit) ?? []);
}

/** A subfolder of a checkout has no HEAD of its own, nor has a folder whose repository names another working tree. */
async function isCheckout(folder: string): Promise<boolean> {
  const { exitCode, stdout } = await tryGit(['rev-parse', '--show-toplevel'], { cwd: folder });
  if (exitCode !== 0) return false;
  try {
    return realpathSync(stdout.toString('utf8').replace(/\n$/, '')) === realpathSync(folder);
  } catch {
    return false;
  }
}

async function resolveKnown(repository: Repository, commits: readonly string[]): Promise<Map<string, ResolvedCommit>> {
  const resolved = await resolveCommits(repository, [...new Set(commits)]);
  return new Map(resolved.flatMap((entry) => (entry === null ? [] : [[entry.commit, entry]])));
}
