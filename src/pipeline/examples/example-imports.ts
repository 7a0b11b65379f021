// What an example needs in the file of its test: imports of its own, as the repository writes them, and of the names it uses.
import type { TaskExample } from '../../contract/index.ts';
import {
  type Definition,
  type Definitions,
  definedNames,
  importStatement,
  packageImport,
  splitImports,
  standardImport,
  type Tree,
} from '../../languages/index.ts';
import { neededNames } from '../../task/index.ts';

const LANGUAGE_IDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['python', ['python']],
  ['javascript', ['javascript']],
  ['typescript', ['javascript']],
  ['go', ['go']],
  ['rust', ['rust']],
]);

/** Of the files that can define what an example calls. */
export function languageIds({ language }: TaskExample): readonly string[] {
  return LANGUAGE_IDS.get(language) ?? [];
}

export interface ExamplePlace {
  readonly definitions: Definitions;
  /** The tree of the base. */
  readonly tree: Tree;
  /** The file with the test. */
  readonly from: string;
  /** Names that need no import there. */
  readonly provides: readonly string[];
  /** Whether that file belongs to the package that it tests. */
  readonly isInside?: boolean;
}

export type ExampleImports = { readonly imports: string; readonly why: null } | { readonly imports: null; readonly why: string };

export function exampleImports(
  example: TaskExample,
  { definitions, tree, from, provides, isInside = false }: ExamplePlace,
): ExampleImports {
  const ids = languageIds(example);
  const { kept, own } = ids.includes('javascript')
    ? splitImports(example.imports, from, tree)
    : { kept: example.imports, own: [] };
  const imports = [kept];
  const stated = new Map(own.map(({ name, statement }) => [name, statement]));
  const needed = neededNames(example).filter((name) => !provides.includes(name));
  for (const name of new Set([...stated.keys(), ...needed])) {
    if (isImported(name, example)) continue;
    const found = definitions.find(name, ids);
    const outside = stated.get(name) ?? standardImport(name, from) ?? packageImport(name, tree);
    const line = found.path === null ? outside : importFrom(found, name, from, isInside);
    if (line === null) return { imports: null, why: found.why ?? whyNot(found, name) };
    imports.push(line);
  }
  return { imports: imports.filter((line) => line !== '').join('\n'), why: null };
}

/** Beside which source file the test belongs, and whether it needs names that only the package of that can use. */
export function placeOf(example: TaskExample, definitions: Definitions): { beside: string | null; isInside: boolean } {
  const ids = languageIds(example);
  const found =
    ids.includes('go') || ids.includes('rust')
      ? neededNames(example).map((name) => ({ name, ...definitions.find(name, ids) }))
      : [];
  const [beside = null] = found.flatMap(({ path }) => path ?? []);
  const isInside = found.some(
    (each) =>
      each.path !== null && importFrom(each, each.name, '', false) === null && importFrom(each, each.name, '', true) !== null,
  );
  return { beside, isInside };
}

/** Whether the last part of a path that the example imports is the name: a package outside of the repository. */
function isImported(name: string, { language, imports }: TaskExample): boolean {
  return language === 'go' && imports.split('\n').some((line) => line.endsWith(`/${name}"`) || line === `"${name}"`);
}

function whyNot({ path, tree }: Definition & { path: string }, name: string): string {
  const defined = definedNames(path, tree.read(path) ?? '').find((each) => each.name === name);
  return defined?.isExported === false ? `${name} of ${path} is private` : `${name} of ${path} cannot be imported`;
}

function importFrom({ path, tree }: Definition & { path: string }, name: string, from: string, isInside: boolean): string | null {
  return importStatement({ name, definedIn: path, from, files: tree.files, read: tree.read, isInside });
}
