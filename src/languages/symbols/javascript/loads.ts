// Imports as statements inside of a function, so that a module that cannot be loaded stops that function alone.
import { type ImportedName, importedNames } from './imports.ts';

/** How a file loads modules. either: with `require` where the runner compiles the file to CommonJS, else with `import()`. */
export type ModuleForm = 'import' | 'require' | 'either';

/** Declarations that the statements of `inlineImports` use. */
export const LOAD_HELPERS = `function _default(loaded) {
  const isModule = loaded != null && (loaded.__esModule || loaded[Symbol.toStringTag] === 'Module');
  const value = isModule ? loaded.default : loaded;
  return value != null && value.__esModule && 'default' in value ? value.default : value;
}

function _whole(loaded) {
  const value = loaded != null && loaded[Symbol.toStringTag] === 'Module' && 'default' in loaded ? loaded.default : loaded;
  return value != null && value.__esModule && typeof value.default === 'function' ? value.default : value;
}

function _member(loaded, name) {
  return loaded != null && name in Object(loaded) ? loaded[name] : Object(_default(loaded))[name];
}
`;

const PLAIN = /^[ \t]*import\s{1,8}['"]([\w@./~#+:-]{1,300})['"]/gm;

/** One statement for each name that the import statements bind, in their order, and one for each module imported for its effect. */
export function inlineImports(imports: string, form: ModuleForm): string[] {
  const names = importedNames('imports.ts', imports).map((each) => `const ${each.local} = ${valueFor(each, form)};`);
  const effects = [...imports.matchAll(PLAIN)].map(([, module = '']) => `${loadOf(module, form)};`);
  return [...effects, ...names];
}

function valueFor({ imported, module }: ImportedName, form: ModuleForm): string {
  const loaded = loadOf(module, form);
  if (imported === '*') return loaded;
  if (imported === 'default') return `_default(${loaded})`;
  if (imported === '=') return form === 'require' ? loaded : `_whole(${loaded})`;
  return `_member(${loaded}, '${imported}')`;
}

/** A plain text, so that a runner that compiles the file finds the module. */
function loadOf(module: string, form: ModuleForm): string {
  const [required, imported] = [`require('${module}')`, `await import('${module}')`];
  if (form === 'either') return `(typeof require === 'function' ? ${required} : ${imported})`;
  return form === 'require' ? required : imported;
}
