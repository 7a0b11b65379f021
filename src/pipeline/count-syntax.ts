// Adds the lines with changed tokens and the kind of each change to diffs. Both are read before the captures, because a run folder has no complete files.

import type { Diff, DiffFile, TextChange, TextSpan } from '../contract/index.ts';
import { blobSizes, type ObjectStore, readBlobs, type TreeComparison } from '../git/index.ts';
import { classifyFile } from '../judge/index.ts';
import { countChanges, describeTextChange, isReadable, type QuietSpan } from '../languages/index.ts';
import { parsePatch } from '../patch/index.ts';

/** A larger file, and the files of a candidate beyond the total, count by their lines. */
const MAX_FILE_BYTES = 4_000_000;
const MAX_TOTAL_BYTES = 12_000_000;
const NO_MODE = '000000';

/** A file that is compared by its tokens, with the ids of both versions; null where it does not exist. */
interface ComparedFile {
  file: DiffFile;
  before: string | null;
  after: string | null;
}

/** In the order of the comparisons. The counts of a candidate do not depend on the other candidates. */
export async function countSyntax(objects: ObjectStore, comparisons: readonly TreeComparison[]): Promise<Diff[]> {
  const wanted = comparisons.map(wantedFiles);
  const sizes = await readSizes(objects, wanted.flat());
  const chosen = wanted.map((files) => withinLimits(files, sizes));
  const together = totalSize(chosen.flat(), sizes) <= MAX_TOTAL_BYTES ? await readTexts(objects, chosen.flat()) : null;
  const diffs: Diff[] = [];
  for (const [index, { diff, patch }] of comparisons.entries()) {
    const files = chosen[index] ?? [];
    const texts = together ?? (await readTexts(objects, files));
    diffs.push(withTextChanges(withCounts(diff, files, texts), files, texts, addedLines(patch)));
  }
  return diffs;
}

/** Plain text files in a language with known comments that a reviewer reads. */
function wantedFiles({ diff, blobs }: TreeComparison): ComparedFile[] {
  return diff.files.flatMap((file, index) => {
    const { before, after } = blobs[index] ?? { before: null, after: null };
    const isPlain = (before === null) === (file.old_mode === NO_MODE) && (after === null) === (file.mode === NO_MODE);
    return isPlain && isReadable(file.path) && classifyFile(file) === 'source' ? [{ file, before, after }] : [];
  });
}

function idsOf(files: readonly ComparedFile[]): string[] {
  return [...new Set(files.flatMap(({ before, after }) => [before, after]))].filter((id) => id !== null);
}

type Sizes = ReadonlyMap<string, number>;

async function readSizes(objects: ObjectStore, files: readonly ComparedFile[]): Promise<Sizes> {
  const ids = idsOf(files);
  const sizes = await blobSizes(objects, ids);
  return new Map(ids.map((id, index) => [id, sizes[index] ?? 0]));
}

function totalSize(files: readonly ComparedFile[], sizes: Sizes): number {
  return idsOf(files).reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
}

function withinLimits(files: readonly ComparedFile[], sizes: Sizes): ComparedFile[] {
  let total = 0;
  return files.filter((file) => {
    const sides = idsOf([file]).map((id) => sizes.get(id) ?? 0);
    if (sides.some((size) => size > MAX_FILE_BYTES)) return false;
    total += sides.reduce((sum, size) => sum + size, 0);
    return total <= MAX_TOTAL_BYTES;
  });
}

async function readTexts(objects: ObjectStore, files: readonly ComparedFile[]): Promise<ReadonlyMap<string, string>> {
  const ids = idsOf(files);
  const texts = await readBlobs(objects, ids);
  return new Map(ids.map((id, index) => [id, texts[index] ?? '']));
}

function withCounts(diff: Diff, files: readonly ComparedFile[], texts: ReadonlyMap<string, string>): Diff {
  const textOf = (id: string | null) => (id === null ? null : (texts.get(id) ?? null));
  const counts = countChanges(
    files.map(({ file, before, after }) => ({
      path: file.path,
      oldPath: file.old_path,
      before: textOf(before),
      after: textOf(after),
    })),
  );
  const byPath = new Map(files.map(({ file }, index) => [file.path, counts[index] ?? null]));
  return { ...diff, files: diff.files.map((file) => withCount(file, byPath.get(file.path) ?? null)) };
}

function withCount(file: DiffFile, counts: ReturnType<typeof countChanges>[number]): DiffFile {
  if (counts === null) return file;
  const { added, removed, moved } = counts;
  return { ...file, syntax: { added, removed, ...(moved.length === 0 ? {} : { moved }) } };
}

/** The numbers of the added lines, by path. */
function addedLines(patch: Buffer): ReadonlyMap<string, ReadonlySet<number>> {
  const numbers = (hunks: ReturnType<typeof parsePatch>['files'][number]['hunks']) =>
    hunks.flatMap(({ lines }) => lines.flatMap((line) => (line.kind === 'added' && line.new !== null ? [line.new] : [])));
  return new Map(parsePatch(patch.toString('utf8')).files.map(({ path, hunks }) => [path, new Set(numbers(hunks))]));
}

function withTextChanges(
  diff: Diff,
  files: readonly ComparedFile[],
  texts: ReadonlyMap<string, string>,
  added: ReadonlyMap<string, ReadonlySet<number>>,
): Diff {
  const textOf = (id: string | null) => (id === null ? null : (texts.get(id) ?? null));
  const byPath = new Map(
    files.flatMap(({ file, before, after }): [string, TextChange][] => {
      const versions = { path: file.path, oldPath: file.old_path, before: textOf(before), after: textOf(after) };
      const change = describeTextChange(versions);
      const places = change === null ? null : storedSpans(change.quiet, versions.after ?? '', added.get(file.path) ?? new Set());
      return change === null || places === null ? [] : [[file.path, { change: change.kind, ...places }]];
    }),
  );
  return { ...diff, files: diff.files.map((file) => (byPath.has(file.path) ? { ...file, text: byPath.get(file.path) } : file)) };
}

/** Bounds the size of diff.json. */
const MAX_SPANS = 20_000;

/** The comments and strings that contain a part of an added line; null if there are too many. */
function storedSpans(
  quiet: readonly QuietSpan[],
  text: string,
  added: ReadonlySet<number>,
): Pick<TextChange, 'comments' | 'strings'> | null {
  const lines = text.replace(/^\xef\xbb\xbf/, '').split('\n');
  const isAdded = ({ from, to }: QuietSpan) => {
    for (let line = from[0]; line <= to[0]; line += 1) if (added.has(line)) return true;
    return false;
  };
  const kept = quiet.filter(isAdded);
  if (kept.length > MAX_SPANS) return null;
  const column = ([line, at]: QuietSpan['from']) =>
    Buffer.from((lines[line - 1] ?? '').slice(0, at), 'latin1').toString('utf8').length;
  const spans = (kind: QuietSpan['kind']) =>
    kept.filter((each) => each.kind === kind).map(({ from, to }): TextSpan => [from[0], column(from), to[0], column(to)]);
  return { comments: spans('comment'), strings: spans('string') };
}
