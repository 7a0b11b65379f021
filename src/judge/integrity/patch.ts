// The changed lines of a patch as the integrity rules read them: each side of a hunk, and the lines of each file.
import type { Diff, TextChange } from '../../contract/index.ts';
import { type PatchFile as ParsedFile, type PatchHunk as ParsedHunk, parsePatch as parseFiles } from '../../patch/index.ts';

export interface PatchLine {
  /** In the new file for an added line, in the old one for a removed line. */
  line: number;
  side: 'new' | 'old';
  text: string;
  /** Changed lines without an unchanged line between them have the same number. */
  block: number;
}

export interface PatchHunk {
  before: PatchLine[];
  after: PatchLine[];
}

export interface PatchFile {
  path: string;
  status: 'added' | 'deleted' | 'modified';
  /** The mode of the new file; null when it did not change and the file is not a symbolic link. */
  mode: string | null;
  /** Whether git has no lines for it. */
  binary: boolean;
  added: PatchLine[];
  removed: PatchLine[];
  /** Both sides of each hunk, with the unchanged lines around and between the changes. */
  hunks: PatchHunk[];
  /** What both whole versions say about the change; null if they were not read. */
  text: TextChange | null;
  /** Whether the base's layout makes it a test, whatever its name says. */
  isTest: boolean;
}

const LINK_MODE = '120000';

/** `diff` is stored with the patch; `tests` are the files that are tests by any name. */
export function parsePatch(text: string, diff?: Diff, tests: readonly string[] = []): PatchFile[] {
  const changes = new Map(diff?.files.map((file) => [file.path, file.text ?? null]));
  let block = 0;
  return parseFiles(text).files.map((parsed) => {
    const file: PatchFile = {
      path: parsed.path,
      status: parsed.status,
      mode: modeOf(parsed),
      binary: parsed.binary !== null,
      added: [],
      removed: [],
      hunks: [],
      text: changes.get(parsed.path) ?? null,
      isTest: tests.includes(parsed.path),
    };
    for (const hunk of parsed.hunks) block = addHunk(file, hunk, block + 1);
    return file;
  });
}

function modeOf({ newMode, unchangedMode }: ParsedFile): string | null {
  return newMode ?? (unchangedMode === LINK_MODE ? unchangedMode : null);
}

/** Returns the number of the last block. */
function addHunk(file: PatchFile, { lines }: ParsedHunk, firstBlock: number): number {
  const hunk: PatchHunk = { before: [], after: [] };
  let block = firstBlock;
  for (const { kind, text, old, new: now } of lines) {
    if (kind === 'context') block += 1;
    if (now !== null) hunk.after.push({ line: now, side: 'new', text, block });
    if (old !== null) hunk.before.push({ line: old, side: 'old', text, block });
    const changed = kind === 'added' ? hunk.after.at(-1) : hunk.before.at(-1);
    if (kind !== 'context' && changed !== undefined) file[kind].push(changed);
  }
  file.hunks.push(hunk);
  return block;
}
