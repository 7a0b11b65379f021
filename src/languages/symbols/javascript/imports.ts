// The names that a file of JavaScript or TypeScript imports, with `import` or with `require`.
import { type MaskedSource, maskSource } from '../../source/mask-source.ts';

export interface ImportedName {
  readonly local: string;
  /** What the module exports: a name or `default`. `*`: its namespace. `=`: what `require` returns. */
  readonly imported: string;
  readonly module: string;
}

const CLAUSE = /(?<![\w$.])import\s{1,8}(?!type\s{1,8}[\w${*])([^'"`;()]{1,2000}?)\s{0,8}from\s{0,8}(?=['"])/g;
const REQUIRED =
  /(?<![\w$.])(?:const|let|var)\s{1,8}(\{[^{}]{1,2000}\}|[A-Za-z_$][\w$]{0,100})\s{0,8}(?:=\s{0,8}[A-Za-z_$][\w$]{0,100}\s{0,8}){0,2}=\s{0,8}(?:await\s{1,4})?(?:require|import)\s{0,4}\(\s{0,8}(?=['"])/g;
const RENAMED = /^(?:type\s{1,8})?([\w$]{1,100})(?:\s{1,20}as\s{1,20}([\w$]{1,100}))?$/;
const DESTRUCTURED = /^([\w$]{1,100})(?:\s{0,8}:\s{0,8}([\w$]{1,100}))?$/;
const MEMBER = /^\s{0,8}\)((?:\.[A-Za-z_$][\w$]{0,50})?)(?![.(\w$[])/;
const SPECIFIER = /^[\w@./~#+:-]{1,300}$/;
const MAX_IMPORTS = 400;

export function importedNames(path: string, text: string): ImportedName[] {
  const source = maskSource(path, text);
  return source === null ? [] : importsOf(source);
}

/** In the order of their forms: `import`, then `require`. */
export function importsOf(source: MaskedSource): ImportedName[] {
  const { bare, strings } = source;
  const byStart = new Map(strings.map((token) => [token.start, token]));
  const imported = [...bare.matchAll(CLAUSE)].flatMap((match) => {
    const module = specifierAt(source, match.index + match[0].length);
    return module === null ? [] : namesOfClause(match[1] ?? '', module);
  });
  const required = [...bare.matchAll(REQUIRED)].flatMap((match) => {
    const start = match.index + match[0].length;
    const module = specifierAt(source, start);
    const after = bare.slice(byStart.get(start)?.end).slice(0, 120);
    return module === null ? [] : namesOfRequire(match[1] ?? '', module, after);
  });
  return [...imported, ...required].slice(0, MAX_IMPORTS);
}

/** Null for one that is not a plain path or name. */
export function specifierAt({ text, strings }: MaskedSource, start: number): string | null {
  const token = strings.find((each) => each.start === start);
  const specifier = token?.isPlain === true ? text.slice(token.from, token.to) : '';
  return SPECIFIER.test(specifier) ? specifier : null;
}

/** `a, { b, c as d }`, `* as n` */
function namesOfClause(clause: string, module: string): ImportedName[] {
  const [, named = ''] = /\{([^{}]*)\}/.exec(clause) ?? [];
  const rest = clause.replace(/\{[^{}]*\}/, '');
  const [, whole] = /\*\s{0,8}as\s{1,8}([\w$]{1,100})/.exec(rest) ?? [];
  const [, main] = /^\s*([A-Za-z_$][\w$]{0,100})/.exec(rest) ?? [];
  return [
    ...itemsOf(named).flatMap((part): ImportedName[] => {
      const [, imported, local = imported] = RENAMED.exec(part) ?? [];
      return imported === undefined || local === undefined ? [] : [{ local, imported, module }];
    }),
    ...(whole === undefined ? [] : [{ local: whole, imported: '*', module }]),
    ...(main === undefined ? [] : [{ local: main, imported: 'default', module }]),
  ];
}

/** `{ a, b: c }` or a name; `after` is what follows the specifier. */
function namesOfRequire(pattern: string, module: string, after: string): ImportedName[] {
  const [matched, member = ''] = MEMBER.exec(after) ?? [];
  if (matched === undefined) return [];
  if (!pattern.startsWith('{')) return [{ local: pattern, imported: member === '' ? '=' : member.slice(1), module }];
  if (member !== '') return [];
  return itemsOf(pattern.slice(1, -1)).flatMap((part): ImportedName[] => {
    const [, imported, local = imported] = DESTRUCTURED.exec(part) ?? [];
    return imported === undefined || local === undefined ? [] : [{ local, imported, module }];
  });
}

function itemsOf(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** One statement that imports this name alone. */
export function statementOf({ local, imported, module }: ImportedName): string {
  if (imported === '=') return `const ${local} = require('${module}');`;
  if (imported === '*') return `import * as ${local} from '${module}';`;
  if (imported === 'default') return `import ${local} from '${module}';`;
  return `import { ${imported === local ? local : `${imported} as ${local}`} } from '${module}';`;
}
