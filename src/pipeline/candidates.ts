// Names the candidates of the command line: NAME=BRANCH, a folder, a patch.
import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { hydraError, type Run, TEST_AUTHOR } from '../contract/index.ts';
import { isPartOfTree, type Repository, type ResolvedCommit, resolveCommit, resolveCommits } from '../git/index.ts';

export type CandidateSource = Run['candidates'][number]['source'];

export interface NamedSource {
  name: string;
  source: CandidateSource;
  /** Of a branch or commit. */
  commit: ResolvedCommit | null;
  /** The commit that the user named as the origin of a folder or patch: FOLDER@COMMIT. */
  origin: ResolvedCommit | null;
}

export interface Candidate {
  name: string;
  source: CandidateSource;
  commit: ResolvedCommit;
  /** The commit that its change begins at. Its change since then is applied to the base of the run. */
  start: string;
  credentials_written?: Run['candidates'][number]['credentials_written'];
  repository_writes?: Run['candidates'][number]['repository_writes'];
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const MAX_NAME_LENGTH = 64;
/** Reserved words in commands that take candidate names. */
const RESERVED = new Set(['baseline', 'base', TEST_AUTHOR]);

/** `cwd` is the user's current folder, for relative paths. */
export async function nameSources(repository: Repository, args: readonly string[], cwd: string): Promise<NamedSource[]> {
  if (args.length === 0) throw hydraError('no_candidates', {});
  const asked = args.map((arg) => {
    const [, given, value = arg] = /^([^=/]{1,255})=(.+)$/s.exec(arg) ?? [];
    return { arg, given, value };
  });
  // A name that git resolves is a commit, unless it is written as a path.
  const refs = asked.map(({ value }) => (/^(?:\.{0,2}\/|\.{1,2}$)/.test(value) ? '' : value));
  const commits = await resolveCommits(repository, refs);
  const recognised = await Promise.all(
    asked.map(async (entry, index) => ({
      ...entry,
      ...(await recogniseSource(repository, entry.value, commits[index] ?? null, cwd)),
    })),
  );
  const sources: NamedSource[] = [];
  for (const { arg, given, value, source, commit, origin } of recognised) {
    const name = given ?? nameFrom(source);
    if (NAME.test(name) && name.length > MAX_NAME_LENGTH)
      throw hydraError(
        'candidate_name_length',
        { name, length: String(name.length), limit: String(MAX_NAME_LENGTH), value },
        { value: arg },
      );
    if (!NAME.test(name) || RESERVED.has(name)) throw hydraError('candidate_name', { name, value }, { value: arg });
    // Names become folders, and some file systems ignore case.
    if (sources.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw hydraError('candidate_twice', { name }, { value: arg });
    sources.push({ name, source, commit, origin });
  }
  return sources;
}

async function recogniseSource(
  repository: Repository,
  value: string,
  commit: ResolvedCommit | null,
  cwd: string,
): Promise<Omit<NamedSource, 'name'>> {
  if (commit !== null) return { source: { kind: 'ref', value }, commit, origin: null };
  const { path, ref } = splitOrigin(resolve(cwd, value));
  if (!existsSync(path)) throw hydraError('unknown_ref', { ref: value }, { value });
  const origin = ref === null ? null : await resolveCommit(repository, ref);
  if (ref !== null && origin === null) throw hydraError('unknown_origin', { path, ref }, { value });
  const kind = statSync(path).isDirectory() ? 'folder' : 'patch';
  if (kind === 'folder' && (await isPartOfTree(path))) throw hydraError('candidate_subfolder', { folder: value }, { value });
  return { source: { kind, value: path }, commit: null, origin };
}

/** PATH@COMMIT, if there is no file of the whole name. */
function splitOrigin(path: string): { path: string; ref: string | null } {
  if (existsSync(path)) return { path, ref: null };
  // From the right: folders above may have the character in their names.
  for (let at = path.lastIndexOf('@'); at > 0; at = path.lastIndexOf('@', at - 1)) {
    if (existsSync(path.slice(0, at))) return { path: path.slice(0, at), ref: path.slice(at + 1) };
  }
  return { path, ref: null };
}

function nameFrom({ kind, value }: CandidateSource): string {
  const text = kind === 'ref' ? value : basename(value).replace(/\.(?:patch|diff)$/, '');
  return text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
}
