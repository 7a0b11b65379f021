// Which file of a tree a module specifier names. Built files, which no commit contains, lead back to their sources.
import { folderOf, resolvedPath } from '../paths.ts';
import type { Tree } from '../symbol.ts';

const EXTENSIONS = ['js', 'ts', 'mjs', 'cjs', 'mts', 'cts', 'jsx', 'tsx'];
/** What TypeScript compiles to the extension. */
const SOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  ['js', ['ts', 'tsx', 'jsx']],
  ['jsx', ['tsx']],
  ['mjs', ['mts']],
  ['cjs', ['cts']],
]);
const BUILT = /^(?:dist|build|out|output|lib|es|esm|cjs|umd|target)(?:\/(?:cjs|esm|es|umd|src|lib|types|node|browser))?\//;
const MAX_DEPTH = 5;

/** Null for a module of another package, or one that is not in the tree. */
export function resolveModule(specifier: string, from: string, tree: Tree): string | null {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
    const path = resolvedPath(from, specifier);
    return path === null ? null : (fileAt(path, tree) ?? (path === '' || hasPackage(path, tree) ? entryOf(path, tree) : null));
  }
  const own = ownPackage(specifier, from, tree);
  if (own === null) return null;
  if (own.rest === '') return entryOf(own.folder, tree);
  const target = inFolder(own.folder, own.rest);
  return exportTarget(own.folder, `./${own.rest}`, tree) ?? fileAt(target, tree) ?? sourceOfBuilt(own.folder, own.rest, tree);
}

/** Whether a specifier names the package that the file is in. */
export function isOwnPackage(specifier: string, from: string, tree: Tree): boolean {
  return ownPackage(specifier, from, tree) !== null;
}

function ownPackage(specifier: string, from: string, tree: Tree): { folder: string; rest: string } | null {
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    const name = manifestAt(folder, tree)?.name;
    if (typeof name === 'string' && name !== '' && (specifier === name || specifier.startsWith(`${name}/`))) {
      return { folder, rest: specifier.slice(name.length + 1) };
    }
    if (folder === '') return null;
  }
}

/** The name of the package as a variable: `@scope/kebab-case.js` -> `kebabCase`. */
export function packageVariable(tree: Tree): string | null {
  const name = manifestAt('', tree)?.name;
  if (typeof name !== 'string') return null;
  const plain = name.replace(/^@[^/]{0,200}\//, '').replace(/[.-]js$|^node-/g, '');
  return plain.replace(/[-_.]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The file that a package of the tree gives to those who import it by its name. */
export function entryOf(folder: string, tree: Tree): string | null {
  const manifest = manifestAt(folder, tree);
  const declared = [manifest?.main, manifest?.module, 'index'].filter((each) => typeof each === 'string');
  return (
    exportTarget(folder, '.', tree) ??
    first(declared, (target) => fileAt(inFolder(folder, plain(target)), tree) ?? sourceOfBuilt(folder, plain(target), tree)) ??
    first(['src/index', 'lib/index', 'src/main', `src/${packageVariable(tree) ?? ''}`], (each) =>
      fileAt(inFolder(folder, each), tree),
    )
  );
}

function exportTarget(folder: string, subpath: string, tree: Tree): string | null {
  const exported = manifestAt(folder, tree)?.exports;
  const isTable = typeof exported === 'object' && exported !== null && Object.keys(exported).some((key) => key.startsWith('.'));
  const entry = isTable ? (exported as Record<string, unknown>)[subpath] : subpath === '.' ? exported : undefined;
  return first(
    targetsOf(entry, 0),
    (target) => fileAt(inFolder(folder, plain(target)), tree) ?? sourceOfBuilt(folder, plain(target), tree),
  );
}

/** The paths of all conditions but those of types. */
function targetsOf(entry: unknown, depth: number): string[] {
  if (typeof entry === 'string') return [entry];
  if (typeof entry !== 'object' || entry === null || depth > MAX_DEPTH) return [];
  return Object.entries(entry).flatMap(([condition, target]) => (condition === 'types' ? [] : targetsOf(target, depth + 1)));
}

/** `dist/index.cjs` -> `src/index.ts` */
function sourceOfBuilt(folder: string, target: string, tree: Tree): string | null {
  const inside = target.replace(BUILT, '').replace(/(?:\.min)?\.[cm]?[jt]sx?$/, '');
  if (inside === target.replace(/(?:\.min)?\.[cm]?[jt]sx?$/, '')) return null;
  return first(['src', 'lib', 'source', ''], (source) => fileAt(inFolder(folder, inFolder(source, inside)), tree));
}

/** The file with this path, with an extension that is left out, or the index of the folder. */
function fileAt(path: string, tree: Tree): string | null {
  const files = filesOf(tree);
  if (path !== '' && files.has(path)) return path;
  const [, stem = path, extension = ''] = /^(.*)\.(\w+)$/.exec(path) ?? [];
  const sources = (SOURCES.get(extension) ?? []).map((each) => `${stem}.${each}`);
  const bare = path === '' ? [] : EXTENSIONS.map((each) => `${path}.${each}`);
  const index = hasPackage(path, tree) ? [] : EXTENSIONS.map((each) => inFolder(path, `index.${each}`));
  return [...sources, ...bare, ...index].find((each) => files.has(each)) ?? null;
}

function hasPackage(folder: string, tree: Tree): boolean {
  return filesOf(tree).has(inFolder(folder, 'package.json'));
}

/** Untrusted: every part can be anything. */
interface Manifest {
  name?: unknown;
  main?: unknown;
  module?: unknown;
  exports?: unknown;
}

function manifestAt(folder: string, tree: Tree): Manifest | null {
  if (!hasPackage(folder, tree)) return null;
  try {
    const manifest: unknown = JSON.parse(tree.read(inFolder(folder, 'package.json')) ?? '');
    return typeof manifest === 'object' && manifest !== null ? (manifest as Manifest) : null;
  } catch {
    return null;
  }
}

const FILES = new WeakMap<readonly string[], ReadonlySet<string>>();

function filesOf({ files }: Tree): ReadonlySet<string> {
  const known = FILES.get(files) ?? new Set(files);
  FILES.set(files, known);
  return known;
}

function first<Item>(items: readonly Item[], find: (item: Item) => string | null): string | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function plain(target: string): string {
  return target.replace(/^\.\//, '').replace(/\/$/, '');
}
