// Repositories inside a folder that the index has as a commit (submodules). `git add` would run `git status` in each,
// with the settings of that repository, and so the filters that they define.
import { lstatSync } from 'node:fs';
import { git, tryGit } from './run-git.ts';

export interface NestedRepository {
  /** One character per byte. */
  path: string;
  /** The current commit; null if git has none, as in a submodule without content. */
  commit: string | null;
}

/** The nested repositories of the index that are folders now. */
export async function listNestedRepositories(folder: string, env: Readonly<Record<string, string>>): Promise<NestedRepository[]> {
  const listing = (await git(['ls-files', '--stage', '-z'], { env })).toString('latin1');
  const paths = listing.split('\0').flatMap((entry) => /^160000 [0-9a-f]+ 0\t(.*)$/s.exec(entry)?.[1] ?? []);
  const present = paths.filter((path) =>
    lstatSync(Buffer.from(`${latin1(folder)}/${path}`, 'latin1'), { throwIfNoEntry: false })?.isDirectory(),
  );
  return Promise.all(present.map(async (path) => ({ path, commit: await currentCommit(folder, path) })));
}

/** As `git add` does: the current commit of each. */
export async function recordNestedRepositories(
  nested: readonly NestedRepository[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const entries = nested.flatMap(({ path, commit }) => (commit === null ? [] : [`160000 ${commit}\t${path}\0`]));
  if (entries.length > 0)
    await git(['update-index', '-z', '--index-info'], { env, input: Buffer.from(entries.join(''), 'latin1') });
}

/** Resolving HEAD reads no file of the working tree. */
async function currentCommit(folder: string, path: string): Promise<string | null> {
  const gitDir = `${folder}/${Buffer.from(path, 'latin1').toString('utf8')}/.git`;
  const { exitCode, stdout } = await tryGit(['rev-parse', '--verify', '--quiet', 'HEAD'], { env: { GIT_DIR: gitDir } });
  const [commit] = /^[0-9a-f]{40,64}(?=\n$)/.exec(stdout.toString('latin1')) ?? [];
  return exitCode === 0 && commit !== undefined ? commit : null;
}

function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
