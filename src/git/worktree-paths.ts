// Paths that differ between two commits, and the files at these paths in a working tree.
// Paths have one character per byte, because names may be in any encoding.
import { lstatSync, type Stats } from 'node:fs';

export interface Sides {
  path: string;
  before: string | null;
  modeBefore: string;
  after: string | null;
}

const SUBMODULE = '160000';

/** The arguments of a call whose output `readSides` reads. */
export function sidesArguments(from: string, to: string): string[] {
  return ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', from, to];
}

/** Without the content of submodules: git does not change their files. */
export function readSides(output: Buffer): Sides[] {
  const fields = output.toString('latin1').split('\0');
  const sides: Sides[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [modeBefore = '', modeAfter = '', before = '', after = ''] = (fields[at] ?? '').slice(1).split(' ');
    const orNull = (mode: string, id: string) => (mode === SUBMODULE || /^0+$/.test(id) ? null : id);
    const path = fields[at + 1] ?? '';
    sides.push({ path, before: orNull(modeBefore, before), modeBefore, after: orNull(modeAfter, after) });
  }
  return sides;
}

export function lookUp(worktree: string, path: string): Stats | undefined {
  try {
    return lstatSync(fileOf(worktree, path));
  } catch {
    return undefined;
  }
}

export function isFile(worktree: string, path: string): boolean {
  const found = lookUp(worktree, path);
  return found !== undefined && !found.isDirectory();
}

export function fileOf(worktree: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${worktree}/`), Buffer.from(path, 'latin1')]);
}
