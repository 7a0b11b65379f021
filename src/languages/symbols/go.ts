// Go: names at the margin of a file belong to the package, which is its folder. Only capitalized ones can be imported.
import { maskText } from '../scan.ts';
import { bracketEnd } from '../source/brackets.ts';
import { hasTestName } from '../table.ts';
import { folderOf, nearestFile, relativeTo } from './paths.ts';
import type { DefinedName, ImportRequest, Symbols, Tree } from './symbol.ts';

const DEFINITION =
  /^func[ \t]{1,4}([A-Za-z_]\w{0,100})[ \t]{0,4}[[(]|^type[ \t]{1,4}([A-Za-z_]\w{0,100})|^(?:var|const)[ \t]{1,4}([A-Za-z_]\w{0,100})/gm;
const GROUP = /^(type|var|const)[ \t]{0,4}\(/gm;
const IN_GROUP = /^(?:\t| {1,8})([A-Za-z_]\w{0,100})(?=[ \t,=]|$)/gm;
const PACKAGE = /^package[ \t]{1,4}(\w{1,100})/m;
const MAX_FILES = 5000;

export const go: Symbols = { definedNames, importStatement, providers, unitOf: folderOf, standardImport };

function definedNames(path: string, text: string): DefinedName[] {
  const bare = maskText(path, text)?.bare ?? '';
  const names = new Map<string, DefinedName>();
  const add = (name: string | undefined, kind: DefinedName['kind']) => {
    if (name !== undefined && name !== '_') names.set(name, { name, kind, isExported: /^[A-Z]/.test(name) });
  };
  for (const [, called, type, value] of bare.matchAll(DEFINITION)) {
    add(called ?? type ?? value, called !== undefined ? 'function' : type !== undefined ? 'class' : 'value');
  }
  for (const { 0: opening, 1: word, index } of bare.matchAll(GROUP)) {
    const open = index + opening.length - 1;
    const body = bare.slice(open, bracketEnd({ bare }, open) ?? open);
    for (const [, name] of body.matchAll(IN_GROUP)) add(name, word === 'type' ? 'class' : 'value');
  }
  return [...names.values()];
}

/** The name in the package clause of a file; null if it has none. */
export function packageClause(text: string): string | null {
  return PACKAGE.exec(text.slice(0, 20_000))?.[1] ?? null;
}

/** As in an import declaration: `name "path"`, or `. "path"` for names without their package. */
function importStatement({ name, definedIn, isInside = false, files, read }: ImportRequest): string | null {
  const own = packageClause(read(definedIn) ?? '');
  if (isInside) return name === own ? null : '';
  const path = importPath(definedIn, { files, read });
  if (path === null || own === null || own === 'main') return null;
  if (name === own) return `${own} "${path}"`;
  return /^[A-Z]/.test(name) ? `. "${path}"` : null;
}

/** The path under which other packages import that of a file; null without a go.mod. */
function importPath(file: string, tree: Tree): string | null {
  const manifest = nearestFile('go.mod', file, tree);
  const module = manifest === null ? undefined : /^module[ \t]{1,8}"?([\w./~-]{1,300})"?/m.exec(tree.read(manifest) ?? '')?.[1];
  if (manifest === null || module === undefined) return null;
  const folder = relativeTo(folderOf(manifest), folderOf(file));
  return folder === '' ? module : `${module}/${folder}`;
}

function providers(name: string, tree: Tree): string[] {
  const path = packages(tree).get(name);
  return path === undefined ? [] : [path];
}

/** By the names in their package clauses; of two with the same name, the one nearest to the root. */
function packages({ files, read }: Tree): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const sources = files.filter((path) => path.endsWith('.go') && !hasTestName(path)).slice(0, MAX_FILES);
  const depth = (path: string) => path.split('/').length;
  for (const path of sources.sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1))) {
    const name = packageClause(read(path) ?? '');
    if (name !== null && name !== 'main' && !found.has(name)) found.set(name, path);
  }
  return found;
}

/** Packages of the standard library that examples and tests use, by the name in code. */
const STANDARD = new Map(
  (
    'bufio bytes context errors fmt io math os path regexp sort strconv strings sync time unicode reflect testing html net ' +
    'encoding/json encoding/hex encoding/base64 encoding/binary encoding/csv encoding/xml math/big math/rand net/url net/http ' +
    'path/filepath text/template unicode/utf8 io/ioutil container/list container/heap hash/fnv crypto/md5 crypto/sha1 crypto/sha256'
  )
    .split(' ')
    .map((path) => [path.slice(path.lastIndexOf('/') + 1), path]),
);

function standardImport(name: string): string | null {
  const path = STANDARD.get(name);
  return path === undefined ? null : `"${path}"`;
}
