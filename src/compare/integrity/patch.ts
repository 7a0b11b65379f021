// Room compare: a stored patch, taken apart into files and changed lines. Everything in it is hostile text.

export interface PatchLine {
  /** In the new file for an added line, in the old one for a removed line. */
  line: number;
  text: string;
}

export interface PatchFile {
  path: string;
  status: 'added' | 'deleted' | 'modified';
  /** The mode of the new file, or null when it did not change. */
  mode: string | null;
  added: PatchLine[];
  removed: PatchLine[];
}

const FILE_HEADER = /^diff --git (?:"?a\/.*)$/;
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

  line(text: string): void {
    // Inside a hunk every line of content has a mark in front, so that content never looks like a header.
    const isContent = this.#inHunk && /^[ +\-\\]/.test(text);
    const file = this.files.at(-1);
    if (isContent && file !== undefined) {
      this.#content(file, text);
      return;
    }
    if (FILE_HEADER.test(text)) {
      this.files.push({ path: '', status: 'modified', mode: null, added: [], removed: [] });
      this.#inHunk = false;
      return;
    }
    const hunk = HUNK.exec(text);
    if (hunk !== null) {
      [this.#oldLine, this.#newLine] = [Number(hunk[1]), Number(hunk[2])];
      this.#inHunk = true;
      return;
    }
    if (!this.#inHunk && file !== undefined) readHeader(file, text);
  }

  #content(file: PatchFile, text: string): void {
    const mark = text.charAt(0);
    if (mark === '+') file.added.push({ line: this.#newLine, text: text.slice(1) });
    if (mark === '-') file.removed.push({ line: this.#oldLine, text: text.slice(1) });
    if (mark === '+' || mark === ' ') this.#newLine += 1;
    if (mark === '-' || mark === ' ') this.#oldLine += 1;
  }
}

function readHeader(file: PatchFile, line: string): void {
  const [, mode] = /^new (?:file )?mode (\d+)$/.exec(line) ?? [];
  if (mode !== undefined) file.mode = mode;
  if (line.startsWith('new file mode')) file.status = 'added';
  if (line.startsWith('deleted file mode')) file.status = 'deleted';
  const [, path] = /^(?:---|\+\+\+) "?[ab]\/(.*?)"?\t?$/.exec(line) ?? [];
  if (path !== undefined) file.path = path;
}
