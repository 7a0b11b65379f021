// What source files define, and how tests import it.
import { familyOf } from '../table.ts';
import { go } from './go.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import type { DefinedName, ImportRequest, Symbols, Tree } from './symbol.ts';

const BY_FAMILY: ReadonlyMap<string, Symbols> = new Map([
  ['python', python],
  ['go', go],
  ['rust', rust],
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

/** The packages that code of a language names, each with one of its files. */
export function packagesOf(languageId: string, tree: Tree): ReadonlyMap<string, string> {
  return BY_FAMILY.get(languageId)?.packages?.(tree) ?? new Map();
}

export function unitOf(path: string): string {
  return symbolsOf(path)?.unitOf?.(path) ?? path;
}

/** The import of a name that belongs to the library of the language of a file; null for another name. */
export function standardImport(name: string, path: string): string | null {
  return symbolsOf(path)?.standardImport?.(name) ?? null;
}
