// What source files define, and how tests import it.
import { familyOf } from '../table.ts';
import { go } from './go.ts';
import { javascript } from './javascript/index.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import type { DefinedName, ImportRequest, Symbols, Tree } from './symbol.ts';

const BY_FAMILY: ReadonlyMap<string, Symbols> = new Map([
  ['python', python],
  ['go', go],
  ['rust', rust],
  ['javascript', javascript],
]);

function symbolsOf(path: string): Symbols | null {
  return BY_FAMILY.get(familyOf(path) ?? '') ?? null;
}

export function definedNames(path: string, text: string): readonly DefinedName[] {
  return symbolsOf(path)?.definedNames(path, text) ?? [];
}

/** The import for a test file; null if the name cannot be imported, empty if no import is necessary. */
export function importStatement(request: ImportRequest): string | null {
  return symbolsOf(request.definedIn)?.importStatement(request) ?? null;
}

/** The files of a tree that give a name to others, in the language with this id; empty if only a search can tell. */
export function providersOf(languageId: string, name: string, tree: Tree): readonly string[] {
  return BY_FAMILY.get(languageId)?.providers?.(name, tree) ?? [];
}

export function unitOf(path: string): string {
  return symbolsOf(path)?.unitOf?.(path) ?? path;
}

/** The import of a name that belongs to the library of the language of a file; null for another name. */
export function standardImport(name: string, path: string): string | null {
  return symbolsOf(path)?.standardImport?.(name) ?? null;
}
