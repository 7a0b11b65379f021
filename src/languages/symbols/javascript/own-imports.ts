// Imports in a text that name the repository itself: by the name of its package, or by a path that only the author of the text has.
import { relativePath, resolvedPath } from '../paths.ts';
import type { Tree } from '../symbol.ts';
import { type ImportedName, importedNames, statementOf } from './imports.ts';
import { isOwnPackage, resolveModule } from './resolve.ts';
import { specifierOf } from './tested.ts';

export interface SplitImports {
  /** Statements that import other packages. */
  readonly kept: string;
  /** The names of the repository, each with a statement for when nothing else tells where it is from; null without one. */
  readonly own: readonly { readonly name: string; readonly statement: string | null }[];
}

/** `from`: the file that shall have the imports. */
export function splitImports(imports: string, from: string, tree: Tree): SplitImports {
  const all = importedNames('imports.ts', imports);
  const isOwn = ({ module }: ImportedName) => /^[./~]/.test(module) || isOwnPackage(module, from, tree);
  return {
    kept: all
      .filter((each) => !isOwn(each))
      .map(statementOf)
      .join('\n'),
    own: all.filter(isOwn).map((each) => ({ name: each.local, statement: statementFor(each, from, tree) })),
  };
}

function statementFor(imported: ImportedName, from: string, tree: Tree): string | null {
  const target = resolveModule(imported.module, from, tree);
  return target === null ? null : statementOf({ ...imported, module: specifierOf(target, from, tree) });
}

/** Import statements of one file as another file has to write them. */
export function movedImports(imports: string, { from, to }: { from: string; to: string }): string {
  const all = importedNames('imports.ts', imports);
  return all.map((each) => statementOf({ ...each, module: movedSpecifier(each.module, from, to) })).join('\n');
}

function movedSpecifier(module: string, from: string, to: string): string {
  const path = /^\.{1,2}(?:\/|$)/.test(module) ? resolvedPath(from, module) : null;
  if (path === null) return module;
  return path === '' ? relativePath(to, 'x').slice(0, -'/x'.length) : relativePath(to, path);
}
