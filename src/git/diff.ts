// The differences between two trees, as statistics and as a patch. The base's attributes and the content
// decide whether a file is text, generated or vendored, never attributes that the candidate adds.
import { type Diff, type DiffFile, hydraError, pathText, SCHEMA_VERSION } from '../contract/index.ts';
import { foldersAbove, ignoredBy } from './ignored-files.ts';
import type { ObjectStore } from './object-store.ts';
import { git } from './run-git.ts';
import { withIndex } from './snapshot.ts';

/** The store is bare, so these calls read no .gitattributes of a tree. */
const PLAIN = ['diff-tree', '--stdin', '-r', '--no-ext-diff', '--no-textconv'];
/** Names outside ASCII are quoted in a patch: readers would lose raw bytes that are not UTF-8. */
const QUOTED = ['-c', 'core.quotePath=true'];
const COMPARE = [...PLAIN, '-z', '--find-renames', '-l4000'];

export interface TreeComparison {
  diff: Diff;
  /** In the order of the files of the diff. */
  blobs: ChangedBlob[];
  /** Applies with `git apply` to the base, including binary files and modes. */
  patch: Buffer;
}

/** The ids of both versions of a file; null where there is no plain file. */
export interface ChangedBlob {
  before: string | null;
  after: string | null;
}

/** Compares each tree with the base. Uses a few calls of git for all of them: starting git takes longer than comparing. */
export async function compareTrees(store: ObjectStore, baseTree: string, trees: readonly string[]): Promise<TreeComparison[]> {
  const env = { GIT_DIR: store.folder };
  const headers = trees.map((tree) => `${baseTree} ${tree}\n`);
  const input = headers.join('');
  const [compared, normalizedCounts, patchTexts] = await Promise.all([
    git([...COMPARE, '--raw', '--no-abbrev', '--numstat'], { env, input }),
    git([...COMPARE, '--numstat', '--ignore-all-space', '--ignore-blank-lines'], { env, input }),
    git([...QUOTED, ...PLAIN, '-p', '--binary', '--full-index', '--no-renames'], { env, input }),
  ]);
  const records = splitRecords(compared, headers).map(parseRaw);
  const normalized = splitRecords(normalizedCounts, headers).map(parseNumstat);
  const patches = splitPatches(patchTexts, headers);
  const marks = await readMarks(
    store,
    baseTree,
    records.flatMap(({ entries }) => entries),
  );
  const ignored = await readIgnored(
    store,
    baseTree,
    trees.map((tree, index) => ({ tree, entries: records[index]?.entries ?? [] })),
  );
  return trees.map((tree, index) => {
    const { entries, rest } = records[index] ?? { entries: [], rest: [] };
    const hidden = ignored[index] ?? new Set();
    const described = describeFiles(entries, parseNumstat(rest), normalized[index] ?? new Map(), marks, hidden);
    const files = described.map(({ file }) => file);
    const diff: Diff = { schema_version: SCHEMA_VERSION, base_tree: baseTree, tree, files };
    return { diff, blobs: described.map(({ blob }) => blob), patch: patches[index] ?? Buffer.alloc(0) };
  });
}

export async function diffTrees(store: ObjectStore, baseTree: string, tree: string): Promise<Diff> {
  return (await compareTree(store, baseTree, tree)).diff;
}

export async function patchBetween(store: ObjectStore, baseTree: string, tree: string): Promise<Buffer> {
  return (await compareTree(store, baseTree, tree)).patch;
}

async function compareTree(store: ObjectStore, baseTree: string, tree: string): Promise<TreeComparison> {
  const [comparison] = await compareTrees(store, baseTree, [tree]);
  if (comparison === undefined) throw incomplete();
  return comparison;
}

function describeFiles(
  entries: readonly RawEntry[],
  counts: ReadonlyMap<string, LineCounts>,
  normalized: ReadonlyMap<string, LineCounts>,
  marks: ReadonlyMap<string, Marks>,
  ignored: ReadonlySet<string>,
): { file: DiffFile; blob: ChangedBlob }[] {
  const files = entries.map(({ key, blob, ...entry }) => {
    const { added, removed, binary } = counts.get(key) ?? NOTHING;
    const left = normalized.get(key) ?? NOTHING;
    const mark = marks.get(key) ?? UNMARKED;
    const normalizedCounts = { added_normalized: left.added, removed_normalized: left.removed };
    const flags = { ...mark, ...(ignored.has(key) ? { ignored: true as const } : {}) };
    return { file: { ...entry, binary, added, removed, ...normalizedCounts, ...flags }, blob };
  });
  return files.sort((a, b) => (a.file.path < b.file.path ? -1 : 1));
}

/**
 * The fields of each comparison. A header precedes each, at the start of a field: neither fields that begin with ":" nor
 * line counts can look like one, and the paths after them, which can, are skipped.
 */
function splitRecords(output: Buffer, headers: readonly string[]): string[][] {
  const fields = splitAtNul(output);
  const groups: string[][] = [];
  for (let at = 0; at < fields.length; at += 1) {
    let field = fields[at] ?? '';
    // Equal trees have only a header.
    for (let header = headers[groups.length]; header !== undefined && field.startsWith(header); header = headers[groups.length]) {
      groups.push([]);
      field = field.slice(header.length);
    }
    if (field === '' && at === fields.length - 1) break;
    const paths = pathsBehind(field);
    groups.at(-1)?.push(field, ...fields.slice(at + 1, at + 1 + paths));
    at += paths;
  }
  if (groups.length !== headers.length) throw incomplete();
  return groups;
}

/** How many fields after this one are paths. */
function pathsBehind(field: string): number {
  if (field.startsWith(':')) return / [RC]\d*$/.test(field) ? 2 : 1;
  return /^[\d-]+\t[\d-]+\t$/.test(field) ? 2 : 0;
}

/** No line of a patch begins like a header: each has a mark, a keyword or, in binary patches, no blank. */
function splitPatches(output: Buffer, headers: readonly string[]): Buffer[] {
  const starts: number[] = [];
  let end = 0;
  for (const header of headers) {
    const start = end === 0 ? output.indexOf(header, 0, 'latin1') : output.indexOf(`\n${header}`, end - 1, 'latin1') + 1;
    if ((start === 0) !== (end === 0)) throw incomplete();
    starts.push(start);
    end = start + header.length;
  }
  return headers.map((header, index) => output.subarray((starts[index] ?? 0) + header.length, starts[index + 1]));
}

/** A comparison that git omitted must not look like one without a difference. */
function incomplete(): Error {
  return hydraError('git_failed', { action: 'diff-tree', reason: 'it did not compare all trees' });
}

interface RawEntry extends Pick<DiffFile, 'path' | 'old_path' | 'status' | 'old_mode' | 'mode'> {
  /** The path as git writes it, used to look up the counts. */
  key: string;
  blob: ChangedBlob;
}

const STATUS_WORDS: Record<string, DiffFile['status']> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type_changed',
};

/** ":100644 100755 OLD NEW M\0path\0", with two paths for renames and copies. `rest` follows the last of them. */
function parseRaw(fields: readonly string[]): { entries: RawEntry[]; rest: string[] } {
  const entries: RawEntry[] = [];
  let at = 0;
  while (fields[at]?.startsWith(':')) {
    const [oldMode = '', mode = '', before = '', after = '', status = 'M'] = (fields[at] ?? '').slice(1).split(' ');
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
      blob: { before: plainFile(oldMode, before), after: plainFile(mode, after) },
    });
  }
  return { entries, rest: fields.slice(at) };
}

/** Null for a link, a submodule and where there is no file. */
function plainFile(mode: string, id: string): string | null {
  return mode.startsWith('100') ? id : null;
}

interface LineCounts {
  added: number;
  removed: number;
  binary: boolean;
}

const NOTHING: LineCounts = { added: 0, removed: 0, binary: false };

/** "12\t3\tpath\0", "-\t-\tpath\0" for binary files, "1\t2\t\0old\0new\0" for renames. */
export function parseNumstat(fields: readonly string[]): Map<string, LineCounts> {
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

/** One character per byte, so that paths of any encoding stay distinct. */
export function splitAtNul(output: Buffer): string[] {
  const fields = output.toString('latin1').split('\0');
  if (fields.at(-1) === '') fields.pop();
  return fields;
}

type Marks = Pick<DiffFile, 'marked_generated' | 'marked_vendored'>;

const UNMARKED: Marks = { marked_generated: false, marked_vendored: false };

/** The attributes of each changed path in the base's own .gitattributes. */
async function readMarks(store: ObjectStore, baseTree: string, entries: readonly RawEntry[]): Promise<Map<string, Marks>> {
  const paths = [...new Set(entries.map(({ key }) => key))];
  if (!(await hasAttributes(store, baseTree, paths))) return new Map();
  return withIndex(store, async (index) => {
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
    await git(['read-tree', baseTree], { env });
    const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
    const args = ['check-attr', '-z', '--cached', '--stdin', 'linguist-generated', 'linguist-vendored'];
    const fields = splitAtNul(await git(args, { env, cwd: store.folder, input }));
    // Three fields per path and attribute: path, attribute, value.
    const isSet = (field: number) => ['set', 'true'].includes(fields[field] ?? '');
    return new Map(paths.map((path, at) => [path, { marked_generated: isSet(at * 6 + 2), marked_vendored: isSet(at * 6 + 5) }]));
  });
}

/** The new files of each tree that the ignore rules of the base, or its own changed ones, exclude. */
async function readIgnored(
  store: ObjectStore,
  baseTree: string,
  compared: readonly { tree: string; entries: readonly RawEntry[] }[],
): Promise<Set<string>[]> {
  const isNew = ({ old_mode, old_path }: RawEntry) => old_mode === NO_MODE || old_path !== null;
  const added = compared.map(({ entries }) => entries.filter(isNew).map(({ key }) => key));
  const byBase = await ignoredBy(store, baseTree, [...new Set(added.flat())]);
  return Promise.all(
    compared.map(async ({ tree, entries }, index) => {
      const paths = added[index] ?? [];
      const changesRules = entries.some(({ key }) => /(?:^|\/)\.gitignore$/.test(key));
      const byOwn = changesRules ? await ignoredBy(store, tree, paths) : new Set<string>();
      return new Set(paths.filter((path) => byBase.has(path) || byOwn.has(path)));
    }),
  );
}

const NO_MODE = '000000';

/** Whether the tree has attributes in a folder above one of the paths; no others apply to them. */
async function hasAttributes(store: ObjectStore, tree: string, paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0) return false;
  const folders = new Set(paths.flatMap((path) => foldersAbove(path)));
  // The input has one path per line: a folder with a newline in its name is assumed to have attributes.
  if ([...folders].some((folder) => folder.includes('\n'))) return true;
  const input = Buffer.from([...folders].map((folder) => `${tree}:${folder}.gitattributes\n`).join(''), 'latin1');
  const answers = await git(['cat-file', '--batch-check=%(objecttype)'], { env: { GIT_DIR: store.folder }, input });
  return /^blob$/m.test(answers.toString('latin1'));
}
