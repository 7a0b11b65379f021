// A failing test in JavaScript or TypeScript, modeled on the test next to it: the same runner, the same
// module system, the same assertions, and the same code under test loaded.
import { type Sibling, WHY_IT_FAILS } from './sibling.ts';

type Modules = 'esm' | 'cjs' | 'none';

/** Runners whose tests have another form, or need more than a file. */
const OTHER_RUNNERS = /^(?:ava|tape|tap|uvu|qunit|zora|jasmine|@playwright\/test|cypress|@japa\/runner|vitest\/.+)$/;
const WITH_EXPECT = ['vitest', '@jest/globals', 'bun:test'];
const ASSERT = /^(?:node:)?assert(?:\/strict)?$/;

export function javascriptCanary({ path, text, mark }: Sibling): { path: string; text: string } | null {
  const imported = specifiersOf(text);
  if (imported.some((name) => OTHER_RUNNERS.test(name))) return null;
  const modules = modulesOf(path, text);
  const how = styleOf(imported, text);
  if (how === null) return null;
  const loaded = imported.filter((name) => /^\.\.?\//.test(name) && !isMocked(text, name));
  const isAsync = modules === 'esm' && loaded.length > 0;
  const lines = [
    ...(how.from === null || modules === 'none' ? [] : [importLine(modules, how.names, how.from)]),
    ...(how.assert === null || modules === 'none' ? [] : [importLine(modules, 'assert', how.assert)]),
    '',
    `${how.call}('hydra canary ${mark}', ${isAsync ? 'async ' : ''}() => {`,
    `  // ${WHY_IT_FAILS}`,
    // A candidate may remove what the base's tests import.
    ...loaded.map((name) => load(modules, name)),
    `  ${modules === 'none' && how.assert !== null ? `throw new Error('${WHY_IT_FAILS}')` : how.fails};`,
    '});',
  ];
  return { path: besidePath(path, mark), text: `${lines.join('\n')}\n` };
}

interface Style {
  /** The function that defines a test. */
  call: string;
  /** The module it comes from; null if it is a global. */
  from: string | null;
  names: string;
  /** The module of assertions; null if the runner has its own. */
  assert: string | null;
  fails: string;
}

function styleOf(imported: readonly string[], text: string): Style | null {
  const assert = imported.find((name) => ASSERT.test(name)) ?? 'node:assert';
  const asserting = { assert, fails: 'assert.equal(1, 2)' };
  const expecting = { assert: null, fails: 'expect(1).toBe(2)' };
  const withExpect = WITH_EXPECT.find((name) => imported.includes(name));
  if (withExpect !== undefined) return { call: 'test', from: withExpect, names: '{ expect, test }', ...expecting };
  if (imported.includes('node:test')) return { call: 'test', from: 'node:test', names: '{ test }', ...asserting };
  if (imported.includes('mocha')) return { call: 'it', from: 'mocha', names: '{ it }', ...asserting };
  const call = /\bit(?:\.\w+)?\(/.test(text) ? 'it' : /\btest(?:\.\w+)?\(/.test(text) ? 'test' : null;
  if (call === null) return null;
  const hasExpect = /\bexpect\(/.test(text) && !/\bexpect\b[^\n]{0,80}(?:require\(|\bfrom\b)/.test(text);
  return { call, from: null, names: '', ...(hasExpect ? expecting : asserting) };
}

function specifiersOf(text: string): string[] {
  const found = text.matchAll(
    /\bfrom\s*(['"])([^'"\n]{1,200})\1|^\s*import\s*(['"])([^'"\n]{1,200})\3|\brequire\(\s*(['"])([^'"\n]{1,200})\5\s*\)/gm,
  );
  return [...new Set([...found].map(([, , from, , bare, , required]) => from ?? bare ?? required ?? ''))];
}

function modulesOf(path: string, text: string): Modules {
  if (/\.c[jt]s$/.test(path)) return 'cjs';
  if (/\.m[jt]s$/.test(path) || /^\s*import\b/m.test(text)) return 'esm';
  return /\brequire\(/.test(text) ? 'cjs' : 'none';
}

/** A module that the tests mock may have side effects on loading that a test must not have. */
function isMocked(text: string, name: string): boolean {
  return [`mock('${name}'`, `mock("${name}"`, `Mock('${name}'`, `Mock("${name}"`].some((call) => text.includes(call));
}

function importLine(modules: Modules, names: string, from: string): string {
  return modules === 'esm' ? `import ${names} from '${from}';` : `const ${names} = require('${from}');`;
}

function load(modules: Modules, name: string): string {
  const quoted = `'${name.replace(/[\\']/g, '\\$&')}'`;
  return modules === 'esm' ? `  await import(${quoted}).catch(() => {});` : `  try { require(${quoted}); } catch {}`;
}

/** `a.test.ts` -> `hydra-canary-1234.test.ts`; `test-a.js`, `a-test.js` and `a_test.js` keep their word too. */
function besidePath(path: string, mark: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const file = path.slice(folder.length);
  const [, before = '', after = ''] = /^(test[-_](?=.))?.*?((?:[-_.](?:test|spec))?\.[cm]?[jt]sx?)$/.exec(file) ?? [];
  return `${folder}${before}hydra-canary-${mark}${after}`;
}
