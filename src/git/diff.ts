// Room git: what changed between two trees, as numbers and as a patch. Whether a file is text, generated or vendored
// is decided by the base's attributes and by content, never by marks the candidate brings along.
import { join } from 'node:path';
import { type Diff, type DiffFile, SCHEMA_VERSION } from '../contract/index.ts';
import type { ObjectStore } from './object-store.ts';
import { git } from './run-git.ts';

/** A store is bare, so that no .gitattributes of a tree is read by these calls. */
const COMPARE = ['diff-tree', '-r', '-z', '--no-ext-diff', '--no-textconv', '--find-renames', '-l4000'];

export async function diffTrees(store: ObjectStore, baseTree: string, tree: string): Promise<Diff> {
  const env = { GIT_DIR: store.folder };
  const [compared, normalizedCounts] = await Promise.all([
    git([...COMPARE, '--raw', '--no-abbrev', '--numstat', baseTree, tree], { env }),
    git([...COMPARE, '--numstat', '--ignore-all-space', '--ignore-blank-lines', baseTree, tree], { env }),
  ]);
  const { entries, rest } = parseRaw(splitAtNul(compared));
  const numbers = parseNumstat(rest);
  const normalized = parseNumstat(splitAtNul(normalizedCounts));
  const marks = await readMarks(store, baseTree, entries);
  const files = entries.map(({ key, ...entry }, index): DiffFile => {
    const { added, removed, binary } = numbers.get(key) ?? NOTHING;
    const left = normalized.get(key) ?? NOTHING;
    const mark = marks[index] ?? { marked_generated: false, marked_vendored: false };
    return { ...entry, binary, added, removed, added_normalized: left.added, removed_normalized: left.removed, ...mark };
  });
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { schema_version: SCHEMA_VERSION, base_tree: baseTree, tree, files };
}

/** Applies with `git apply` to the base, binary files and modes included. */
export async function patchBetween(store: ObjectStore, baseTree: string, tree: string): Promise<Buffer> {
  const options = ['-r', '-p', '--binary', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv'];
  return git(['diff-tree', ...options, baseTree, tree], { env: { GIT_DIR: store.folder } });
}

interface RawEntry extends Pick<DiffFile, 'path' | 'old_path' | 'status' | 'old_mode' | 'mode'> {
  /** The path as git writes it, to find the counts by. */
  key: string;
}

const STATUS_WORDS: Record<string, DiffFile['status']> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type_changed',
};

/** ":100644 100755 OLD NEW M\0path\0", with two paths for renames and copies. `rest` is what follows the last of them. */
function parseRaw(fields: readonly string[]): { entries: RawEntry[]; rest: string[] } {
  const entries: RawEntry[] = [];
  let at = 0;
  while (fields[at]?.startsWith(':')) {
    const [oldMode = '', mode = '', , , status = 'M'] = (fields[at] ?? '').slice(1).split(' ');
    const isMove = status.startsWith('R') || status.startsWith('C');
    const from = fields[at + 1] ?? '';
    const to = isMove ? (fields[at + 2] ?? '') : from;
    at += isMove ? 3 : 2;
    entries.push({
      key: to,
      path: pathText(to),
      old_path: isMove ? pathText(from) : null,
      status: STATUS_WORDS[status.charAt(0)] ?? 'modified',
      old_mode: oldMode,
      mode,
    });
  }
  return { entries, rest: fields.slice(at) };
}

interface LineCounts {
  added: number;
  removed: number;
  binary: boolean;
}

const NOTHING: LineCounts = { added: 0, removed: 0, binary: false };

/** "12\t3\tpath\0", "-\t-\tpath\0" for binary files, "1\t2\t\0old\0new\0" for renames. */
function parseNumstat(fields: readonly string[]): Map<string, LineCounts> {
  const counts = new Map<string, LineCounts>();
  for (let at = 0; at < fields.length; at += 1) {
    const [added = '', removed = '', ...rest] = (fields[at] ?? '').split('\t');
    let path = rest.join('\t');
    if (path === '') {
      path = fields[at + 2] ?? '';
      at += 2;
    }
    counts.set(path, { added: Number(added) || 0, removed: Number(removed) || 0, binary: added === '-' });
  }
  return counts;
}

/** One character a byte, so that paths of any encoding keep their identity until they are shown. */
function splitAtNul(output: Buffer): string[] {
  const fields = output.toString('latin1').split('\0');
  if (fields.at(-1) === '') fields.pop();
  return fields;
}

/** UTF-8 as it is; bytes that are not UTF-8 as \xNN. */
function pathText(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return latin1.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  }
}

type Marks = Pick<DiffFile, 'marked_generated' | 'marked_vendored'>;

/** What the base's own .gitattributes say of each changed path. */
async function readMarks(store: ObjectStore, baseTree: string, entries: readonly RawEntry[]): Promise<Marks[]> {
  const index = entries.length === 0 ? null : await attributesOf(store, baseTree);
  if (index === null) return entries.map(() => ({ marked_generated: false, marked_vendored: false }));
  const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
  const input = Buffer.from(entries.map(({ key }) => `${key}\0`).join(''), 'latin1');
  const args = ['check-attr', '-z', '--cached', '--stdin', 'linguist-generated', 'linguist-vendored'];
  const fields = splitAtNul(await git(args, { env, cwd: store.folder, input }));
  // Three fields per path and attribute: path, attribute, value.
  const isSet = (index: number) => ['set', 'true'].includes(fields[index] ?? '');
  return entries.map((_entry, index) => ({ marked_generated: isSet(index * 6 + 2), marked_vendored: isSet(index * 6 + 5) }));
}

const attributes = new WeakMap<ObjectStore, Map<string, Promise<string | null>>>();

/** Made once and only read: every candidate of a run is compared with the same base, which may have many files. */
function attributesOf(store: ObjectStore, tree: string): Promise<string | null> {
  const known = attributes.get(store) ?? new Map<string, Promise<string | null>>();
  attributes.set(store, known);
  const index = known.get(tree) ?? indexAttributes(store, tree);
  known.set(tree, index);
  return index;
}

/** An index in which git finds the tree's attributes; null when it has none. */
async function indexAttributes(store: ObjectStore, tree: string): Promise<string | null> {
  const file = join(store.folder, `index-of-${tree}`);
  const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: file };
  await git(['read-tree', tree], { env });
  const found = await git(['ls-files', '--cached', '--', '.gitattributes', '*/.gitattributes'], { env });
  return found.length > 0 ? file : null;
}
