// Finds the changes of recent commits that a tree of unknown origin does not have. Compared with the newest commit, such a tree
// seems to revert them, although its author may never have seen them.
import { pathText } from '../contract/index.ts';
import { splitAtNul } from './diff.ts';
import type { ObjectStore } from './object-store.ts';
import type { ResolvedCommit } from './repository.ts';
import { git, tryGit } from './run-git.ts';
import { withIndex } from './snapshot.ts';

const MAX_COMMITS = 500;
/** Each starts git. */
const MAX_EDITED_FILES = 50;

/** A file in one commit of the history. States are object ids; null where there is no file. */
interface Change {
  path: string;
  before: string | null;
  after: string | null;
}

interface Commit {
  id: string;
  isRoot: boolean;
  changes: Change[];
}

/**
 * The paths that have the state of before a commit of the base's history. Commits are compared from the newest to the first one
 * whose content the tree has. A plain copy may have got single files of newer commits since, so that more is compared: commits up
 * to the oldest one that the copy differs from in no more paths than from the base, and any earlier version of a file.
 */
export async function findMissingChanges(
  store: ObjectStore,
  base: ResolvedCommit,
  tree: string,
  { isPlainCopy }: { isPlainCopy: boolean },
): Promise<string[]> {
  const changed = await changedStates(store, base.tree, tree);
  if (changed.size === 0) return [];
  const history = await listHistory(store, base.commit);
  const versions = indexByPath(history);
  // The tree has the base's state of all files that it does not change: that of the newest commit.
  const stateOf = (path: string) => (changed.has(path) ? changed.get(path) : versions.get(path)?.[0]?.after) ?? null;
  const fitting = isPlainCopy ? countFitting(history, changed.size, stateOf) : 0;
  const missing = new Set(isPlainCopy ? olderVersions(changed, versions) : []);
  let [hasContent, edited] = [false, 0];
  for (const [at, { id, isRoot, changes }] of history.entries()) {
    const unclear = changes.filter((change) => isEdited(change, changed)).slice(0, MAX_EDITED_FILES - edited);
    edited += unclear.length;
    const readings = isRoot ? [] : await Promise.all(unclear.map(({ path }) => comparePart(store, id, path, tree)));
    hasContent ||= changes.some((change) => isNew(change, at, stateOf(change.path), versions.get(change.path)));
    hasContent ||= readings.includes('has');
    if (isRoot || (hasContent && at >= fitting)) break;
    const lacking = changes.filter(({ path, before }) => changed.has(path) && stateOf(path) === before);
    for (const { path } of [...lacking, ...unclear.filter((_, index) => readings[index] === 'lacks')]) missing.add(path);
  }
  return [...missing].map(pathText).sort();
}

/** How many of the newest commits can be taken back without the tree differing in more paths than from the base. */
function countFitting(history: readonly Commit[], atBase: number, stateOf: (path: string) => string | null): number {
  let [differing, fitting] = [atBase, 0];
  for (const [at, { isRoot, changes }] of history.entries()) {
    if (isRoot) break;
    for (const { path, before, after } of changes) {
      const state = stateOf(path);
      differing += Number(state !== before) - Number(state !== after);
    }
    if (differing <= atBase) fitting = at + 1;
  }
  return fitting;
}

/** Files whose content is that of an earlier commit. */
function olderVersions(changed: ReadonlyMap<string, string | null>, versions: Versions): string[] {
  return [...changed].flatMap(([path, state]) => {
    const known = versions.get(path) ?? [];
    const isCurrent = known[0]?.after !== null;
    return state !== null && isCurrent && known.some(({ before }) => before === state) ? [path] : [];
  });
}

/** The states of the paths in which the tree differs from the base. */
async function changedStates(store: ObjectStore, base: string, tree: string): Promise<Map<string, string | null>> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', base, tree];
  const changes = parseChanges(splitAtNul(await git(args, { env: { GIT_DIR: store.folder } })));
  return new Map(changes.filter(({ before, after }) => before !== after).map(({ path, after }) => [path, after]));
}

/** Newest first. A merge counts as one commit with everything that it brought. */
async function listHistory(store: ObjectStore, commit: string): Promise<Commit[]> {
  const format = ['-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '--format=tformat:%H %P'];
  const args = ['log', '--first-parent', '-m', `--max-count=${MAX_COMMITS}`, ...format, commit];
  const fields = splitAtNul(await git(args, { env: { GIT_DIR: store.folder } }));
  const commits: Commit[] = [];
  let start = 0;
  for (let at = 0; at <= fields.length; at += 1) {
    const isEntry = fields[at]?.replace(/^\n/, '').startsWith(':') ?? false;
    if (isEntry) at += 1;
    else {
      commits.at(-1)?.changes.push(...parseChanges(fields.slice(start, at)));
      const [, id, parents] = /^\n?([0-9a-f]+) ([0-9a-f ]*)$/.exec(fields[at] ?? '') ?? [];
      if (id !== undefined) commits.push({ id, isRoot: parents === '', changes: [] });
      start = at + 1;
    }
  }
  return commits;
}

/** ":100644 100644 OLD NEW M" and the path. */
function parseChanges(fields: readonly string[]): Change[] {
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, before = '', after = ''] = /^\n?:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*$/.exec(fields[at] ?? '') ?? [];
    changes.push({ path: fields[at + 1] ?? '', before: stateOfId(before), after: stateOfId(after) });
  }
  return changes;
}

function stateOfId(id: string): string | null {
  return /^0*$/.test(id) ? null : id;
}

/** The versions of each path, newest first. */
type Versions = ReadonlyMap<string, readonly (Change & { at: number })[]>;

function indexByPath(history: readonly Commit[]): Versions {
  const versions = new Map<string, (Change & { at: number })[]>();
  for (const [at, { changes }] of history.entries()) {
    for (const change of changes) {
      const known = versions.get(change.path);
      if (known === undefined) versions.set(change.path, [{ ...change, at }]);
      else known.push({ ...change, at });
    }
  }
  return versions;
}

/** Whether the tree has content that this commit brought and that no earlier commit had at this path. */
function isNew(
  { before, after }: Change,
  at: number,
  state: string | null,
  versions: readonly (Change & { at: number })[] = [],
): boolean {
  if (state === null || state !== after || before === after) return false;
  return !versions.some((earlier) => earlier.at > at && (earlier.before === state || earlier.after === state));
}

/** Changed by the commit and by the tree, which has neither version. */
function isEdited({ path, before, after }: Change, changed: ReadonlyMap<string, string | null>): boolean {
  const state = changed.get(path) ?? null;
  return state !== null && before !== null && after !== null && state !== before && state !== after;
}

/** Whether a file of the tree has the lines that a commit changed, or those of before; unclear if both were edited. */
function comparePart(store: ObjectStore, commit: string, path: string, tree: string): Promise<'has' | 'lacks' | 'unclear'> {
  return withIndex(store, async (index) => {
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
    const file = Buffer.from(`:(literal,top)${path}`, 'latin1').toString('utf8');
    const args = ['diff-tree', '-p', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv', `${commit}^1`, commit];
    const input = await git([...args, '--', file], { env });
    if (input.length === 0) return 'unclear';
    await git(['read-tree', tree], { env });
    const applies = async (...options: string[]) =>
      (await tryGit(['apply', '--cached', '--check', ...options, '-'], { env, cwd: store.folder, input })).exitCode === 0;
    if (await applies('--reverse')) return 'has';
    return (await applies()) ? 'lacks' : 'unclear';
  });
}
