// What an example needs in the file of its test: imports of its own, as the repository writes them, and of the names it uses.
import type { TaskExample } from '../../contract/index.ts';
import {
  type Definition,
  type Definitions,
  importStatement,
  packageImport,
  splitImports,
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
}

export type ExampleImports = { readonly imports: string; readonly why: null } | { readonly imports: null; readonly why: string };

export function exampleImports(example: TaskExample, { definitions, tree, from, provides }: ExamplePlace): ExampleImports {
  const ids = languageIds(example);
  const { kept, own } = ids.includes('javascript')
    ? splitImports(example.imports, from, tree)
    : { kept: example.imports, own: [] };
  const imports = [kept];
  const stated = new Map(own.map(({ name, statement }) => [name, statement]));
  const needed = neededNames(example).filter((name) => !provides.includes(name));
  for (const name of new Set([...stated.keys(), ...needed])) {
    const found = definitions.find(name, ids);
    const line = found.path === null ? (stated.get(name) ?? packageImport(name, tree)) : importFrom(found, name, from);
    if (line === null) return { imports: null, why: found.why ?? `${name} of ${found.path} cannot be imported` };
    imports.push(line);
  }
  return { imports: imports.filter((line) => line !== '').join('\n'), why: null };
}

function importFrom({ path, tree }: Definition & { path: string }, name: string, from: string): string | null {
  return importStatement({ name, definedIn: path, from, files: tree.files, read: tree.read });
}
