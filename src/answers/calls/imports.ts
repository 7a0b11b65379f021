// The names that a file imports, and a statement that imports each of them alone.
import { type MaskedSource, scriptImport, scriptImportsOf, usedPaths } from '../../languages/index.ts';

export interface Import {
  /** The name in the module; the local one if the whole module is imported. */
  name: string;
  statement: string;
  /** Whether it is from a file of the same project by its form: a relative path. */
  isRelative: boolean;
}

export interface Imports {
  /** By local name. */
  names: ReadonlyMap<string, Import>;
  /** Statements that import every name of a module. */
  globs: readonly string[];
}

const MAX_IMPORTS = 400;

export function importsIn(source: MaskedSource): Imports {
  const names = new Map<string, Import>();
  const globs: string[] = [];
  const add = (local: string, name: string, statement: string, isRelative = false) => {
    if (names.size < MAX_IMPORTS && !names.has(local)) names.set(local, { name, statement, isRelative });
  };
  if (source.language === 'python') readPython(source, add, globs);
  if (source.language === 'javascript') readJavaScript(source, add);
  if (source.language === 'go') readGo(source, add);
  if (source.language === 'rust') readRust(source, add, globs);
  return { names, globs };
}

type Add = (local: string, name: string, statement: string, isRelative?: boolean) => void;

const FROM = /^[ \t]*from[ \t]{1,8}([\w.]{1,200})[ \t]{1,8}import[ \t]{0,8}(?:\(([^()]{0,4000})\)|([^\n(;]{1,2000}))/gm;
const RENAMED = /^([\w.]{1,200})(?:\s{1,20}as\s{1,20}(\w{1,100}))?$/;

function readPython({ bare }: MaskedSource, add: Add, globs: string[]): void {
  for (const [, module = '', inside, line = ''] of bare.matchAll(FROM)) {
    const parts = partsOf(inside ?? line);
    if (parts.includes('*')) globs.push(`from ${module} import *`);
    for (const { name, local } of renamings(parts)) {
      add(local ?? name, name, `from ${module} import ${renamed(name, local)}`, module.startsWith('.'));
    }
  }
  for (const [, line = ''] of bare.matchAll(/^[ \t]*import[ \t]{1,8}([^\n;]{1,1000})/gm)) {
    for (const { name, local } of renamings(partsOf(line))) {
      const known = local ?? name.split('.')[0] ?? name;
      add(known, known, `import ${renamed(name, local)}`);
    }
  }
}

function renamings(parts: readonly string[]): { name: string; local: string | undefined }[] {
  return parts.flatMap((part) => {
    const [, name, local] = RENAMED.exec(part) ?? [];
    return name === undefined ? [] : [{ name, local }];
  });
}

function renamed(name: string, local: string | undefined): string {
  return local === undefined || local === name ? name : `${name} as ${local}`;
}

function readJavaScript(source: MaskedSource, add: Add): void {
  for (const each of scriptImportsOf(source)) {
    const { local, imported, module } = each;
    const name = imported === 'default' || imported === '*' || imported === '=' ? local : imported;
    add(local, name, scriptImport(each), module.startsWith('.'));
  }
}

function readGo({ bare, text }: MaskedSource, add: Add): void {
  for (const clause of bare.matchAll(/^import\s*(?:\([^)]{0,5000}\)|[^\n(]{1,300})/gm)) {
    const lines = text.slice(clause.index + 'import'.length, clause.index + clause[0].length).split(/[\n;(]/);
    for (const line of lines) {
      const [, alias, path = ''] = /^\s*(?:([\w.]+)\s+)?"([\w./~-]{1,300})"/.exec(line) ?? [];
      const local = alias ?? packageOf(path);
      if (path !== '' && local !== '.' && local !== '_') add(local, local, `${alias === undefined ? '' : `${alias} `}"${path}"`);
    }
  }
}

/** `github.com/a/b/v2` -> `b` */
function packageOf(path: string): string {
  const parts = path.split('/').filter((part, index) => index === 0 || !/^v\d+$/.test(part));
  return (parts.at(-1) ?? '').replace(/\.v\d+$/, '').replace(/^go-|-go$/, '');
}

function readRust({ bare }: MaskedSource, add: Add, globs: string[]): void {
  for (const [, tree = ''] of bare.matchAll(/^[ \t]*(?:pub )?use\s{1,8}([^;]{1,2000});/gm)) {
    for (const path of usedPaths(tree.replace(/\s{1,200}/g, ' ').trim())) addPath(path, add, globs);
  }
}

function addPath(path: string, add: Add, globs: string[]): void {
  const [, full = '', local] = /^([\w:*]{1,300})(?: as (\w{1,100}))?$/.exec(path) ?? [];
  const last = full.split('::').at(-1) ?? '';
  if (last === '*') globs.push(`use ${full};`);
  else if (last !== '') add(local ?? last, last, `use ${renamed(full, local)};`, /^(?:crate|super|self)\b/.test(full));
}

function partsOf(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
