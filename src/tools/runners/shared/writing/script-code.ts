// The body of a JavaScript test: imports inside, so that a failing one concerns no other test.
import { inlineImports, type ModuleForm } from '../../../../languages/index.ts';
import type { TestToWrite } from '../../../tool.ts';

/** Compares by structure, also values of another realm, and decimals with a tolerance. */
export const SCRIPT_HELPERS = `function _matches(got, want) {
  if (typeof want === 'number' && typeof got === 'number' && !Number.isInteger(want)) {
    return Object.is(got, want) || Math.abs(got - want) <= Math.max(1e-6 * Math.abs(want), 1e-9);
  }
  if (want === null || typeof want !== 'object') return got === want || (got !== got && want !== want);
  const kind = Object.prototype.toString.call(want);
  if (got === null || typeof got !== 'object' || Object.prototype.toString.call(got) !== kind) return false;
  if (kind === '[object Date]') return _matches(got.getTime(), want.getTime());
  if (kind === '[object RegExp]' || kind === '[object URL]') return String(got) === String(want);
  if (kind === '[object Map]' || kind === '[object Set]') return _matches([...got], [...want]);
  if (Array.isArray(want) && got.length !== want.length) return false;
  const keys = new Set([...Object.keys(got), ...Object.keys(want)]);
  return [...keys].every((key) => _matches(got[key], want[key]));
}

function _shown(value) {
  let text = String(Object.prototype.toString.call(value));
  try {
    text = (value !== null && typeof value === 'object') || typeof value === 'string' ? JSON.stringify(value) : String(value);
  } catch {}
  return text.length <= 500 ? text : text.slice(0, 500) + '...';
}

function _check(holds, text) {
  if (!holds) throw new Error(text);
}

function _isA(error, name) {
  for (let kind = error; kind != null; kind = Object.getPrototypeOf(kind)) {
    if (kind.name === name || (kind.constructor && kind.constructor.name === name)) return true;
  }
  return false;
}
`;

/** For tests that compare what is printed. */
const OUTPUT_HELPER = `async function _printed(format, call) {
  const lines = [];
  const { log, info } = console;
  console.log = console.info = (...values) => {
    lines.push(format(...values));
  };
  try {
    await call();
  } finally {
    Object.assign(console, { log, info });
  }
  return lines.join('\\n').trimEnd();
}
`;

export function scriptHelpers(tests: readonly TestToWrite[]): string[] {
  return tests.some(({ expected }) => expected.kind === 'output') ? [SCRIPT_HELPERS, OUTPUT_HELPER] : [SCRIPT_HELPERS];
}

export function scriptBody({ imports, setup, call, expected, title, isOwnCode }: TestToWrite, form: ModuleForm): string[] {
  const before = inlineImports(imports, form);
  switch (expected.kind) {
    case 'holds':
      if (isOwnCode) return [...before, ...call.split('\n')];
      return [...before, `${evaluated(`${setup}\n${call}`, null)};`];
    case 'value':
      return [
        ...before,
        `const _got = ${evaluated(setup, call)};`,
        `const _want = ${expected.code};`,
        `_check(_matches(_got, _want), ${textOf(`${title}: got `)} + _shown(_got));`,
      ];
    case 'output':
      return [
        ...before,
        ...inlineImports("import { format as _format } from 'node:util';", form),
        `const _text = await _printed(_format, async () => { ${evaluated(setup, call)}; });`,
        `_check(_text === ${textOf(expected.text.trimEnd())}, ${textOf(`${title}: printed `)} + _shown(_text));`,
      ];
    case 'error':
      return [...before, ...errorLines(evaluated(setup, call), expected.name, title)];
  }
}

function errorLines(code: string, name: string | null, title: string): string[] {
  const isRight =
    name === null ? [] : [`_check(_isA(_caught.error, ${textOf(name)}), ${textOf(`${title}: threw `)} + _caught.error);`];
  return [
    'let _caught = null;',
    'try {',
    `  ${code};`,
    '} catch (error) {',
    '  _caught = { error };',
    '}',
    `_check(_caught !== null, ${textOf(`${title}: threw nothing`)});`,
    ...isRight,
  ];
}

/**
 * An expression that runs statements and has the value of the call. The code of a text can have a mistake, which must stop its own
 * test alone: `eval` reads it when the test runs, and sees the names of the test.
 */
export function evaluated(setup: string, call: string | null): string {
  const code = call?.trim().replace(/;+$/, '') ?? null;
  if (code !== null && setup.trim() === '' && !/\bawait\b/.test(code)) return `await eval(${textOf(`(${code})`)})`;
  const parts = [setup.trim(), ...(code === null ? [] : [`return (${code}\n);`])].filter((part) => part !== '');
  return `await eval(${textOf(`(async () => {\n${parts.join('\n')}\n})()`)})`;
}

/** A string of JavaScript. */
export function textOf(text: string): string {
  return JSON.stringify(text);
}
