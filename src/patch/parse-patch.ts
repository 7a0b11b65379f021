// Parses a patch as git writes it with `--no-renames --binary --full-index`, which is how Hydra stores patches.
// The parser counts the lines of a hunk against its header, because a line of a file may look like a header.
import { readQuotedPath } from '../contract/formats/path-text.ts';

export interface PatchLine {
  kind: 'context' | 'added' | 'removed';
  /** Without the newline; a carriage return is kept. */
  text: string;
  /** Line numbers from 1; null on the side that does not have the line. */
  old: number | null;
  new: number | null;
  /** True for the last line of a file that does not end with a newline. */
  lacksNewline: boolean;
}

export interface PatchHunk {
  /** The whole line that starts with `@@`. */
  header: string;
  lines: PatchLine[];
}

export interface PatchFile {
  path: string;
  status: 'modified' | 'added' | 'deleted';
  /** Set if the patch changes the mode; added and deleted files have only one. */
  oldMode: string | null;
  newMode: string | null;
  /** The mode of both sides, if the patch states it in its `index` line without changing it. */
  unchangedMode: string | null;
  /** Sizes in bytes if the patch states them; null for a text file. */
  binary: { before: number | null; after: number | null } | null;
  hunks: PatchHunk[];
  /** Numbers of lines. */
  added: number;
  removed: number;
}

export interface Patch {
  files: PatchFile[];
  /** Lines that are not part of any file. Zero for every patch that git wrote. */
  unreadLines: number;
}

interface Reader {
  lines: string[];
  /** The index of the next line. */
  at: number;
}

const FILE_HEADER = 'diff --git ';
const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function parsePatch(text: string): Patch {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const reader: Reader = { lines, at: 0 };
  const patch: Patch = { files: [], unreadLines: 0 };
  while (reader.at < lines.length) {
    const start = reader.at;
    const file = readFile(reader);
    if (file !== null) patch.files.push(file);
    else patch.unreadLines += lines.slice(start, reader.at).filter((line) => line !== '').length;
  }
  return patch;
}

/** Reads at least one line. Null when no file starts there, or when its path cannot be read. */
function readFile(reader: Reader): PatchFile | null {
  const header = reader.lines[reader.at++] ?? '';
  if (!header.startsWith(FILE_HEADER)) return null;
  const file: PatchFile = {
    path: pathOfHeader(header.slice(FILE_HEADER.length)),
    status: 'modified',
    ...{ oldMode: null, newMode: null, unchangedMode: null, binary: null },
    hunks: [],
    ...{ added: 0, removed: 0 },
  };
  while (reader.at < reader.lines.length && readPart(reader, file, reader.lines[reader.at] ?? ''));
  return file.path === '' ? null : file;
}

/** Returns whether the line belongs to the file; if so, the reader has moved past it. */
function readPart(reader: Reader, file: PatchFile, line: string): boolean {
  if (line.startsWith('@@ ')) return readHunk(reader, file, line);
  if (file.hunks.length > 0) return false;
  if (line === 'GIT binary patch') return readBinary(reader, file);
  if (!readHeaderLine(file, line)) return false;
  reader.at++;
  return true;
}

function readHeaderLine(file: PatchFile, line: string): boolean {
  if (/^Binary files .* differ$/.test(line)) {
    file.binary ??= { before: null, after: null };
    return true;
  }
  if (line.startsWith('--- ') || line.startsWith('+++ ')) {
    file.path = pathOfSide(line.slice('+++ '.length)) ?? file.path;
    return true;
  }
  const [, name, value = '', mode = null] =
    /^(old mode|new mode|new file mode|deleted file mode|index) (\S+)(?: (\d+))?$/.exec(line) ?? [];
  if (name === 'new file mode') file.status = 'added';
  if (name === 'deleted file mode') file.status = 'deleted';
  if (name === 'old mode' || name === 'deleted file mode') file.oldMode = value;
  if (name === 'new mode' || name === 'new file mode') file.newMode = value;
  if (name === 'index') file.unchangedMode = mode;
  return name !== undefined;
}

function readHunk(reader: Reader, file: PatchFile, header: string): boolean {
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] = HUNK_HEADER.exec(header) ?? [];
  if (oldStart === undefined || newStart === undefined) return false;
  const hunk: PatchHunk = { header, lines: [] };
  const next = { old: Number(oldStart), new: Number(newStart) };
  const end = { old: next.old + Number(oldCount), new: next.new + Number(newCount) };
  reader.at++;
  while (reader.at < reader.lines.length) {
    const line = reader.lines[reader.at] ?? '';
    const isComplete = next.old >= end.old && next.new >= end.new;
    if (!markMissingNewline(hunk, line) && (isComplete || !readHunkLine(hunk, next, line))) break;
    reader.at++;
  }
  file.hunks.push(hunk);
  for (const { kind } of hunk.lines) if (kind !== 'context') file[kind]++;
  return true;
}

/** `\ No newline at end of file`, which git translates, is about the line before it. */
function markMissingNewline({ lines }: PatchHunk, line: string): boolean {
  const last = lines.at(-1);
  if (last === undefined || !line.startsWith('\\')) return false;
  last.lacksNewline = true;
  return true;
}

function readHunkLine(hunk: PatchHunk, next: { old: number; new: number }, line: string): boolean {
  const text = line.slice(1);
  // Some programs cut the space of an empty context line.
  const sign = line[0] ?? ' ';
  if (sign === ' ') hunk.lines.push({ kind: 'context', text, old: next.old++, new: next.new++, lacksNewline: false });
  else if (sign === '-') hunk.lines.push({ kind: 'removed', text, old: next.old++, new: null, lacksNewline: false });
  else if (sign === '+') hunk.lines.push({ kind: 'added', text, old: null, new: next.new++, lacksNewline: false });
  else return false;
  return true;
}

/** The new content, an empty line, the old content, an empty line. A delta does not state the size of the file. */
function readBinary(reader: Reader, file: PatchFile): boolean {
  const sizes: (number | null)[] = [];
  reader.at++;
  while (reader.at < reader.lines.length && sizes.length < 2) {
    const [, format, size] = /^(literal|delta) (\d+)$/.exec(reader.lines[reader.at] ?? '') ?? [];
    if (format === undefined) break;
    sizes.push(format === 'literal' ? Number(size) : null);
    reader.at++;
    while (reader.at < reader.lines.length && reader.lines[reader.at] !== '') reader.at++;
    reader.at++;
  }
  const [after = null, before = null] = sizes;
  file.binary = { before: file.status === 'added' ? null : before, after: file.status === 'deleted' ? null : after };
  return true;
}

/** `a/x b/x`: without renames both halves are the same path, which also reads a path that contains ` b/`. Empty otherwise. */
function pathOfHeader(names: string): string {
  const half = (names.length - 1) / 2;
  const [first, second] = [unquoted(names.slice(0, half)), unquoted(names.slice(half + 1))];
  const areSame = first.startsWith('a/') && second.startsWith('b/') && first.slice(2) === second.slice(2);
  return areSame ? second.slice(2) : '';
}

/** Null for /dev/null. git ends a path that contains a space with a tab. */
function pathOfSide(name: string): string | null {
  const path = unquoted(name.replace(/\t$/, ''));
  return path === '/dev/null' ? null : path.replace(/^[ab]\//, '');
}

/** git quotes a path with special characters. */
function unquoted(name: string): string {
  const quoted = readQuotedPath(name);
  return quoted?.rest === '' ? quoted.path : name;
}
