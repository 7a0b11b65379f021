// Commits in one file, to bring them to another machine.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { hydraError } from '../contract/index.ts';
import type { ObjectStore } from './object-store.ts';
import type { Repository } from './repository.ts';
import { git, gitText, tryGit } from './run-git.ts';

/** Branches of Hydra's own object store, so that a bundle can name its commits. */
const PREFIX = 'refs/hydra/';

/**
 * The commits by name, with their whole history except what `known` commits have; `tags` are lines of packed-refs.
 * `git clone FILE` shows the content.
 */
export async function writeBundle(
  store: ObjectStore,
  file: string,
  commits: Readonly<Record<string, string>>,
  { known = [], tags = '' }: { known?: readonly string[]; tags?: string } = {},
): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const named = Object.entries(commits).map(([name, commit]) => ({ ref: PREFIX + name, id: commit }));
  const refs = [...named, ...parseRefs(tags)];
  await writeRefs(store.folder, refs);
  const input = [...refs.map(({ ref }) => ref), ...known.map((commit) => `^${commit}`)].map((line) => `${line}\n`).join('');
  const { exitCode, stderr } = await tryGit(['bundle', 'create', '--quiet', file, '--stdin'], {
    env: { GIT_DIR: store.folder },
    input,
  });
  // A shallow or partial clone does not have all that its commits name.
  if (exitCode !== 0) throw hydraError('bundle_incomplete', { reason: stderr.trim().split('\n').at(-1) ?? '' });
}

/** Adds the commits of a bundle to a bare repository. The commits that it builds on must be there. */
export async function readBundle(gitDir: string, file: string): Promise<void> {
  const { exitCode, stdout, stderr } = await tryGit(['bundle', 'unbundle', file], { env: { GIT_DIR: gitDir } });
  if (exitCode !== 0) throw hydraError('bundle_unreadable', { reason: stderr.trim() }, { place: { file } });
  await writeRefs(gitDir, parseRefs(stdout.toString('utf8')));
}

/** A bare repository for bundles. Commit ids of 64 characters belong to the other object format. */
export async function createBundleRepository(folder: string, commit: string): Promise<Repository> {
  mkdirSync(folder, { recursive: true });
  const format = commit.length === 64 ? ['--object-format=sha256'] : [];
  await git(['init', '--quiet', '--bare', '--template=', ...format, folder]);
  return { root: folder, commonDir: folder, isBare: true };
}

/** The tags in the history of a commit, as lines of packed-refs. */
export async function listTagsOf({ commonDir }: Repository, commit: string): Promise<string> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', `--merged=${commit}`, 'refs/tags'];
  const text = await gitText(args, { env: { GIT_DIR: commonDir } });
  return text === '' ? '' : `${text}\n`;
}

interface Ref {
  ref: string;
  id: string;
}

function parseRefs(lines: string): Ref[] {
  return lines.split('\n').flatMap((line) => {
    const [, id, ref] = /^([0-9a-f]{40,64}) (refs\/(?:hydra|tags)\/\S+)$/.exec(line) ?? [];
    return id === undefined || ref === undefined ? [] : [{ id, ref }];
  });
}

async function writeRefs(gitDir: string, refs: readonly Ref[]): Promise<void> {
  const input = refs.map(({ ref, id }) => `update ${ref} ${id}\n`).join('');
  await git(['update-ref', '--stdin'], { env: { GIT_DIR: gitDir }, input });
}
