// The sandbox of one checkout: its private folders, and what its commands see besides.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { hashOf } from '../contract/index.ts';
import {
  type Confinement,
  canBeLayer,
  findVisibleFolders,
  isFileFolderOrLink,
  type Overlay,
  overlayCommand,
  overlayIn,
  type Sandbox,
  type SandboxView,
  type VisibleFolders,
} from '../exec/index.ts';
import { hasOtherFiles, writePrivateHome } from './private-home.ts';
import { makeWritable } from './remove-folder.ts';

/** What an installation changed outside the checkout; every checkout with these dependencies starts from it. */
export interface InstalledState {
  /** A folder with `home` and `caches/<name of cache>`. */
  folder: string;
}

export interface ConfinedFolders {
  sandbox: Sandbox;
  /** The folder of the checkout and everything private to it. */
  place: string;
  /** The checkout. */
  tree: string;
  /** Paths of the user's working tree that the checkout links to. */
  linked: readonly string[];
  /** Object folders that the checkout borrows from. */
  objects: readonly string[];
  /** Paths that the policy makes readable. */
  readable: readonly string[];
  /** The user's repository and the work area: invisible. */
  secluded: readonly string[];
  env: Readonly<Record<string, string>>;
}

export interface ConfinementOptions {
  network: SandboxView['network'];
  /** Further folders that the command may write, such as the one for reports. */
  writable: readonly string[];
  /** Further folders that it may read. */
  readable: readonly string[];
  /** Null keeps the machine's. */
  hostname: string | null;
  /** kept: what the command writes is there for later commands. discarded: see `discardChanges`. */
  changes: 'kept' | 'discarded';
}

const TEMPORARY = '/tmp';
/** Everyone may write, and only owners delete, as in the system's folder. */
const TEMPORARY_MODE = 0o1777;

export class CheckoutConfinement {
  readonly #folders: ConfinedFolders;
  readonly #home: string;
  readonly #visible: VisibleFolders;
  #installed: readonly InstalledState[] = [];
  /** Whether the last command may have left something in caches that later commands need. */
  #keepsChanges = true;

  constructor(folders: ConfinedFolders) {
    this.#folders = folders;
    this.#home = folders.env.HOME ?? homedir();
    this.#visible = findVisibleFolders(folders.env, this.#home, folders.secluded);
    this.reset();
  }

  get #privateHome(): string {
    return join(this.#folders.place, 'home');
  }

  get #temporary(): string {
    return join(this.#folders.place, 'tmp');
  }

  /** Variables that replace the mounts where a sandbox cannot mount. */
  get variables(): Record<string, string> {
    return this.#folders.sandbox.kind === 'seatbelt' ? { HOME: this.#privateHome, TMPDIR: this.#temporary } : {};
  }

  /** The dependencies of the checkout come from these installations. */
  use(installed: readonly InstalledState[]): void {
    this.#installed = installed;
    for (const name of ['layers', 'kept']) removeForSure(join(this.#folders.place, name));
    removeForSure(this.#privateHome);
    this.reset();
  }

  /** Whether changes of a command in the checkout can be discarded. */
  get canDiscard(): boolean {
    const { sandbox, tree, place } = this.#folders;
    return sandbox.hasOverlays && canBeLayer(tree) && canBeLayer(place);
  }

  /** Where a command whose changes are discarded leaves the files of the checkout that it writes. */
  get changedFiles(): string {
    return this.#layers(this.#folders.tree, 'discarded').upper;
  }

  /** The checkout as that command left it, for a program that runs with `through`. */
  changedView(): { folder: string; through: string[] } {
    const { tree } = this.#folders;
    const overlay = this.#overlay({ path: tree, lowers: [tree] }, 'discarded');
    return { folder: overlay.merged, through: overlayCommand([overlay]) };
  }

  /** A new home and temporary folder, so that a command leaves nothing there for the next one. Caches of installations and builds stay. */
  reset(): void {
    removeForSure(this.#temporary);
    mkdirSync(this.#temporary, { recursive: true, mode: TEMPORARY_MODE });
    const old = `${this.#privateHome}.old`;
    if (existsSync(this.#privateHome)) renameSync(this.#privateHome, old);
    writePrivateHome(this.#privateHome, this.#home);
    for (const { folder } of this.#installed) {
      const home = join(folder, 'home');
      if (existsSync(home)) copyTree(home, this.#privateHome, { verbatimSymlinks: true });
    }
    for (const path of this.#cachesInHome()) this.#keepCache(path, join(old, path));
    removeForSure(old);
    removeForSure(join(this.#folders.place, 'discarded'));
    this.#keepsChanges = true;
  }

  /** Where overlays exist, what was kept is a layer, and its place in the home is empty. */
  #keepCache(path: string, from: string): void {
    const kept = this.#keptOf(join(this.#home, path));
    if (this.#keepsChanges && !isEmpty(from)) moveIfPresent(from, kept);
    const isCopied = existsSync(kept) && !this.#folders.sandbox.hasOverlays;
    if (isCopied) copyTree(kept, join(this.#privateHome, path), { verbatimSymlinks: true });
  }

  /** What builds wrote to a cache that the user does not have. */
  #keptOf(path: string): string {
    return join(this.#folders.place, 'kept', cacheName(path));
  }

  /** Caches that the user does not have: they are in the private home, by their paths in it. */
  #cachesInHome(): string[] {
    const missing = this.#visible.caches.filter(({ exists }) => !exists);
    const inHome = missing.map(({ path }) => relative(this.#home, path));
    return inHome.filter((path) => !path.startsWith('..'));
  }

  /** Copies files of the user's home into the private one, until the next reset. */
  copyFromHome(paths: readonly string[]): void {
    for (const path of paths) {
      const from = join(this.#home, path);
      if (existsSync(from)) copyTree(from, join(this.#privateHome, path), {});
    }
  }

  confine({ network, writable, readable, hostname, changes }: ConfinementOptions): Confinement {
    const { sandbox, tree, objects, readable: ofPolicy } = this.#folders;
    this.#keepsChanges = changes === 'kept';
    const isLayered = changes === 'discarded' && this.canDiscard;
    const layered = [...this.#caches(), ...this.#links(), ...(isLayered ? [{ path: tree, lowers: [tree] }] : [])];
    const overlays = sandbox.hasOverlays ? layered.map((each) => this.#overlay(each, changes)) : [];
    const plain = sandbox.hasOverlays
      ? []
      : [...this.#visible.caches.filter(({ exists }) => exists).map(({ path }) => path), ...this.#folders.linked];
    const view: SandboxView = {
      writable: [...(isLayered ? [] : [tree]), ...writable],
      readable: [...this.#visible.toolchains, ...plain, ...objects, ...ofPolicy, ...readable].filter((path) => existsSync(path)),
      mounts: sandbox.kind === 'seatbelt' ? this.#ownFolders() : this.#mounts(),
      overlays,
      hidden: this.#visible.hidden,
      network,
      hostname,
    };
    return { sandbox, view };
  }

  #mounts(): SandboxView['mounts'] {
    return [
      { from: this.#privateHome, to: this.#home },
      { from: this.#temporary, to: TEMPORARY },
      { from: this.#temporary, to: '/var/tmp' },
    ];
  }

  #ownFolders(): SandboxView['mounts'] {
    return [this.#privateHome, this.#temporary].map((folder) => ({ from: folder, to: folder }));
  }

  #caches(): { path: string; lowers: string[] }[] {
    const usable = this.#visible.caches.filter(({ path }) => canBeLayer(path) && canBeLayer(this.#folders.place));
    const layered = usable.map(({ path, exists }) => {
      const installed = this.#installed.map(({ folder }) => join(folder, 'caches', cacheName(path)));
      return {
        path,
        lowers: [this.#keptOf(path), ...installed, ...(exists ? [path] : [])].filter(
          (layer) => existsSync(layer) && canBeLayer(layer),
        ),
      };
    });
    return layered.filter(({ lowers }) => lowers.length > 0);
  }

  #links(): { path: string; lowers: string[] }[] {
    return this.#folders.linked.filter(canBeLayer).map((path) => ({ path, lowers: [path] }));
  }

  /** On top of what earlier commands left, if the changes of this one are discarded. */
  #overlay({ path, lowers }: { path: string; lowers: string[] }, changes: ConfinementOptions['changes']): Overlay {
    const kept = this.#layers(path, 'kept').upper;
    const below = changes === 'discarded' && !isEmpty(kept) ? [kept, ...lowers] : lowers;
    const overlay = { ...this.#layers(path, changes), lowers: below };
    for (const folder of [overlay.upper, overlay.work, overlay.merged]) mkdirSync(folder, { recursive: true });
    return overlay;
  }

  #layers(path: string, changes: ConfinementOptions['changes']): Overlay {
    const place = join(this.#folders.place, changes === 'kept' ? 'layers' : 'discarded');
    return overlayIn(join(place, cacheName(path)), path, []);
  }

  /** What an installation changed, by its name in an installed state. */
  changedState(): { name: string; from: string }[] {
    const kept = this.#visible.caches.filter(({ isKept }) => isKept);
    const caches = kept.map(({ path, exists }) => ({
      name: join('caches', cacheName(path)),
      from: exists ? this.#layers(path, 'kept').upper : join(this.#privateHome, relative(this.#home, path)),
    }));
    return caches.filter(({ from }) => !isEmpty(from));
  }

  /** Moves the caches out of the home, so that the rest is what else an installation left there; null for nothing. */
  takeHome(): string | null {
    for (const path of this.#cachesInHome()) removeForSure(join(this.#privateHome, path));
    return hasOtherFiles(this.#privateHome) ? this.#privateHome : null;
  }

  /** What the command wrote beside its checkout, as it saw the file system. */
  listStrays(): string[] {
    const beside = relative(TEMPORARY, dirname(this.#folders.tree));
    const folder = beside.startsWith('..') ? null : resolve(this.#temporary, beside);
    return folder !== null && existsSync(folder) ? readdirSync(folder).sort() : [];
  }
}

/** An install script may have left a pipe or a socket, which cannot be copied. */
function copyTree(from: string, to: string, options: { verbatimSymlinks?: boolean }): void {
  cpSync(from, to, { ...options, recursive: true, filter: isFileFolderOrLink });
}

function cacheName(path: string): string {
  return hashOf(path).slice(0, 16);
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

function moveIfPresent(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  removeForSure(to);
  renameSync(from, to);
}

function removeForSure(folder: string): void {
  if (!existsSync(folder)) return;
  makeWritable(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
