// JavaScript and TypeScript: names are imported as the repository's tests import them, else from the file that exports them.
import type { ImportRequest, Symbols, Tree } from '../symbol.ts';
import { definedNames, exportsOf } from './exports.ts';
import { type ImportedName, statementOf } from './imports.ts';
import { entryOf, packageVariable, resolveModule } from './resolve.ts';
import { importsOf, specifierOf } from './tested.ts';

export const javascript: Symbols = { definedNames, importStatement, providers };

/** More files than this between an import and a definition are not followed. */
const MAX_HOPS = 6;

/** The files that tests import under a name; else the entry of the package that has the name. */
function providers(name: string, tree: Tree): string[] {
  const [tested] = importsOf(name, tree);
  if (tested !== undefined && tested.target !== null) return [tested.target];
  const entry = packageVariable(tree) === name ? entryOf('', tree) : null;
  return entry === null ? [] : [entry];
}

function importStatement(request: ImportRequest): string | null {
  const { name, definedIn, from } = request;
  const found =
    importsOf(name, request).find(({ target }) => target === definedIn || passesOn(target ?? '', definedIn, request)) ?? null;
  if (found !== null && found.target !== null) return written(found, found.target, request);
  if (!request.files.includes(definedIn)) return null;
  const exported = exportedAs(name, definedIn, request);
  if (exported !== null) return written({ local: name, imported: exported, module: '' }, definedIn, request);
  // Another file passes it on, for example the index of the package.
  const entry = resolveModule('.', from, request) ?? entryOf('', request);
  if (entry === null || entry === definedIn || exportedAs(name, entry, request) === null) return null;
  return written({ local: name, imported: exportedAs(name, entry, request) ?? name, module: '' }, entry, request);
}

function written(imported: ImportedName, target: string, request: ImportRequest): string {
  return statementOf({ ...imported, module: specifierOf(target, request.from, request) });
}

/** The name under which a file exports a symbol; null if it does not. */
function exportedAs(name: string, path: string, tree: Tree, hops = 0): string | null {
  const exports = exportsOf(path, tree.read(path) ?? '');
  const direct =
    exports.find((each) => each.name === name) ?? exports.find((each) => each.local === name && each.module === null);
  if (direct !== undefined) return direct.name;
  const passed = exports.some(({ name: all, module }) => {
    const target = all === '*' && module !== null && hops < MAX_HOPS ? resolveModule(module, path, tree) : null;
    return target !== null && exportedAs(name, target, tree, hops + 1) === name;
  });
  if (passed) return name;
  // A value without a name has the one that those who import it give it.
  const isAnonymous = exports.some((each) => each.name === 'default');
  return isAnonymous && (nameOfFile(path) === name || packageVariable(tree) === name) ? 'default' : null;
}

/** Whether a file imports another one, directly or through others. */
function passesOn(path: string, wanted: string, tree: Tree, hops = 0): boolean {
  if (hops > MAX_HOPS || path === '') return false;
  const modules = new Set([...exportsOf(path, tree.read(path) ?? '')].flatMap(({ module }) => module ?? []));
  return [...modules].some((module) => {
    const target = resolveModule(module, path, tree);
    return target !== null && (target === wanted || passesOn(target, wanted, tree, hops + 1));
  });
}

/** `src/kebab-case.js` -> `kebabCase` */
function nameOfFile(path: string): string {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  return stem.replace(/[-_.]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
