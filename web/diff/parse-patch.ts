// A patch as git writes it with --no-renames --binary --full-index, to files, hunks and lines.
// What a hunk holds is counted by its header, never guessed: a line of a file may look like a header itself.
import { readQuotedPath } from '../../src/contract/index.ts';

export type LineKind = 'same' | 'added' | 'removed';

export interface PatchLine {
  kind: LineKind;
  /** As it is in the file, without its newline; a carriage return stays. */
  text: string;
  /** Line numbers from 1; null on the side that does not have it. */
  old: number | null;
  new: number | null;
  /** The file ends here without a newline. */
  endsOpen: boolean;
}

export interface Hunk {
  header: string;
  lines: PatchLine[];
}

export type FileStatus = 'modified' | 'added' | 'deleted';

export interface PatchFile {
  path: string;
  status: FileStatus;
  oldMode: string | null;
  newMode: string | null;
  /** Sizes in bytes where the patch knows them; null when the file is text. */
  binary: { before: number | null; after: number | null } | null;
  hunks: Hunk[];
  added: number;
  removed: number;
}

export interface Patch {
  files: PatchFile[];
  /** Lines that are no part of any file: shown as a number, so that nothing is lost in silence. */
  unread: number;
}

interface Reader {
  lines: string[];
  at: number;
}

export function parsePatch(patch: string): Patch {
  const lines = patch.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const reader: Reader = { lines, at: 0 };
  const result: Patch = { files: [], unread: 0 };
  while (reader.at < lines.length) {
    const line = lines[reader.at] ?? '';
    const file = line.startsWith('diff --git ') ? readFile(reader, line) : null;
    if (file !== null) result.files.push(file);
    else {
      if (line !== '') result.unread++;
      reader.at++;
    }
  }
  return result;
}

function readFile(reader: Reader, header: string): PatchFile {
  const file: PatchFile = {
    path: pathOfHeader(header.slice('diff --git '.length)),
    status: 'modified',
    oldMode: null,
    newMode: null,
    binary: null,
    hunks: [],
    added: 0,
    removed: 0,
  };
  reader.at++;
  while (reader.at < reader.lines.length && readPart(reader, file, reader.lines[reader.at] ?? ''));
  return file;
}

/** Whether the line belongs to the file; then the reader stands behind it. */
function readPart(reader: Reader, file: PatchFile, line: string): boolean {
  if (line.startsWith('@@ ')) return readHunk(reader, file, line);
  if (line === 'GIT binary patch') return readBinary(reader, file);
  if (/^Binary files .* differ$/.test(line)) file.binary ??= { before: null, after: null };
  else if (line.startsWith('--- ') || line.startsWith('+++ ')) file.path = pathOfSide(line.slice(4)) ?? file.path;
  else if (!readHeaderLine(file, line)) return false;
  reader.at++;
  return true;
}

function readHeaderLine(file: PatchFile, line: string): boolean {
  const [, name, value = null] = /^(old mode|new mode|new file mode|deleted file mode|index) (\S+)/.exec(line) ?? [];
  if (name === undefined) return false;
  if (name === 'new file mode') file.status = 'added';
  if (name === 'deleted file mode') file.status = 'deleted';
  if (name === 'old mode' || name === 'deleted file mode') file.oldMode = value;
  if (name === 'new mode' || name === 'new file mode') file.newMode = value;
  return true;
}

function readHunk(reader: Reader, file: PatchFile, header: string): boolean {
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(header) ?? [];
  if (oldStart === undefined || newStart === undefined) return false;
  const hunk: Hunk = { header, lines: [] };
  const next = { old: Number(oldStart), new: Number(newStart) };
  const end = { old: next.old + Number(oldCount), new: next.new + Number(newCount) };
  reader.at++;
  while (reader.at < reader.lines.length) {
    const text = reader.lines[reader.at] ?? '';
    const isWhole = next.old >= end.old && next.new >= end.new;
    if (!markOpenEnd(hunk, text) && (isWhole || !readHunkLine(hunk, next, text))) break;
    reader.at++;
  }
  file.hunks.push(hunk);
  file.added += hunk.lines.filter(({ kind }) => kind === 'added').length;
  file.removed += hunk.lines.filter(({ kind }) => kind === 'removed').length;
  return true;
}

/** `\ No newline at end of file`, in whatever language, is about the line before it. */
function markOpenEnd({ lines }: Hunk, text: string): boolean {
  const last = lines.at(-1);
  if (last === undefined || !text.startsWith('\\')) return false;
  last.endsOpen = true;
  return true;
}

function readHunkLine(hunk: Hunk, next: { old: number; new: number }, line: string): boolean {
  const text = line.slice(1);
  const sign = line[0] ?? ' ';
  if (sign === ' ') hunk.lines.push({ kind: 'same', text, old: next.old++, new: next.new++, endsOpen: false });
  else if (sign === '-') hunk.lines.push({ kind: 'removed', text, old: next.old++, new: null, endsOpen: false });
  else if (sign === '+') hunk.lines.push({ kind: 'added', text, old: null, new: next.new++, endsOpen: false });
  else return false;
  return true;
}

/** What it becomes, an empty line, what it was, an empty line. A delta does not say how long the file is. */
function readBinary(reader: Reader, file: PatchFile): boolean {
  const sizes: (number | null)[] = [];
  reader.at++;
  while (reader.at < reader.lines.length && sizes.length < 2) {
    const [, way, size] = /^(literal|delta) (\d+)$/.exec(reader.lines[reader.at] ?? '') ?? [];
    if (way === undefined) break;
    sizes.push(way === 'literal' ? Number(size) : null);
    reader.at++;
    while (reader.at < reader.lines.length && reader.lines[reader.at] !== '') reader.at++;
    reader.at++;
  }
  const [after = null, before = null] = sizes;
  file.binary = { before: file.status === 'added' ? null : before, after: file.status === 'deleted' ? null : after };
  return true;
}

/** `a/x b/x`: without renames both halves are equal, which is the only way to read a path that holds ` b/`. */
function pathOfHeader(text: string): string {
  const quoted = readQuotedPath(text);
  if (quoted !== null) return withoutPrefix(quoted.path);
  return withoutPrefix(text.slice(0, (text.length - 1) / 2));
}

/** Null for /dev/null. A bare path with spaces is followed by a tab. */
function pathOfSide(text: string): string | null {
  const path = readQuotedPath(text)?.path ?? text.replace(/\t$/, '');
  return path === '/dev/null' ? null : withoutPrefix(path);
}

function withoutPrefix(path: string): string {
  return path.replace(/^[ab]\//, '');
}
