// `node --test` without a process: evaluates small modules of a tree and prints what Node 20 prints, and Hydra's report.
import assert from 'node:assert';
import type { Execution, Outcome, Script } from './machine.ts';
import { SCRIPTED_TREE } from './machine.ts';

/** Names that modules can use without an import. */
export type Globals = Readonly<Record<string, unknown>>;

interface Result {
  /** The name of the test; null for a file that cannot be loaded. */
  name: string | null;
  file: string;
  error: string | null;
}

/** The script of a command `node --test` or of one that runs it. */
export function nodeTest(globals: (execution: Execution) => Globals = () => ({})): Script {
  return async (execution) => printed(await runTests(execution, globals(execution)), execution.planned.asksForReport);
}

async function runTests({ command, files }: Execution, globals: Globals): Promise<Result[]> {
  const { pattern, paths } = readArguments(command);
  const chosen = paths.length > 0 ? paths.filter((path) => files.has(path)) : [...files.keys()].filter(isTestFile).sort();
  const results: Result[] = [];
  for (const file of chosen) results.push(...(await runFile(file, pattern, files, globals)));
  return results;
}

function isTestFile(path: string): boolean {
  return /(?:^|\/)test\/.*\.js$|\.test\.js$/.test(path) && !path.includes('node_modules/');
}

/** The arguments after `node --test` or `npm test`. */
function readArguments(command: string): { pattern: RegExp; paths: string[] } {
  const [, text = ''] = /(?:node --test|npm test)(?: --silent)?(?: --(?= ))?(.*)$/.exec(command) ?? [];
  const words = [...text.matchAll(/(?:[^\s']+|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''));
  const option = words.find((word) => word.startsWith('--test-name-pattern='));
  const pattern = new RegExp(option?.slice('--test-name-pattern='.length) ?? '');
  return { pattern, paths: words.filter((word) => !word.startsWith('-')) };
}

async function runFile(file: string, pattern: RegExp, files: Execution['files'], globals: Globals): Promise<Result[]> {
  const tests: { name: string; body: () => unknown }[] = [];
  const world: World = {
    files,
    globals,
    loaded: new Map(),
    test: (name, body) => void (pattern.test(name) && tests.push({ name, body })),
  };
  try {
    load(file, world);
  } catch (error) {
    return [{ name: null, file, error: String(error) }];
  }
  const results: Result[] = [];
  for (const { name, body } of tests) {
    const error = await failureOf(body);
    results.push({ name, file, error });
  }
  return results;
}

async function failureOf(body: () => unknown): Promise<string | null> {
  try {
    await body();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface World {
  files: Execution['files'];
  globals: Globals;
  loaded: Map<string, Record<string, unknown>>;
  test(name: string, body: () => unknown): void;
}

/** The exports of a module. Each file of a suite gets its own instances, as in processes of their own. */
function load(path: string, world: World): Record<string, unknown> {
  const known = world.loaded.get(path);
  if (known !== undefined) return known;
  const text = world.files.get(path);
  if (text === undefined) throw new Error(`Cannot find module '${SCRIPTED_TREE}/${path}'`);
  const exported: Record<string, unknown> = {};
  world.loaded.set(path, exported);
  const get = (name: string) => builtin(name, world) ?? load(new URL(name, `file:///${path}`).pathname.slice(1), world);
  const names = Object.keys(world.globals);
  new Function('$get', '$exported', ...names, toScript(text))(get, exported, ...names.map((name) => world.globals[name]));
  return exported;
}

function builtin(name: string, { files, test }: World): Record<string, unknown> | null {
  if (name === 'node:test') return { test, default: test };
  if (name === 'node:assert' || name === 'node:assert/strict') return { ...assert.strict, default: assert.strict };
  if (name !== 'node:fs') return null;
  return {
    existsSync: (path: string) => files.has(path),
    readFileSync: (path: string) => files.get(path) ?? assert.fail(`no such file: ${path}`),
    readdirSync: (path: string) =>
      [...files.keys()].filter((file) => file.startsWith(`${path}/`)).map((file) => file.slice(path.length + 1)),
  };
}

/** A module as the body of a function. Only the forms that the projects of these tests use. */
function toScript(text: string): string {
  const exported: string[] = [];
  const script = text
    .replace(/^import (\w+) from ('[^']+');?$/gm, 'const { default: $1 } = $get($2);')
    .replace(/^import (\{[^}]*\}) from ('[^']+');?$/gm, (_, names: string, from: string) => {
      const chosen = names.replaceAll(' as ', ': ');
      return `const ${chosen} = $get(${from});\nif (Object.values(${chosen.replace(/\w+: /g, '')}).includes(undefined)) throw new SyntaxError('missing export of ' + ${from});`;
    })
    .replace(/^export (?=(?:async )?(?:function|const|let|class) (\w+))/gm, (_, name: string) => {
      exported.push(name);
      return '';
    });
  return `'use strict';\n${script}\n${exported.map((name) => `$exported.${name} = ${name};`).join('\n')}`;
}

function printed(results: readonly Result[], asksForReport: boolean): Outcome {
  const failed = results.filter(({ error }) => error !== null).length;
  const counts = {
    tests: results.length,
    suites: 0,
    pass: results.length - failed,
    fail: failed,
    cancelled: 0,
    skipped: 0,
    todo: 0,
  };
  const totals = Object.entries(counts).map(([word, count]) => `# ${word} ${count}`);
  const lines = ['TAP version 13', ...results.flatMap(tapLines), `1..${results.length}`, ...totals, '# duration_ms 5', ''];
  const documents = [
    { node_test: 'start', node: '20.19.0' },
    ...results.map(({ name, file, error }) => ({
      ...{ node_test: 'result', kind: 'test', status: error === null ? 'passed' : 'failed', file: `${SCRIPTED_TREE}/${file}` },
      ...{ names: name === null ? [] : [name], line: 1, duration_ms: 1, error },
    })),
    { node_test: 'end', counts },
  ];
  const report = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  const reports = asksForReport ? { 'node-test-1.jsonl': report } : {};
  return { stdout: lines.join('\n'), exitCode: failed === 0 ? 0 : 1, reports };
}

function tapLines({ name, file, error }: Result, index: number): string[] {
  const title = name ?? `${SCRIPTED_TREE}/${file}`;
  const message = error === null ? [] : [`  error: ${JSON.stringify(error)}`, "  code: 'ERR_TEST_FAILURE'"];
  return [
    `# Subtest: ${title}`,
    `${error === null ? 'ok' : 'not ok'} ${index + 1} - ${title}`,
    '  ---',
    '  duration_ms: 1',
    ...message,
    '  ...',
  ];
}
