// Rust: tests outside of a crate see what is public on every module of its path, or passed on by `pub use`.
import { maskText } from '../scan.ts';
import { bracketEnd } from '../source/brackets.ts';
import { usedPaths } from '../source/use-trees.ts';
import { folderOf, nearestFile, relativeTo } from './paths.ts';
import type { DefinedName, ImportRequest, Symbols, Tree } from './symbol.ts';

const DEFINITION =
  /^(pub(?:\([^()\n]{1,60}\))?[ \t]{1,4})?(?:(?:const|async|unsafe|extern[ \t]{1,4}"[^"\n]{0,20}"|default)[ \t]{1,4}){0,3}(fn|struct|enum|union|trait|type|const|static(?:[ \t]{1,4}mut)?|macro_rules!)[ \t]{1,4}([A-Za-z_]\w{0,100})/gm;
const METHOD = /^[ \t]{1,16}(?:(?:const|async|unsafe)[ \t]{1,4}){0,3}fn[ \t]{1,4}([A-Za-z_]\w{0,100})/gm;
const EXPORTED_MACRO = /#\[macro_export[^\]\n]{0,40}\]\s{0,20}(?:#\[[^\]\n]{0,200}\]\s{0,20}){0,5}$/;
const REEXPORT = /^[ \t]{0,16}pub[ \t]{1,4}use\s{1,8}([^;]{1,4000});/gm;
const MAX_DEPTH = 12;

export const rust: Symbols = { definedNames, importStatement, providers };

/** Methods of public traits too: tests call them on values of other types. */
function definedNames(path: string, text: string): DefinedName[] {
  const bare = maskText(path, text)?.bare ?? '';
  const names = new Map<string, DefinedName>();
  for (const { 1: visibility = '', 2: word = '', 3: name = '', 0: whole, index } of bare.matchAll(DEFINITION)) {
    const isMacro = word === 'macro_rules!';
    const isExported = isMacro ? EXPORTED_MACRO.test(bare.slice(Math.max(0, index - 400), index)) : visibility.trim() === 'pub';
    if (!names.has(name) || isExported) names.set(name, { name, kind: kindOf(word), isExported });
    if (word !== 'trait') continue;
    for (const method of methodsAt(bare, index + whole.length)) {
      if (!names.has(method)) names.set(method, { name: method, kind: 'function', isExported });
    }
  }
  return [...names.values()];
}

function kindOf(word: string): DefinedName['kind'] {
  if (word === 'fn' || word === 'macro_rules!') return 'function';
  return word === 'const' || word.startsWith('static') ? 'value' : 'class';
}

/** The methods in the block that follows. */
function methodsAt(bare: string, from: number): string[] {
  const open = bare.indexOf('{', from);
  const end = open === -1 || bare.slice(from, open).includes(';') ? null : bracketEnd({ bare }, open);
  return end === null ? [] : [...bare.slice(open, end).matchAll(METHOD)].flatMap(([, name = '']) => name);
}

/** The library crate that a file belongs to. */
export interface Crate {
  /** As code names it. */
  readonly name: string;
  /** The folder with its Cargo.toml. */
  readonly folder: string;
  /** The file with its root module. */
  readonly root: string;
}

/** Null for a file of a program without a library. */
export function crateOf(file: string, tree: Tree): Crate | null {
  const manifest = nearestFile('Cargo.toml', file, tree);
  const text = manifest === null ? null : tree.read(manifest);
  if (manifest === null || text === null) return null;
  const folder = folderOf(manifest);
  const [ofPackage, ofLibrary] = ['package', 'lib'].map((name) => sectionOf(text, name));
  const name = manifestValue(ofLibrary, 'name') ?? manifestValue(ofPackage, 'name');
  const root = (folder === '' ? '' : `${folder}/`) + (manifestValue(ofLibrary, 'path') ?? 'src/lib.rs').replace(/^\.\//, '');
  return name === null || !tree.files.includes(root) ? null : { name: name.replaceAll('-', '_'), folder, root };
}

/** The lines of a table of a manifest. */
function sectionOf(manifest: string, name: string): string {
  const lines = manifest.split('\n');
  const start = lines.findIndex((line) => line.trim() === `[${name}]`);
  const rest = start === -1 ? [] : lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('['));
  return (end === -1 ? rest : rest.slice(0, end)).join('\n');
}

function manifestValue(section: string | undefined, key: string): string | null {
  return new RegExp(`^[ \\t]{0,8}${key}[ \\t]{0,8}=[ \\t]{0,8}"([\\w./-]{1,200})"`, 'm').exec(section ?? '')?.[1] ?? null;
}

function importStatement({ name, definedIn, files, read }: ImportRequest): string | null {
  const tree = { files, read };
  const crate = crateOf(definedIn, tree);
  if (crate === null) return null;
  const text = read(definedIn) ?? '';
  // Every program has the names of the crates that it depends on.
  if (name === crate.name && definedIn === crate.root) return '';
  const defined = definedNames(definedIn, text).find((each) => each.name === name);
  if (defined?.isExported !== true) return null;
  const trait = traitOf(name, maskText(definedIn, text)?.bare ?? '');
  if (new RegExp(`macro_rules![ \\t]{1,4}${name}\\b`).test(text)) return `use ${crate.name}::${name};`;
  const path = publicPath(trait ?? name, modulesOf(crate, definedIn), crate, tree);
  return path === null ? null : `use ${path};`;
}

/** The trait whose method has this name; null for a name at the margin. */
function traitOf(name: string, bare: string): string | null {
  const all = [...bare.matchAll(DEFINITION)];
  if (all.some((match) => match[3] === name)) return null;
  const trait = all.find(
    ({ 0: whole, 2: word, index }) => word === 'trait' && methodsAt(bare, index + whole.length).includes(name),
  );
  return trait?.[3] ?? null;
}

/** `src/a/b.rs` and `src/a/b/mod.rs` -> a, b. */
function modulesOf({ root }: Crate, file: string): string[] {
  if (file === root) return [];
  const parts = relativeTo(folderOf(root), file).replace(/\.rs$/, '').split('/');
  return parts.at(-1) === 'mod' ? parts.slice(0, -1) : parts;
}

/** The shortest public path: of the module itself, or of one above that passes the name on. */
function publicPath(name: string, modules: readonly string[], crate: Crate, tree: Tree): string | null {
  for (let depth = 0; depth <= Math.min(modules.length, MAX_DEPTH); depth += 1) {
    const text = moduleText(modules.slice(0, depth), crate, tree);
    const known = [crate.name, ...modules.slice(0, depth)].join('::');
    if (depth === modules.length) return `${known}::${name}`;
    const exported = text === null ? null : passedOn(text, name, modules.slice(depth));
    if (exported !== null) return `${known}::${exported}`;
    const next = modules[depth] ?? '';
    if (text === null || !new RegExp(`^[ \\t]{0,16}pub[ \\t]{1,4}mod[ \\t]{1,4}${next}\\b`, 'm').test(text)) return null;
  }
  return null;
}

function moduleText(modules: readonly string[], { root }: Crate, { read }: Tree): string | null {
  if (modules.length === 0) return read(root);
  const path = [folderOf(root), ...modules].filter((part) => part !== '').join('/');
  return read(`${path}.rs`) ?? read(`${path}/mod.rs`);
}

/** The name under which a module passes on one from a module below it; null if it does not. */
function passedOn(text: string, name: string, below: readonly string[]): string | null {
  const bare = maskText('x.rs', text)?.bare ?? '';
  for (const [, tree = ''] of bare.matchAll(REEXPORT)) {
    for (const path of usedPaths(tree.replace(/\s{1,200}/g, ' ').trim())) {
      const [full = '', local] = path.split(' as ').map((part) => part.trim());
      const parts = full.split('::').filter((part) => part !== 'self' && part !== 'crate');
      const last = parts.pop();
      const isBelow = parts.length === 0 || parts.every((part) => below.includes(part) || part === 'super');
      if (isBelow && parts.length > 0 && last === '*') return name;
      if (isBelow && last === name) return local ?? name;
    }
  }
  return null;
}

function providers(name: string, tree: Tree): string[] {
  const root = packages(tree).get(name);
  return root === undefined ? [] : [root];
}

/** The crates of a tree, by name. */
function packages(tree: Tree): ReadonlyMap<string, string> {
  const roots = tree.files.filter((path) => /(?:^|\/)Cargo\.toml$/.test(path)).map((path) => crateOf(path, tree));
  return new Map(roots.flatMap((crate) => (crate === null ? [] : [[crate.name, crate.root] as const])));
}
