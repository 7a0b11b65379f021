// The untracked files of a checkout where changes of a command cannot go to a layer of their own: dependencies and build output are
// copied before the first check, and after each one new files are removed, and changed and missing ones copied back.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CheckedOut, listSubmodules, listTracked } from '../git/index.ts';
import { copyPath } from './copy-path.ts';
import { makeWritable } from './remove-folder.ts';

export class UntrackedFiles {
  readonly #checkout: CheckedOut;
  readonly #copies: string;
  /** By path; null until the files were copied. */
  #stamps: Map<string, string> | null = null;

  /** `copies` is a folder where the commands of the checkout have no access if there is a sandbox. */
  constructor(checkout: CheckedOut, copies: string) {
    this.#checkout = checkout;
    this.#copies = copies;
  }

  /** After a command whose changes later commands need. */
  forget(): void {
    this.#stamps = null;
  }

  /** Before a command whose changes must not stay. */
  async keep(): Promise<void> {
    if (this.#stamps !== null) return;
    rmSync(this.#copies, { recursive: true, force: true });
    const tops = await this.#list();
    for (const path of tops) {
      // A build can leave a file that its owner may not read; what was copied by then is kept.
      await copyPath(join(this.#checkout.folder, path), join(this.#copies, path)).catch(() => {});
    }
    this.#stamps = this.#walk(tops);
  }

  /** After that command. */
  async restore(): Promise<void> {
    const { folder } = this.#checkout;
    if (this.#stamps === null || !existsSync(folder)) return;
    const now = this.#walk(await this.#list());
    for (const path of now.keys()) if (!this.#stamps.has(path)) remove(join(folder, path));
    for (const [path, stamp] of this.#stamps) {
      // A folder that was copied back brought its files.
      const current = now.get(path) ?? stampOf(join(folder, path));
      if (current !== stamp) await this.#copyBack(path);
    }
  }

  async #copyBack(path: string): Promise<void> {
    const [from, to] = [join(this.#copies, path), join(this.#checkout.folder, path)];
    const kept = lstatSync(from, { throwIfNoEntry: false });
    const found = lstatSync(to, { throwIfNoEntry: false });
    if (kept === undefined) return;
    if (kept.isDirectory() && found?.isDirectory()) chmodSync(to, kept.mode);
    else {
      remove(to);
      mkdirSync(dirname(to), { recursive: true });
      await copyPath(from, to);
    }
    this.#stamps = new Map([...(this.#stamps ?? []), ...this.#walk([path])]);
  }

  /** The outermost paths that no tracked file is below. git would leave out empty folders, pipes and sockets. */
  async #list(): Promise<string[]> {
    const submodules = new Set(await listSubmodules(this.#checkout));
    const tracked = (await listTracked(this.#checkout)).filter((path) => !submodules.has(path));
    const files = new Set(tracked);
    const folders = new Set(tracked.flatMap(foldersAbove));
    const tops: string[] = [];
    const open = [''];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for (const name of namesIn(join(this.#checkout.folder, folder))) {
        const path = folder === '' ? name : `${folder}/${name}`;
        if (path === '.git' || files.has(path)) continue;
        if (folders.has(path) && isFolder(join(this.#checkout.folder, path))) open.push(path);
        else tops.push(path);
      }
    }
    return tops;
  }

  #walk(tops: readonly string[]): Map<string, string> {
    const stamps = new Map<string, string>();
    const open = [...tops];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const file = join(this.#checkout.folder, path);
      const stamp = stampOf(file);
      if (stamp === null) continue;
      stamps.set(path, stamp);
      if (stamp.startsWith('folder')) open.push(...namesIn(file).map((name) => `${path}/${name}`));
    }
    return stamps;
  }
}

/** Differs between two states of a file. A command can set all times but the change time; those of a folder change with its files. */
function stampOf(file: string): string | null {
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return null;
  const { mode, ino, size, ctimeNs } = found;
  return found.isDirectory() ? `folder ${mode}` : `${mode} ${ino} ${size} ${ctimeNs}`;
}

/** "a/b/c" gives "a/b" and "a". */
function foldersAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === '.' ? [] : [parent, ...foldersAbove(parent)];
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** None if a command removed the folder. */
function namesIn(folder: string): string[] {
  if (!isFolder(folder)) return [];
  try {
    return readdirSync(folder);
  } catch {
    makeWritable(folder);
    return readdirSync(folder);
  }
}

function remove(path: string): void {
  if (isFolder(path)) makeWritable(path);
  rmSync(path, { recursive: true, force: true });
}
