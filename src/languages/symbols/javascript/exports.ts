// The names that a file of JavaScript or TypeScript defines, and those that it exports.
import { argumentsAt } from '../../source/brackets.ts';
import { type MaskedSource, maskSource } from '../../source/mask-source.ts';
import type { DefinedName } from '../symbol.ts';
import { specifierAt } from './imports.ts';

export interface Export {
  /** `default`: the default export, or what `module.exports` is assigned. `*`: every name of another module. */
  readonly name: string;
  /** Its name in the file; null for a value without one. */
  readonly local: string | null;
  /** The module that it is passed on from; null for one of its own. */
  readonly module: string | null;
}

const NAME = '[A-Za-z_$][\\w$]{0,100}';
const MARGIN = '(?:^|\\n)';
const DECLARED = new RegExp(
  `${MARGIN}(?:export[ \\t]{1,4})?(?:default[ \\t]{1,4})?(?:declare[ \\t]{1,4})?(?:async[ \\t]{1,4})?(?:(function)[ \\t]{0,4}\\*?|(?:abstract[ \\t]{1,4})?(class)|(?:const[ \\t]{1,4})?(enum)|const|let|var)[ \\t]{1,4}(${NAME})`,
  'g',
);
const EXPORTED = new RegExp(
  `${MARGIN}export[ \\t]{1,4}(?:async[ \\t]{1,4})?(?:function[ \\t]{0,4}\\*?|(?:abstract[ \\t]{1,4})?class|(?:const[ \\t]{1,4})?enum|const|let|var)[ \\t]{1,4}(${NAME})`,
  'g',
);
const DEFAULT = new RegExp(
  `${MARGIN}export[ \\t]{1,4}default[ \\t]{1,4}(?:(?:async[ \\t]{1,4})?(?:function[ \\t]{0,4}\\*?|class)[ \\t]{0,4}(${NAME})?|(${NAME})[ \\t]{0,4}(?:;|\\n|$)|)`,
  'g',
);
const LIST = new RegExp(`${MARGIN}export[ \\t]{0,4}\\{([^{}]{0,4000})\\}[ \\t]{0,4}(?:from[ \\t]{0,4}(?=['"]))?`, 'g');
const ALL = new RegExp(
  `${MARGIN}export[ \\t]{0,4}\\*[ \\t]{0,4}(?:as[ \\t]{1,4}(${NAME})[ \\t]{1,4})?from[ \\t]{0,4}(?=['"])`,
  'g',
);
const ASSIGNED = new RegExp(`${MARGIN}export[ \\t]{1,4}=[ \\t]{1,4}(${NAME})`, 'g');
const MODULE = new RegExp(
  `(?<![\\w$.])module\\.exports[ \\t]{0,4}=(?![=>])\\s{0,8}(?:exports[ \\t]{0,4}=\\s{0,8})?(?:(\\{)|require[ \\t]{0,4}\\([ \\t]{0,4}(?=['"])|(?:async[ \\t]{1,4})?(?:function[ \\t]{0,4}\\*?|class)[ \\t]{1,4}(${NAME})|(${NAME})[ \\t]{0,4}(?:;|\\n|$)|)`,
  'g',
);
const MEMBER = new RegExp(
  `(?<![\\w$.])(?:module\\.)?exports\\.(${NAME})[ \\t]{0,4}=(?![=>])\\s{0,8}(?:(${NAME})[ \\t]{0,4}(?:;|\\n|$))?`,
  'g',
);
const RENAMED = /^(?:type\s{1,8})?([\w$]{1,100})(?:\s{1,20}as\s{1,20}([\w$]{1,100}))?$/;
const PROPERTY = /^([A-Za-z_$][\w$]{0,100})\s{0,20}(?::\s{0,20}([A-Za-z_$][\w$]{0,100})\s*$|[:(]|$)/;
const MAX_EXPORTS = 2000;

export function exportsOf(path: string, text: string): Export[] {
  const source = maskSource(path, text);
  if (source === null) return [];
  return [...exportedByModule(source), ...exportedByCommonJs(source)].slice(0, MAX_EXPORTS);
}

function exportedByModule(source: MaskedSource): Export[] {
  const { bare } = source;
  return [
    ...[...bare.matchAll(EXPORTED)].map(([, name = '']) => own(name, name)),
    ...[...bare.matchAll(DEFAULT)].map(([, defined, used]) => own('default', defined ?? used ?? null)),
    ...[...bare.matchAll(ASSIGNED)].map(([, name = '']) => own('default', name)),
    ...[...bare.matchAll(LIST)].flatMap((match) => {
      const module = specifierAt(source, match.index + match[0].length);
      return (match[1] ?? '').split(',').flatMap((part): Export[] => {
        const [, local, name = local] = RENAMED.exec(part.trim()) ?? [];
        return local === undefined || name === undefined ? [] : [{ name, local, module }];
      });
    }),
    ...[...bare.matchAll(ALL)].flatMap((match): Export[] => {
      const module = specifierAt(source, match.index + match[0].length);
      return module === null ? [] : [{ name: match[1] ?? '*', local: null, module }];
    }),
  ];
}

function exportedByCommonJs(source: MaskedSource): Export[] {
  const { bare } = source;
  return [
    ...[...bare.matchAll(MODULE)].flatMap((match): Export[] => {
      const [whole, brace, defined, used] = match;
      const end = match.index + whole.length;
      if (brace !== undefined) return [own('default', null), ...propertiesAt(bare, end - 1)];
      const module = /require[ \t]{0,4}\([ \t]{0,4}$/.test(whole) ? specifierAt(source, end) : null;
      if (module !== null) return ['default', '*'].map((name) => ({ name, local: null, module }));
      return [own('default', defined ?? used ?? null)];
    }),
    ...[...bare.matchAll(MEMBER)].map(([, name = '', used]) => own(name, used ?? name)),
  ];
}

function own(name: string, local: string | null): Export {
  return { name, local, module: null };
}

/** `{ a, b: c, d() {} }` */
function propertiesAt(bare: string, open: number): Export[] {
  const list = argumentsAt(bare, open)?.list ?? [];
  return list.flatMap(({ start, end }) => {
    const [, name, local = name] = PROPERTY.exec(bare.slice(start, Math.min(end, start + 240))) ?? [];
    return name === undefined || local === undefined ? [] : [own(name, local)];
  });
}

export function definedNames(path: string, text: string): DefinedName[] {
  const source = maskSource(path, text);
  if (source === null) return [];
  const exported = exportsOf(path, text).filter(({ module }) => module === null);
  const isExported = (name: string) => exported.some((each) => each.local === name || each.name === name);
  const names = new Map<string, DefinedName>();
  for (const [, isFunction, isClass, , name = ''] of source.bare.matchAll(DECLARED)) {
    const kind = isFunction !== undefined ? 'function' : isClass !== undefined ? 'class' : 'value';
    if (names.size < MAX_EXPORTS) names.set(name, { name, kind, isExported: isExported(name) });
  }
  for (const { name, local } of exported) {
    const known = name === 'default' ? local : name;
    if (known !== null && !names.has(known)) names.set(known, { name: known, kind: 'function', isExported: true });
  }
  return [...names.values()];
}
