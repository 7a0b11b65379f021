// Failing tests in JavaScript or TypeScript, modeled on the test next to it: the same runner, the same
// module system, the same assertions, and the same code under test loaded.
import { type Draw, nameLike, pathBeside } from '../vary/index.ts';
import { type Sibling, unequal, unequalWords, type WrittenCanary } from './sibling.ts';

type Modules = 'esm' | 'cjs' | 'none';

/** Runners whose tests have another form, or need more than a file. */
const OTHER_RUNNERS = /^(?:ava|tape|tap|uvu|qunit|zora|jasmine|@playwright\/test|cypress|@japa\/runner|vitest\/.+)$/;
const WITH_EXPECT = ['vitest', '@jest/globals', 'bun:test'];
const ASSERT = /^(?:node:)?assert(?:\/strict)?$/;

export function javascriptCanary({ path, text, draw }: Sibling): WrittenCanary | null {
  const imported = specifiersOf(text);
  if (imported.some((name) => OTHER_RUNNERS.test(name))) return null;
  const modules = modulesOf(path, text);
  const how = styleOf(imported, text);
  if (how === null) return null;
  const loaded = imported.filter((name) => /^\.\.?\//.test(name) && !isMocked(text, name));
  const isAsync = modules === 'esm' && loaded.length > 0;
  // Without a module system there is no way to load assertions.
  const forms = modules === 'none' && how.assert !== null ? [thrown] : how.forms;
  const tests = draw.shuffled(forms).map((write) => ({ title: nameLike('a', 'javascript', draw), statement: write(draw) }));
  const lines = [
    ...(how.from === null || modules === 'none' ? [] : [importLine(modules, how.names, how.from)]),
    ...(how.assert === null || modules === 'none' ? [] : [importLine(modules, 'assert', how.assert)]),
    ...tests.flatMap(({ title, statement }) => [
      '',
      `${how.call}('${title}', ${isAsync ? 'async ' : ''}() => {`,
      // A candidate may remove what the base's tests import.
      ...loaded.map((name) => load(modules, name)),
      `  ${statement};`,
      '});',
    ]),
  ];
  return {
    path: pathBeside(path, 'javascript', draw),
    text: `${lines.join('\n')}\n`,
    tests: tests.map(({ title }) => title),
  };
}

type Form = (draw: Draw) => string;

const thrown: Form = (draw) => `throw new Error('${draw.words().join(' ')}')`;

/** Each way to compare: a hook may replace only one of them. */
const ASSERT_FORMS: readonly Form[] = [
  (draw) => `assert.equal(${unequal(draw).join(', ')})`,
  (draw) => `assert.strictEqual('${unequalWords(draw).join("', '")}')`,
  (draw) => `assert.deepEqual([${unequal(draw).join('], [')}])`,
  (draw) => `assert.deepStrictEqual({ value: ${unequal(draw).join(' }, { value: ')} })`,
];

const EXPECT_FORMS: readonly Form[] = [
  (draw) => `expect(${unequal(draw).join(').toBe(')})`,
  (draw) => `expect(['${unequalWords(draw).join("']).toEqual(['")}'])`,
  (draw) => `expect({ value: ${unequal(draw).join(' }).toStrictEqual({ value: ')} })`,
];

interface Style {
  /** The function that defines a test. */
  call: string;
  /** The module it comes from; null if it is a global. */
  from: string | null;
  names: string;
  /** The module of assertions; null if the runner has its own. */
  assert: string | null;
  forms: readonly Form[];
}

function styleOf(imported: readonly string[], text: string): Style | null {
  const assert = imported.find((name) => ASSERT.test(name)) ?? 'node:assert';
  const asserting = { assert, forms: ASSERT_FORMS };
  const expecting = { assert: null, forms: EXPECT_FORMS };
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
