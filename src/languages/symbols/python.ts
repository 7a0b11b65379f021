// Python: names at the margin of a module, imported by its package path.
import { maskText } from '../scan.ts';
import { hasTestName } from '../table.ts';
import { folderOf, nameOf } from './paths.ts';
import type { DefinedName, ImportRequest, Symbols } from './symbol.ts';

const DEFINITION =
  /^(?:(?:async[ \t]{1,4})?(def)|(class))[ \t]{1,4}([A-Za-z_]\w{0,100})|^([A-Za-z_]\w{0,100})[ \t]{0,4}(?::[^=\n]{1,200})?=(?!=)/gm;
/** Reading the imports of more tests takes long and shows the same habits. */
const MAX_TESTS_READ = 100;

export const python: Symbols = { definedNames, importStatement };

function definedNames(path: string, text: string): DefinedName[] {
  const names = new Map<string, DefinedName>();
  for (const [, isFunction, isClass, called, value] of (maskText(path, text)?.bare ?? '').matchAll(DEFINITION)) {
    const name = called ?? value ?? '';
    const kind = isFunction !== undefined ? 'function' : isClass !== undefined ? 'class' : 'value';
    names.set(name, { name, kind, isExported: !name.startsWith('_') });
  }
  return [...names.values()];
}

function importStatement(request: ImportRequest): string | null {
  const { name, definedIn } = request;
  const stem = nameOf(definedIn).replace(/\.pyi?$/, '');
  const parts = [...folderOf(definedIn).split('/').filter(Boolean), ...(stem === '__init__' ? [] : [stem])];
  if (parts.length === 0 || parts.some((part) => !/^[A-Za-z_]\w*$/.test(part))) return importOfTests(request, parts);
  return importOfTests(request, parts) ?? `from ${parts.slice(packageDepth(request)).join('.')} import ${name}`;
}

/** How many folders at the beginning of the path do not belong to the name of the module. */
function packageDepth({ definedIn, files, from }: ImportRequest): number {
  const known = new Set(files);
  const folders = folderOf(definedIn).split('/').filter(Boolean);
  const first = folders.findIndex((_, index) => known.has(`${folders.slice(0, index + 1).join('/')}/__init__.py`));
  if (first !== -1) return first;
  // A module beside the test is found by pytest and unittest; below `src` or `lib` the project puts the folder on the path.
  if (folderOf(definedIn) === folderOf(from)) return folders.length;
  return folders[0] === 'src' || folders[0] === 'lib' || folders[0] === 'python' ? 1 : 0;
}

/** The path under which the repository's tests import the module, or another name of it. */
function importOfTests({ name, files, read }: ImportRequest, parts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const path of files.filter((file) => file.endsWith('.py') && hasTestName(file)).slice(0, MAX_TESTS_READ)) {
    for (const module of modulesImported(read(path) ?? '', parts, name)) counts.set(module, (counts.get(module) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1));
  return best === undefined ? null : `from ${best[0]} import ${name}`;
}

const IMPORT =
  /^[ \t]{0,8}(?:from[ \t]{1,4}([A-Za-z_][\w.]{0,200})[ \t]{1,4}import[ \t]{1,4}(\([^)]{0,2000}\)|[^\n]{1,500})|import[ \t]{1,4}([A-Za-z_][\w.]{0,200}))/gm;

function modulesImported(text: string, parts: readonly string[], name: string): string[] {
  const isModule = (module: string) => endsWith(parts, module.split('.'));
  return [...text.matchAll(IMPORT)].flatMap(([, from, imported = '', plain]) => {
    if (plain !== undefined) return isModule(plain) ? [plain] : [];
    if (from === undefined) return [];
    const names: string[] = imported.match(/[A-Za-z_]\w*/g) ?? [];
    if (isModule(from)) return [from];
    // `from package import name`, where the package passes the name on, and `from package import module`.
    const isPackage = parts[0] === from.split('.')[0] || parts.includes(from.split('.')[0] ?? '');
    if (names.includes(name) && isPackage) return [from, from];
    return names.flatMap((each) => (isModule(`${from}.${each}`) ? [`${from}.${each}`] : []));
  });
}

function endsWith(parts: readonly string[], ending: readonly string[]): boolean {
  return ending.length <= parts.length && ending.every((part, index) => part === parts[parts.length - ending.length + index]);
}
