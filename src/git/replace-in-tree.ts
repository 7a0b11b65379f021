// Replaces secret texts in the files that a snapshot changed, and in their names.
import { pathText } from '../contract/index.ts';
import { readBlobs } from './blobs.ts';
import type { ObjectStore } from './object-store.ts';
import type { ResolvedCommit } from './repository.ts';
import { git, gitText, tryGit } from './run-git.ts';
import { commitIndex, withIndex } from './snapshot.ts';

export interface UnwantedText {
  /** Its name in findings. */
  name: string;
  /** Its possible encodings. */
  forms: readonly string[];
}

export interface FoundText {
  name: string;
  /** The current path of the file. */
  path: string;
  /** The line of the first match; null for the file's name. */
  line: number | null;
}

/** Texts that the base already contains are not secret and stay. */
export async function replaceInChanges(
  store: ObjectStore,
  base: ResolvedCommit,
  commit: ResolvedCommit,
  unwanted: readonly UnwantedText[],
  replacement: string,
): Promise<{ commit: ResolvedCommit; found: FoundText[] }> {
  const asBytes = toBytes(unwanted);
  const entries = unwanted.length === 0 ? [] : await listChangedWith(store, base.tree, commit.tree, asBytes);
  const texts = await withoutKnown(store, base.tree, entries, asBytes);
  const changes: string[] = [];
  const found: FoundText[] = [];
  for (const entry of entries) {
    const cleaned = clean(entry, texts, replacement);
    if (cleaned.found.length === 0) continue;
    found.push(...cleaned.found);
    const input = Buffer.from(cleaned.content, 'latin1');
    const id = await gitText(['hash-object', '-w', '--stdin', '--no-filters'], { env: { GIT_DIR: store.folder }, input });
    changes.push(`0 ${'0'.repeat(id.length)}\t${entry.name}\0`, `${entry.mode} ${id}\t${cleaned.name}\0`);
  }
  return changes.length === 0 ? { commit, found } : { commit: await applyChanges(store, base, commit, changes), found };
}

/** All strings have one character per byte. */
interface ChangedEntry {
  mode: string;
  name: string;
  content: string;
}

const READ_AT_ONCE = 50;

/** Only files that contain one of the texts: usually none. */
async function listChangedWith(
  store: ObjectStore,
  from: string,
  to: string,
  texts: readonly UnwantedText[],
): Promise<ChangedEntry[]> {
  const env = { GIT_DIR: store.folder };
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', '--diff-filter=d', from, to];
  const fields = (await git(args, { env })).toString('latin1').split('\0');
  const entries: { mode: string; id: string; name: string }[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , id = ''] = (fields[at] ?? '').slice(1).split(' ');
    if (mode !== '160000') entries.push({ mode, id, name: fields[at + 1] ?? '' });
  }
  const changed: ChangedEntry[] = [];
  for (let at = 0; at < entries.length; at += READ_AT_ONCE) {
    const some = entries.slice(at, at + READ_AT_ONCE);
    const contents = await readBlobs(
      store,
      some.map(({ id }) => id),
    );
    const read = some.map(({ mode, name }, index) => ({ mode, name, content: contents[index] ?? '' }));
    changed.push(...read.filter((entry) => texts.some((text) => occursIn(text, entry))));
  }
  return changed;
}

function occursIn({ forms }: UnwantedText, { name, content }: ChangedEntry): boolean {
  return forms.some((form) => content.includes(form) || name.includes(form));
}

function toBytes(unwanted: readonly UnwantedText[]): UnwantedText[] {
  return unwanted.map(({ name, forms }) => ({
    name,
    // A form may be part of a longer one.
    forms: [...new Set(forms)].map((form) => Buffer.from(form, 'utf8').toString('latin1')).sort((a, b) => b.length - a.length),
  }));
}

/** Searches the base only for texts found in a change, which is rare. */
async function withoutKnown(
  store: ObjectStore,
  baseTree: string,
  entries: readonly ChangedEntry[],
  texts: readonly UnwantedText[],
): Promise<UnwantedText[]> {
  const kept: UnwantedText[] = [];
  for (const text of texts) {
    const occurs = entries.some((entry) => occursIn(text, entry));
    if (occurs && !(await isInTree(store, baseTree, text))) kept.push(text);
  }
  return kept;
}

/** Passes the text on stdin: other users of the machine can see arguments. */
async function isInTree(store: ObjectStore, tree: string, { forms }: UnwantedText): Promise<boolean> {
  const lines = forms.filter((form) => !form.includes('\n'));
  if (lines.length === 0) return false;
  const input = Buffer.from(`${lines.join('\n')}\n`, 'latin1');
  const args = ['grep', '--quiet', '--text', '--fixed-strings', '-f', '-', tree];
  return (await tryGit(args, { env: { GIT_DIR: store.folder }, input })).exitCode === 0;
}

function clean({ name, content }: ChangedEntry, texts: readonly UnwantedText[], replacement: string) {
  const cleaned = { name, content, found: [] as FoundText[] };
  for (const { name: called, forms } of texts) {
    const places = forms.map((form) => content.indexOf(form)).filter((at) => at !== -1);
    if (places.length === 0 && !forms.some((form) => name.includes(form))) continue;
    const line = places.length === 0 ? null : content.slice(0, Math.min(...places)).split('\n').length;
    cleaned.found.push({ name: called, path: '', line });
    for (const form of forms) {
      cleaned.content = cleaned.content.replaceAll(form, () => replacement);
      cleaned.name = cleaned.name.replaceAll(form, () => replacement);
    }
  }
  return { ...cleaned, found: cleaned.found.map((each) => ({ ...each, path: pathText(cleaned.name) })) };
}

function applyChanges(
  store: ObjectStore,
  base: ResolvedCommit,
  commit: ResolvedCommit,
  changes: readonly string[],
): Promise<ResolvedCommit> {
  return withIndex(store, async (index) => {
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
    await git(['read-tree', commit.tree], { env });
    await git(['update-index', '-z', '--index-info'], { env, input: Buffer.from(changes.join(''), 'latin1') });
    return commitIndex(store, index, base);
  });
}
