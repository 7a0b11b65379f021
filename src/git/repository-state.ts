// What can be seen of the user's repository: refs, the index, the working tree, its settings and hooks. Compared before and
// after agents ran, it shows what was changed there. Settings of the repository are not trusted: no filter or hook runs.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathText, type RepositoryWrite } from '../contract/index.ts';
import { readLinkedFile } from '../exec/index.ts';
import type { Repository } from './repository.ts';
import { disabledFilters, git, gitText } from './run-git.ts';

export type RepositoryChange = Pick<RepositoryWrite, 'kind' | 'name' | 'change'>;

interface Entry {
  kind: RepositoryWrite['kind'];
  name: string;
  /** Any other value is a change. */
  value: string;
  isDeleted?: true;
  /** Git does not track it, so its end is a deletion. */
  isUntracked?: true;
}

/** By kind and name. */
export type RepositoryState = ReadonlyMap<string, Entry>;

export async function readRepositoryState({ root, commonDir, isBare }: Repository): Promise<RepositoryState> {
  const entries = [
    ...(await readRefs(commonDir)),
    ...(isBare ? [] : [{ kind: 'head' as const, name: 'HEAD', value: await readHead(root) }]),
    ...(isBare ? [] : await readStatus(root)),
    ...readGitFiles(commonDir),
  ];
  return new Map(entries.map((entry) => [keyOf(entry), entry]));
}

export function compareStates(before: RepositoryState, after: RepositoryState): RepositoryChange[] {
  const appeared = [...after].flatMap(([key, entry]): RepositoryChange[] => {
    const earlier = before.get(key);
    if (earlier?.value === entry.value) return [];
    const isNew = earlier === undefined && (entry.isUntracked === true || !isStatus(entry));
    const change = entry.isDeleted === true ? 'deleted' : isNew ? 'added' : 'changed';
    return [{ kind: entry.kind, name: entry.name, change }];
  });
  const gone = [...before].flatMap(([key, entry]): RepositoryChange[] => {
    const { kind, name, isUntracked } = entry;
    // A file that was staged: its entry in the index is the change.
    if (after.has(key) || (kind === 'file' && after.has(keyOf({ kind: 'index', name })))) return [];
    return [{ kind, name, change: isStatus(entry) && isUntracked !== true ? 'changed' : 'deleted' }];
  });
  return [...appeared, ...gone];
}

function keyOf({ kind, name }: Pick<Entry, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/** These are listed only while they differ from the commit. */
function isStatus({ kind }: Entry): boolean {
  return kind === 'file' || kind === 'index';
}

const REF_KINDS = [
  ['refs/heads/', 'branch'],
  ['refs/tags/', 'tag'],
] as const;

async function readRefs(commonDir: string): Promise<Entry[]> {
  const listing = await gitText(['for-each-ref', '--format=%(objectname) %(refname)'], { env: { GIT_DIR: commonDir } });
  return listing.split('\n').flatMap((line): Entry[] => {
    const [, value, ref] = /^(\S+) (.+)$/.exec(line) ?? [];
    if (value === undefined || ref === undefined) return [];
    const [prefix, kind] = REF_KINDS.find(([start]) => ref.startsWith(start)) ?? ['', 'ref'];
    return [{ kind: ref === 'refs/stash' ? 'stash' : kind, name: ref.slice(prefix.length), value }];
  });
}

function readHead(root: string): Promise<string> {
  return gitText(['rev-parse', '--symbolic-full-name', 'HEAD'], { cwd: root });
}

/** Without a look into submodules, whose own settings could define filters. */
async function readStatus(root: string): Promise<Entry[]> {
  const args = ['status', '--porcelain=v2', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=dirty'];
  const listing = await git(args, { cwd: root, env: await disabledFilters(root) });
  return listing
    .toString('latin1')
    .split('\0')
    .flatMap((record) => readRecord(root, record));
}

/** "1 XY sub mH mI mW hH hI path", "u XY sub m1 m2 m3 mW h1 h2 h3 path", "? path" */
const TRACKED = /^(?:1 (..) (?:\S+ ){5}(\S+)|u (..) (?:\S+ ){8}(\S+)) (.+)$/s;

function readRecord(root: string, record: string): Entry[] {
  const untracked = /^\? (.+)$/s.exec(record)?.[1];
  if (untracked !== undefined)
    return [{ kind: 'file', name: pathText(untracked), value: stampOf(root, untracked), isUntracked: true }];
  const [, plain, plainHash, unmerged, unmergedHash, path] = TRACKED.exec(record) ?? [];
  if (path === undefined) return [];
  const [staged = '.', own = '.'] = plain ?? unmerged ?? '';
  const name = pathText(path);
  const index: Entry[] = staged === '.' ? [] : [{ kind: 'index', name, value: `${staged} ${plainHash ?? unmergedHash}` }];
  if (own === '.') return index;
  const file: Entry = { kind: 'file', name, value: `${own} ${stampOf(root, path)}` };
  return [...index, own === 'D' ? { ...file, isDeleted: true } : file];
}

/** A file that already differs from the commit can change again. */
function stampOf(root: string, path: string): string {
  const found = lstatSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]), { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeMs} ${found.size}`;
}

function readGitFiles(commonDir: string): Entry[] {
  const hooks = join(commonDir, 'hooks');
  const names = ['config', ...(existsSync(hooks) ? readdirSync(hooks).map((name) => `hooks/${name}`) : [])];
  return names.flatMap((name): Entry[] => {
    const content = readLinkedFile(join(commonDir, name), Number.POSITIVE_INFINITY);
    return content === null ? [] : [{ kind: 'git_file', name, value: createHash('sha256').update(content).digest('hex') }];
  });
}

/** The folders in which a git command works on this repository: its worktrees and its git folder. */
export function foldersOf({ root, commonDir }: Repository): string[] {
  const linked = join(commonDir, 'worktrees');
  const others = existsSync(linked) ? readdirSync(linked).flatMap((name) => linkedFolder(join(linked, name, 'gitdir'))) : [];
  return [...new Set([root, commonDir, ...(basename(commonDir) === '.git' ? [dirname(commonDir)] : []), ...others])];
}

function linkedFolder(file: string): string[] {
  const content = readLinkedFile(file);
  return content === null ? [] : [dirname(content.toString('utf8').trim())];
}
