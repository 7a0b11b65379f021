// Resolves the candidates on the command line (NAME=BRANCH, a folder, a patch) to trees in the object store.
import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { hydraError, type Run, TEST_AUTHOR } from '../contract/index.ts';
import {
  findMergeBases,
  isPartOfTree,
  type ObjectStore,
  type Repository,
  type ResolvedCommit,
  resolveCommits,
  snapshotFolder,
  snapshotPatch,
} from '../git/index.ts';

export type CandidateSource = Run['candidates'][number]['source'];

export interface NamedSource {
  name: string;
  source: CandidateSource;
  /** Known before the base only for a commit. */
  commit: ResolvedCommit | null;
}

export interface Candidate {
  name: string;
  source: CandidateSource;
  commit: ResolvedCommit;
  credentials_written?: Run['candidates'][number]['credentials_written'];
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
    asked.map(async (entry, index) => ({ ...entry, ...(await recogniseSource(entry.value, commits[index] ?? null, cwd)) })),
  );
  const sources: NamedSource[] = [];
  for (const { arg, given, value, source, commit } of recognised) {
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
    sources.push({ name, source, commit });
  }
  return sources;
}

async function recogniseSource(value: string, commit: ResolvedCommit | null, cwd: string): Promise<Omit<NamedSource, 'name'>> {
  if (commit !== null) return { source: { kind: 'ref', value }, commit };
  const path = resolve(cwd, value);
  if (!existsSync(path)) throw hydraError('unknown_ref', { ref: value }, { value });
  const kind = statSync(path).isDirectory() ? 'folder' : 'patch';
  if (kind === 'folder' && (await isPartOfTree(path))) throw hydraError('candidate_subfolder', { folder: value }, { value });
  return { source: { kind, value: path }, commit: null };
}

function nameFrom({ kind, value }: CandidateSource): string {
  const text = kind === 'ref' ? value : basename(value).replace(/\.(?:patch|diff)$/, '');
  return text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
}

/**
 * Compares branches with their merge base, so that later commits on the base do not count as their changes.
 * All must have the same merge base.
 */
export async function commonStart(
  repository: Repository,
  base: ResolvedCommit,
  sources: readonly NamedSource[],
): Promise<ResolvedCommit> {
  const commits = sources.flatMap(({ name, commit }) => (commit === null ? [] : [{ name, commit }]));
  const parted = await findMergeBases(
    repository,
    base,
    commits.map(({ commit }) => commit),
  );
  const found = sources.map(({ name }) => {
    const start = parted[commits.findIndex((entry) => entry.name === name)];
    return { name, start: start ?? base };
  });
  const starts = new Map<string, { start: ResolvedCommit; names: string[] }>();
  for (const { name, start } of found) {
    const entry = starts.get(start.commit) ?? { start, names: [] };
    entry.names.push(name);
    starts.set(start.commit, entry);
  }
  const [first, second] = [...starts.values()];
  if (first === undefined) return base;
  if (second === undefined) return first.start;
  const text = [...starts.values()].map(({ start, names }) => `${names.join(', ')} from ${start.commit.slice(0, 10)}`).join('; ');
  throw hydraError('different_bases', { starts: text });
}

export async function snapshotSource(
  store: ObjectStore,
  base: ResolvedCommit,
  { name, source, commit }: NamedSource,
): Promise<Candidate> {
  if (commit !== null) return { name, source, commit };
  const snapshot = source.kind === 'folder' ? snapshotFolder : snapshotPatch;
  return { name, source, commit: await snapshot(store, base, source.value) };
}
