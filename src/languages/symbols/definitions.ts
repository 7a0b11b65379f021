// Which file of a tree defines a name that a test or a text uses.
import { hasTestName, languageOf } from '../table.ts';
import { definedNames, providersOf } from './index.ts';
import type { Tree } from './symbol.ts';

export type Definition =
  | { readonly path: string; readonly tree: Tree; readonly why: null }
  | { readonly path: null; readonly why: string; readonly isDefined: boolean };

/** Larger trees are searched in part. */
const MAX_FILES = 5000;
const MAX_LENGTH = 500_000;

/** Searches the base, then the candidates in their order. */
export class Definitions {
  readonly #trees: readonly Tree[];
  readonly #text: string;
  readonly #known = new Map<string, Definition>();

  /** `text`: that of the task, which may name the file. */
  constructor(text: string, base: Tree, candidates: readonly Tree[]) {
    this.#text = text;
    this.#trees = [base, ...candidates];
  }

  find(name: string, languageIds: readonly string[]): Definition {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const found = this.#search(name, languageIds);
    this.#known.set(name, found);
    return found;
  }

  #search(name: string, languageIds: readonly string[]): Definition {
    for (const tree of this.#trees) {
      const [provider] = languageIds.flatMap((id) => providersOf(id, name, tree));
      if (provider !== undefined) return { path: provider, tree, why: null };
      const paths = definingFiles(name, tree, languageIds);
      if (paths.length === 0) continue;
      const best = this.#likeliest(name, paths, tree);
      if (best.length === 1 && best[0] !== undefined) return { path: best[0], tree, why: null };
      return { path: null, why: `${name} is defined in ${best.slice(0, 3).join(' and ')}`, isDefined: true };
    }
    return { path: null, why: `no file of the base or of a candidate defines ${name}`, isDefined: false };
  }

  /** Files that the task names, else those whose name the tests mention together with the symbol, else those outside of folders. */
  #likeliest(name: string, paths: readonly string[], tree: Tree): string[] {
    if (paths.length === 1) return [...paths];
    const named = paths.filter((path) => this.#text.includes(path));
    if (named.length > 0) return named;
    const tests = tree.files
      .filter(hasTestName)
      .slice(0, 200)
      .map((path) => tree.read(path) ?? '')
      .filter((text) => text.includes(name));
    const counts = paths.map((path) => tests.filter((text) => text.includes(stemOf(path))).length);
    const most = Math.max(...counts);
    return paths.filter((_path, index) => counts[index] === most);
  }
}

function stemOf(path: string): string {
  const parts = path.split('/');
  const stem = (parts.at(-1) ?? '').replace(/\.[^.]*$/, '');
  return /^(?:index|mod|lib|main|__init__)$/.test(stem) ? (parts.at(-2) ?? stem) : stem;
}

function definingFiles(name: string, { files, read }: Tree, languageIds: readonly string[]): string[] {
  const sources = files
    .filter((path) => languageIds.includes(languageOf(path)?.id ?? '') && !isTestFile(path))
    .slice(0, MAX_FILES);
  return sources.filter((path) => {
    const text = read(path) ?? '';
    if (text.length > MAX_LENGTH || !text.includes(name)) return false;
    return definedNames(path, text).some((defined) => defined.name === name);
  });
}

function isTestFile(path: string): boolean {
  return hasTestName(path) || /(?:^|\/)(?:tests?|__tests__|spec|benchmarks?|examples?|node_modules)\//.test(path);
}
