// A stored patch, taken apart into files and changed lines. Everything in it is hostile text.
import { readQuotedPath } from '../contract/index.ts';

export interface PatchLine {
  /** In the new file for an added line, in the old one for a removed line. */
  line: number;
  text: string;
  /** Changed lines without an unchanged one between them have the same number. */
  block: number;
}

export interface PatchFile {
  path: string;
  status: 'added' | 'deleted' | 'modified';
  /** The mode of the new file, or null when it did not change and is no link's. */
  mode: string | null;
  added: PatchLine[];
  removed: PatchLine[];
  /** Both sides of each stretch of the file, with the unchanged lines around and between the changes. */
  hunks: PatchHunk[];
}

export interface PatchHunk {
  before: PatchLine[];
  after: PatchLine[];
}

const FILE_HEADER = /^diff --git ("?a\/.*)$/;
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Written for `git diff --no-renames --full-index`, the way Hydra stores patches. */
export function parsePatch(text: string): PatchFile[] {
  const reader = new PatchReader();
  for (const line of text.split('\n')) reader.line(line);
  return reader.files.filter(({ path }) => path !== '');
}

class PatchReader {
  readonly files: PatchFile[] = [];
  #inHunk = false;
  #oldLine = 0;
  #newLine = 0;
  #block = 0;

  line(text: string): void {
    // Inside a hunk every line of content has a mark in front, so that content never looks like a header.
    const isContent = this.#inHunk && /^[ +\-\\]/.test(text);
    const file = this.files.at(-1);
    if (isContent && file !== undefined) {
      this.#content(file, text);
      return;
    }
    const header = FILE_HEADER.exec(text);
    if (header !== null) {
      this.files.push({ path: pathOfHeader(header[1] ?? ''), status: 'modified', mode: null, added: [], removed: [], hunks: [] });
      this.#inHunk = false;
      return;
    }
    const hunk = HUNK.exec(text);
    if (hunk !== null) {
      [this.#oldLine, this.#newLine] = [Number(hunk[1]), Number(hunk[2])];
      this.#inHunk = true;
      this.#block += 1;
      file?.hunks.push({ before: [], after: [] });
      return;
    }
    if (!this.#inHunk && file !== undefined) readHeader(file, text);
  }

  #content(file: PatchFile, text: string): void {
    const mark = text.charAt(0);
    if (mark === ' ') this.#block += 1;
    const hunk = file.hunks.at(-1);
    if (mark === '+' || mark === ' ') {
      const line = { line: this.#newLine, text: text.slice(1), block: this.#block };
      hunk?.after.push(line);
      if (mark === '+') file.added.push(line);
      this.#newLine += 1;
    }
    if (mark === '-' || mark === ' ') {
      const line = { line: this.#oldLine, text: text.slice(1), block: this.#block };
      hunk?.before.push(line);
      if (mark === '-') file.removed.push(line);
      this.#oldLine += 1;
    }
  }
}

function readHeader(file: PatchFile, line: string): void {
  const [, mode] = /^(?:new (?:file )?mode|index [0-9a-f]+\.\.[0-9a-f]+(?= 120000)) (\d+)$/.exec(line) ?? [];
  if (mode !== undefined) file.mode = mode;
  if (line.startsWith('new file mode')) file.status = 'added';
  if (line.startsWith('deleted file mode')) file.status = 'deleted';
  if (file.path !== '') return;
  const [, quoted, plain] = /^(?:---|\+\+\+) (?:("[ab]\/.*")|[ab]\/(.*?))\t?$/.exec(line) ?? [];
  if (quoted !== undefined) file.path = unquote(quoted).slice(2);
  if (plain !== undefined) file.path = plain;
}

/** `a/path b/path`: without renames both halves are the same, also where there is no content to show. */
function pathOfHeader(names: string): string {
  const half = (names.length - 1) / 2;
  const [first, second] = [unquote(names.slice(0, half)), unquote(names.slice(half + 1))];
  return first.slice(2) === second.slice(2) && second.startsWith('b/') ? second.slice(2) : '';
}

/** Names with strange characters stand in quotes. */
function unquote(name: string): string {
  const quoted = readQuotedPath(name);
  return quoted?.rest === '' ? quoted.path : name;
}
