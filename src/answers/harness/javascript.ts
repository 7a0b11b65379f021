// The JavaScript code that makes calls and writes down what they return.
import { inlineImports, type ModuleForm, movedImports } from '../../languages/index.ts';
import type { AnswersTest, CallToMake } from './answers-test.ts';

/**
 * The calls run in the process of the runner, because only that can load what the runner compiles. A limit of `vm` ends code that
 * does not return; `process.exit` only ends the call.
 */
const JAVASCRIPT_SUPPORT = String.raw`class _CanonicalText {
  constructor() {
    this.parts = 0;
    this.around = new Set();
  }

  show(value, depth) {
    this.parts += 1;
    if (depth > 20 || this.parts > 5000) return '…';
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return this.plain(value);
    if (this.around.has(value)) return '<cycle>';
    this.around.add(value);
    try {
      return typeof value === 'function' ? this.callable(value) : this.container(value, depth + 1);
    } finally {
      this.around.delete(value);
    }
  }

  plain(value) {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'bigint') return value + 'n';
    if (typeof value !== 'number') return String(value);
    if (Object.is(value, -0)) return '-0';
    return Number.isInteger(value) || !Number.isFinite(value) ? String(value) : String(Number(value.toPrecision(12)));
  }

  callable(value) {
    return /^class\b/.test(Function.prototype.toString.call(value)) ? '<class ' + value.name + '>' : '<function>';
  }

  container(value, depth) {
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    const name = this.nameOf(value, kind);
    if (Array.isArray(value)) return this.list(value, depth);
    if (kind === 'Date') return 'Date(' + (Number.isNaN(value.getTime()) ? 'Invalid' : value.toISOString()) + ')';
    if (kind === 'RegExp' || kind === 'Symbol') return String(value);
    if (kind === 'URL' || kind === 'URLSearchParams') return kind + '(' + JSON.stringify(String(value)) + ')';
    if (kind === 'Map') return name + '{' + this.sorted(value, ([key, item]) => this.show(key, depth) + ' => ' + this.show(item, depth)) + '}';
    if (kind === 'Set') return name + '{' + this.sorted(value, (item) => this.show(item, depth)) + '}';
    if (kind === 'Promise' || kind === 'WeakMap' || kind === 'WeakSet' || kind === 'WeakRef') return '<' + name + '>';
    if (kind === 'Number' || kind === 'String' || kind === 'Boolean') return name + '(' + this.show(value.valueOf(), depth) + ')';
    if (kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer') return name + this.list(new Uint8Array(value), depth);
    if (ArrayBuffer.isView(value)) return kind === 'DataView' ? '<DataView>' : name + this.list(value, depth);
    if (typeof value.next === 'function' && typeof value[Symbol.iterator] === 'function') return 'iter(' + this.list(this.taken(value, 100), depth) + ')';
    return this.fields(value, name, depth);
  }

  nameOf(value, kind) {
    const prototype = Object.getPrototypeOf(value);
    const maker = prototype === null ? null : prototype.constructor;
    return (typeof maker === 'function' && maker.name) || kind;
  }

  taken(items, most) {
    const list = [];
    for (const item of items) {
      list.push(item);
      if (list.length === most) break;
    }
    return list;
  }

  list(items, depth) {
    const shown = [];
    for (let at = 0; at < items.length && at < 1000; at += 1) shown.push(at in items ? this.show(items[at], depth) : '<empty>');
    return '[' + shown.join(', ') + (items.length > 1000 ? ', … ' + items.length : '') + ']';
  }

  sorted(items, show) {
    return this.taken(items, 1000).map(show).sort().join(', ');
  }

  fields(value, name, depth) {
    const isError = Object.prototype.toString.call(value) === '[object Error]';
    const isPlain = name === 'Object';
    const keys = Object.keys(value).filter((key) => isPlain || !key.startsWith('_')).sort().slice(0, 1000);
    if (!isPlain && !isError && keys.length === 0 && value.toString !== Object.prototype.toString) {
      const text = String(value);
      if (!text.startsWith('[object ')) return name + '(' + JSON.stringify(text) + ')';
    }
    const shown = keys.map((key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)) + ': ' + this.show(value[key], depth));
    return (isPlain ? '' : name) + '{' + shown.join(', ') + '}';
  }
}

class _Exit {}

async function _answers({ fs, vm, timers }, probes) {
  const path = process.env.HYDRA_ANSWERS_FILE;
  if (!path) return;
  delete process.env.HYDRA_ANSWERS_FILE;
  const write = (line) => fs.appendFileSync(path, JSON.stringify(line) + '\n');
  fs.appendFileSync(path, '');
  const end = Date.now() + 60000;
  const restore = _confined();
  try {
    for (const pass of [1, 2]) {
      // An answer with the time of day in it is another one in the next second.
      if (pass === 2) await new Promise((resolve) => timers.setTimeout(resolve, 1010 - (Date.now() % 1000)));
      for (const [id, load, code] of pass === 1 ? probes : [...probes].reverse()) {
        if (Date.now() > end) return;
        // A call of something that the tree does not have is no answer.
        const scope = await _within(timers, 20000, load).catch(() => null);
        if (scope === null) continue;
        write({ begin: id, pass });
        write({ id, pass, answer: await _answer({ vm, timers }, () => scope(code)) });
      }
    }
  } finally {
    restore();
  }
}

/** Takes from the calls what would end the process or print. */
function _confined() {
  const exit = () => {
    throw new _Exit();
  };
  const kept = [];
  const replace = (object, names, value) => {
    for (const name of names) {
      kept.push([object, name, object[name]]);
      try {
        object[name] = value;
      } catch {}
    }
  };
  replace(process, ['exit', 'abort', 'reallyExit', 'kill'], exit);
  replace(console, ['log', 'info', 'warn', 'error', 'debug', 'trace', 'table', 'dir'], () => {});
  const ignore = () => {};
  process.on('unhandledRejection', ignore);
  process.on('uncaughtException', ignore);
  return () => {
    for (const [object, name, value] of kept) {
      try {
        object[name] = value;
      } catch {}
    }
    process.removeListener('unhandledRejection', ignore);
    process.removeListener('uncaughtException', ignore);
    process.exitCode = undefined;
  };
}

async function _answer({ vm, timers }, call) {
  try {
    const returned = _limited(vm, call);
    const value = await _within(timers, 1000, () => _settled(returned));
    const text = _limited(vm, () => new _CanonicalText().show(value, 0));
    return text.length <= 16000 ? text : text.slice(0, 16000) + '…' + _sum(text);
  } catch (error) {
    if (error instanceof _Exit) return 'exits';
    if (error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'times out';
    return 'raises ' + _errorName(error);
  }
}

function _limited(vm, call) {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return vm.runInNewContext('call()', { call }, { timeout: 1000 });
  } finally {
    process.stdout.write = write;
  }
}

async function _settled(value) {
  if (value === null || typeof value !== 'object' || typeof value[Symbol.asyncIterator] !== 'function') return value;
  const items = [];
  for await (const item of value) {
    items.push(item);
    if (items.length === 100) break;
  }
  return items[Symbol.iterator]();
}

function _within(timers, milliseconds, make) {
  return new Promise((resolve, reject) => {
    const timer = timers.setTimeout(() => reject({ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' }), milliseconds);
    const stop = (then) => (value) => {
      timers.clearTimeout(timer);
      then(value);
    };
    Promise.resolve().then(make).then(stop(resolve), stop(reject));
  });
}

function _errorName(error) {
  if (error === null || (typeof error !== 'object' && typeof error !== 'function')) return typeof error;
  const made = error.constructor && error.constructor.name;
  return String((made && made !== 'Error' && made !== 'Object' ? made : error.name) || made || 'object').slice(0, 100);
}

/** Tells long texts apart. */
function _sum(text) {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return sum.toString(16);
}

/** Fails for a name that a module does not export. */
function _present(...values) {
  if (values.some((value) => value === undefined)) throw new Error('not exported');
}
`;

const NEEDS = "import * as fs from 'fs';\nimport * as vm from 'vm';\nimport * as timers from 'timers';";

/** `path`: the file that makes the calls. */
export function javascriptTest(calls: readonly CallToMake[], path: string, form: ModuleForm): AnswersTest {
  const rows = calls.flatMap(({ probe, imports, importsPath, setup = '' }) => {
    const moved = importsPath === null ? imports : movedImports(imports, { from: importsPath, to: path });
    const loads = inlineImports(moved, form);
    const names = loads.flatMap((line) => /^const ([\w$]+) =/.exec(line)?.[1] ?? []);
    const present = names.length === 0 ? [] : [`_present(${names.join(', ')});`];
    const body = [...loads, ...present, 'return (code) => eval(code);'].map((line) => `    ${line}`);
    return [
      `  [${JSON.stringify(probe.id)}, async () => {`,
      ...body,
      `  }, ${JSON.stringify(codeOf(setup.trim(), probe.call.trim()))}],`,
    ];
  });
  const body = [...inlineImports(NEEDS, form), 'await _answers({ fs, vm, timers }, [', ...rows, ']);'];
  return { support: JAVASCRIPT_SUPPORT, body: body.join('\n'), isAsync: true };
}

/** An expression with the value of the call, or the promise of it. */
function codeOf(setup: string, call: string): string {
  const isAsync = /\bawait\b/.test(`${setup}\n${call}`);
  return `(${isAsync ? 'async ' : ''}() => {\n${setup}\nreturn (${call}\n);\n})()`;
}
