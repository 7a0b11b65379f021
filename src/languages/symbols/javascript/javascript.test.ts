import { expect, test } from 'vitest';
import { definedNames, importStatement, providersOf } from '../index.ts';
import type { Tree } from '../symbol.ts';
import { exportsOf } from './exports.ts';
import { importedNames, statementOf } from './imports.ts';
import { inlineImports, LOAD_HELPERS } from './loads.ts';
import { movedImports, splitImports } from './own-imports.ts';
import { entryOf, resolveModule } from './resolve.ts';

function treeOf(files: Readonly<Record<string, string>>): Tree {
  return { files: Object.keys(files), read: (path) => files[path] ?? null };
}

function imported(name: string, definedIn: string, from: string, files: Readonly<Record<string, string>>): string | null {
  return importStatement({ name, definedIn, from, ...treeOf(files) });
}

test('reads every form of import', () => {
  const text = `import main, { a, b as c, type T } from './a.js';
import * as all from "pkg";
import type { Only } from './types.js';
import {
  long,
} from '../long';
const whole = require('./w');
const { x, y: z } = require('../x/y.js');
const one = require('./m').member;
const made = require('./made')(1);
var ms = exports.ms = require('..');
// import no from 'comment';
const text = "import no from 'string'";
`;
  expect(importedNames('a.js', text).map(statementOf)).toEqual([
    "import { a } from './a.js';",
    "import { b as c } from './a.js';",
    "import { T } from './a.js';",
    "import main from './a.js';",
    "import * as all from 'pkg';",
    "import { long } from '../long';",
    "const whole = require('./w');",
    "import { x } from '../x/y.js';",
    "import { y as z } from '../x/y.js';",
    "import { member as one } from './m';",
  ]);
});

test('finds what a module exports', () => {
  const names = (text: string, path = 'a.ts') =>
    exportsOf(path, text).map(({ name, local, module }) => `${name} ${local} ${module}`);
  expect(
    names('export function f() {}\nexport async function* g() {}\nexport const h = 1;\nexport abstract class K {}\n'),
  ).toEqual(['f f null', 'g g null', 'h h null', 'K K null']);
  expect(names('export default function slug() {}')).toEqual(['default slug null']);
  expect(names('const slug = () => 1;\nexport default slug;\n')).toEqual(['default slug null']);
  expect(names('export default (text) => text;\n')).toEqual(['default null null']);
  expect(names('export = slug;\n')).toEqual(['default slug null']);
  expect(
    names("export { a, b as c };\nexport { default as d } from './d.js';\nexport * from './e';\nexport * as ns from './f';\n"),
  ).toEqual(['a a null', 'c b null', 'd default ./d.js', '* null ./e', 'ns null ./f']);
});

test('finds what a CommonJS module exports', () => {
  const names = (text: string) => exportsOf('a.js', text).map(({ name, local, module }) => `${name} ${local} ${module}`);
  expect(names('module.exports = function slug(text) {};')).toEqual(['default slug null']);
  expect(names('module.exports = bytes;\nmodule.exports.format = format;\nmodule.exports.parse = parse;\n')).toEqual([
    'default bytes null',
    'format format null',
    'parse parse null',
  ]);
  expect(names('module.exports = { a, b: c, d() {}, e: function () {} };')).toEqual([
    'default null null',
    'a a null',
    'b c null',
    'd d null',
    'e e null',
  ]);
  expect(names('exports = module.exports = slug\nexports.other = function () {};')).toEqual([
    'default slug null',
    'other other null',
  ]);
  expect(names("module.exports = require('./lib/slug');")).toEqual(['default null ./lib/slug', '* null ./lib/slug']);
  expect(names('module.exports = (text) => text;')).toEqual(['default null null']);
});

test('lists what a module defines at its margin, with whether it is exported', () => {
  const text =
    'const inner = 1;\nexport function slug() {\n  const hidden = 1;\n}\nclass Text {}\nexports.other = () => 1;\nexport { Text };\n';
  expect(definedNames('a.js', text)).toEqual([
    { name: 'inner', kind: 'value', isExported: false },
    { name: 'slug', kind: 'function', isExported: true },
    { name: 'Text', kind: 'class', isExported: true },
    { name: 'other', kind: 'function', isExported: true },
  ]);
});

test('finds the entry of a package, also where its built file is not in the tree', () => {
  const entry = (manifest: object, ...files: string[]) =>
    entryOf('', treeOf({ 'package.json': JSON.stringify(manifest), ...Object.fromEntries(files.map((path) => [path, ''])) }));
  expect(entry({}, 'index.js')).toBe('index.js');
  expect(entry({ main: 'lib/slug.js' }, 'lib/slug.js', 'index.js')).toBe('lib/slug.js');
  expect(entry({ main: './lib' }, 'lib/index.js')).toBe('lib/index.js');
  expect(entry({ main: 'dist/index.cjs', module: 'dist/index.mjs' }, 'src/index.ts')).toBe('src/index.ts');
  expect(entry({ exports: { '.': { types: './index.d.ts', import: './source/main.js' } } }, 'index.d.ts', 'source/main.js')).toBe(
    'source/main.js',
  );
  expect(entry({ exports: './index.js' }, 'index.js')).toBe('index.js');
  expect(entry({ exports: { import: './dist/esm/slug.mjs', require: './dist/cjs/slug.cjs' } }, 'src/slug.mts')).toBe(
    'src/slug.mts',
  );
  expect(entry({ main: 'missing.js' }, 'other.js')).toBeNull();
});

test('resolves relative paths and the own package, no others', () => {
  const tree = treeOf({
    'package.json': '{"name":"@a/slug"}',
    'index.js': '',
    'src/text.ts': '',
    'src/cut/index.ts': '',
    'test/a.js': '',
  });
  const resolved = (specifier: string) => resolveModule(specifier, 'test/a.js', tree);
  expect(
    ['..', '../', '../index', '../src/text.js', '../src/text', '../src/cut', '@a/slug', '@a/slug/src/text.js'].map(resolved),
  ).toEqual(['index.js', 'index.js', 'index.js', 'src/text.ts', 'src/text.ts', 'src/cut/index.ts', 'index.js', 'src/text.ts']);
  expect(['lodash', '../../outside', '../missing.js', '@a/sluggish', 'node:fs'].map(resolved)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('imports a name as the tests of the repository do', () => {
  const files = {
    'src/index.ts': "export { slug } from './slug.js';\nexport { default as words } from './words.js';\n",
    'src/slug.ts': 'export function slug() {}\n',
    'src/words.ts': 'export default function words() {}\n',
    'test/unit/slug.test.ts': "import { slug } from '../../src/index.js';\n",
    'test/unit/words.test.ts': "import words from '../../src/words.js';\n",
  };
  expect(imported('slug', 'src/slug.ts', 'test/task.test.ts', files)).toBe("import { slug } from '../src/index.js';");
  expect(imported('words', 'src/words.ts', 'test/task.test.ts', files)).toBe("import words from '../src/words.js';");
  expect(providersOf('javascript', 'slug', treeOf(files))).toEqual(['src/index.ts']);
  expect(providersOf('javascript', 'unknown', treeOf(files))).toEqual([]);
});

test('imports a name that no test imports from the file that exports it', () => {
  const from = 'test/task.test.js';
  const one = (path: string, text: string, name = 'slug') => imported(name, path, from, { [path]: text });
  expect(one('src/slug.js', 'export function slug() {}')).toBe("import { slug } from '../src/slug.js';");
  expect(one('src/slug.js', 'export default function slug() {}')).toBe("import slug from '../src/slug.js';");
  expect(one('src/slug.js', 'export default (text) => text;')).toBe("import slug from '../src/slug.js';");
  expect(one('src/slug.js', 'function slug() {}\nexport { slug as toSlug };')).toBe(
    "import { toSlug as slug } from '../src/slug.js';",
  );
  expect(one('slug.js', 'module.exports = slug;\nfunction slug() {}')).toBe("import slug from '../slug.js';");
  expect(one('slug.js', 'exports.slug = function () {};')).toBe("import { slug } from '../slug.js';");
  expect(one('src/slug.ts', 'export const slug = 1;')).toBe("import { slug } from '../src/slug';");
  expect(one('src/slug.js', 'function slug() {}')).toBeNull();
});

test('imports a name that only the index of the package passes on', () => {
  const files = {
    'package.json': '{"name":"texts"}',
    'index.js': "var slug = require('./lib/inner');\nmodule.exports = { slug };\n",
    'lib/inner.js': 'function slug() {}\nfunction other() {}\n',
  };
  expect(imported('slug', 'lib/inner.js', 'test/a.js', files)).toBe("import { slug } from '../index.js';");
  expect(imported('other', 'lib/inner.js', 'test/a.js', files)).toBeNull();
});

test('writes extensions of TypeScript files as the tests do', () => {
  const file = (specifier: string) => ({
    'src/a.ts': 'export const a = 1;',
    'src/b.mts': 'export const b = 1;',
    'test/a.test.ts': `import { a } from '${specifier}';`,
  });
  const b = (specifier: string) => imported('b', 'src/b.mts', 'test/deep/t.test.ts', file(specifier));
  expect([b('../src/a'), b('../src/a.js'), b('../src/a.ts')]).toEqual([
    "import { b } from '../../src/b';",
    "import { b } from '../../src/b.mjs';",
    "import { b } from '../../src/b.mts';",
  ]);
});

test('finds what the name of the package means', () => {
  const files = { 'package.json': '{"name":"@a/to-slug.js"}', 'index.js': 'module.exports = function (text) {};' };
  expect(providersOf('javascript', 'toSlug', treeOf(files))).toEqual(['index.js']);
  expect(imported('toSlug', 'index.js', 'test/t.js', files)).toBe("import toSlug from '../index.js';");
});

test('splits imports of a text into own and other ones', () => {
  const tree = treeOf({ 'package.json': '{"name":"slugs"}', 'lib/index.js': '', 'index.js': '' });
  const text = "import slug, { words } from 'slugs';\nconst _ = require('lodash');\nconst mine = require('./mine');\n";
  expect(splitImports(text, 'test/t.js', tree)).toEqual({
    kept: "const _ = require('lodash');",
    own: [
      { name: 'words', statement: "import { words } from '../index.js';" },
      { name: 'slug', statement: "import slug from '../index.js';" },
      { name: 'mine', statement: null },
    ],
  });
});

test('moves imports to another file', () => {
  const text = "import { a } from '../src/a.js';\nimport b from '..';\nimport c from 'pkg';\nconst d = require('./d');";
  expect(movedImports(text, { from: 'test/unit/t.js', to: 'spec/t.js' })).toBe(
    "import { a } from '../test/src/a.js';\nimport b from '../test';\nimport c from 'pkg';\nconst d = require('../test/unit/d');",
  );
  expect(movedImports("import b from '..';", { from: 'test/t.js', to: 'a/b/t.js' })).toBe("import b from '../..';");
});

test('writes imports inside of a function', () => {
  const imports =
    "import './effect.js';\nimport a, { b as c } from './a.js';\nimport * as n from 'n';\nconst w = require('../w');";
  expect(inlineImports(imports, 'import')).toEqual([
    "await import('./effect.js');",
    "const c = _member(await import('./a.js'), 'b');",
    "const a = _default(await import('./a.js'));",
    "const n = await import('n');",
    "const w = _whole(await import('../w'));",
  ]);
  expect(inlineImports("const w = require('w');\nimport a from './a';", 'require')).toEqual([
    "const a = _default(require('./a'));",
    "const w = require('w');",
  ]);
  expect(inlineImports("import { a } from './a';", 'either')).toEqual([
    "const a = _member((typeof require === 'function' ? require('./a') : await import('./a')), 'a');",
  ]);
});

test('the helpers find exports in modules of every kind', () => {
  const { byDefault, whole, member } = new Function(
    `${LOAD_HELPERS}return { byDefault: _default, whole: _whole, member: _member };`,
  )() as {
    byDefault(loaded: unknown): unknown;
    whole(loaded: unknown): unknown;
    member(loaded: unknown, name: string): unknown;
  };
  const f = () => 1;
  const compiled = { __esModule: true, default: f, a: 2 };
  const native = (exported: object) => Object.assign(Object.create(null), { [Symbol.toStringTag]: 'Module' }, exported);
  expect([f, compiled, native({ default: f }), native({ default: compiled })].map(byDefault)).toEqual([f, f, f, f]);
  const plain = { a: 1 };
  expect([f, plain, compiled, native({ default: f }), native({ default: compiled })].map(whole)).toEqual([f, plain, f, f, f]);
  const named = native({ a: 2 });
  expect(whole(named)).toBe(named);
  expect([compiled, named, native({ default: { a: 2 } })].map((loaded) => member(loaded, 'a'))).toEqual([2, 2, 2]);
  expect([member(null, 'a'), member(native({}), 'a')]).toEqual([undefined, undefined]);
});
