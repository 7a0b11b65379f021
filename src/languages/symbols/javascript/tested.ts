// What the tests of a tree import from its own files, and how they write it.
import { hasTestName, languageOf } from '../../table.ts';
import { relativePath } from '../paths.ts';
import type { Tree } from '../symbol.ts';
import { type ImportedName, importedNames, statementOf } from './imports.ts';
import { resolveModule } from './resolve.ts';

export interface TestedImport extends ImportedName {
  /** The test. */
  readonly from: string;
  /** The file that it is from; null for a module of another package. */
  readonly target: string | null;
}

/** Reading the imports of more tests takes long and shows the same habits. */
const MAX_TESTS_READ = 200;
const IN_TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?)\//;

const KNOWN = new WeakMap<readonly string[], readonly TestedImport[]>();

export function importsOfTests(tree: Tree): readonly TestedImport[] {
  const known = KNOWN.get(tree.files) ?? readImports(tree);
  KNOWN.set(tree.files, known);
  return known;
}

function readImports(tree: Tree): TestedImport[] {
  const tests = tree.files.filter(isTest).slice(0, MAX_TESTS_READ);
  return tests.flatMap((from) =>
    importedNames(from, tree.read(from) ?? '').map((each) => {
      const target = resolveModule(each.module, from, tree);
      return { ...each, from, target: target !== null && isTest(target) ? null : target };
    }),
  );
}

export function isTest(path: string): boolean {
  if (languageOf(path)?.id !== 'javascript' || /(?:^|\/)(?:node_modules|fixtures?)\//.test(path)) return false;
  return hasTestName(path) || IN_TEST_FOLDER.test(path) || /(?:^|\/)tests?\.[cm]?[jt]sx?$/.test(path);
}

/** The imports that bind a name, with the most frequent file first. Those of the tree's own files only. */
export function importsOf(name: string, tree: Tree): TestedImport[] {
  const binding = importsOfTests(tree).filter(({ local, target }) => local === name && target !== null);
  const counts = new Map<string | null, number>();
  for (const { target } of binding) counts.set(target, (counts.get(target) ?? 0) + 1);
  return binding.sort((one, other) => (counts.get(other.target) ?? 0) - (counts.get(one.target) ?? 0));
}

/** How the tests import a name of another package; a part of the standard library where none does. Null if none is known. */
export function packageImport(name: string, tree: Tree): string | null {
  const [found] = importsOfTests(tree).filter(
    ({ local, target, module }) => local === name && target === null && !module.startsWith('.'),
  );
  if (found !== undefined) return statementOf(found);
  return name === 'assert' ? statementOf({ local: name, imported: 'default', module: 'node:assert' }) : null;
}

const TYPESCRIPT = /\.([cm]?)tsx?$/;

/** The specifier of a file in an import of another file. Sources of TypeScript have the extension that the tests write. */
export function specifierOf(target: string, from: string, tree: Tree): string {
  const path = relativePath(from, target);
  const [ending = '', mark = ''] = TYPESCRIPT.exec(path) ?? [];
  if (ending === '') return path;
  const written = importsOfTests(tree).filter(
    (each) => each.target !== null && TYPESCRIPT.test(each.target) && each.module.startsWith('.'),
  );
  const [best = 'none'] = mostFrequent(
    written.map(({ module }) => (TYPESCRIPT.test(module) ? 'ts' : /\.[cm]?jsx?$/.test(module) ? 'js' : 'none')),
  );
  const stem = path.slice(0, -ending.length);
  return best === 'ts' ? path : best === 'js' ? `${stem}.${mark}js` : stem;
}

function mostFrequent(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}
