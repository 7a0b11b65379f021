// Writers of test files in JavaScript and TypeScript. What they share: where the file is, how it loads modules, and its tests.
import { LOAD_HELPERS, type ModuleForm } from '../../../../languages/index.ts';
import type { TestToWrite, TestWriter, WriteRequest } from '../../../tool.ts';
import { folderOf, folderOfTests, freePath, inFolder, testsOf } from './place.ts';
import { scriptBody, scriptHelpers, textOf } from './script-code.ts';

export interface ScriptFile {
  readonly form: ModuleForm;
  /** The texts of the tests beside it, which show what they import. */
  readonly neighbors: readonly string[];
  readonly tests: readonly TestToWrite[];
}

/** What differs between runners. */
export interface ScriptDialect {
  /** Files that the runner takes for tests. */
  readonly testFile: RegExp;
  /** Present if the runner's own `import` compiles what it loads, and `require` does not. */
  readonly importsOnly?: true;
  /** What a test can use without an import: globals, or names that the head imports with a `_` before them. */
  readonly provides?: readonly string[];
  /** The lines at the top of the file. */
  head(file: ScriptFile): string[];
  /** One test whose title is a string of JavaScript. */
  declare(title: string, body: readonly string[]): string[];
}

/** Compiling what a test imports is part of its time. */
export const TEST_MILLISECONDS = 90_000;
const MAX_NEIGHBORS = 40;
const NEVER_TESTS =
  /\.(?:d|test-d|cy|e2e)\.[cm]?[jt]sx?$|(?:^|\/)(?:__snapshots__|__mocks__|__fixtures__|fixtures?|helpers?|support|node_modules)\//;

export function scriptWriter(dialect: ScriptDialect): TestWriter {
  const neighborsAt = (folder: string, request: Pick<WriteRequest, 'args' | 'files'>) =>
    testsFor(dialect, request).filter((path) => folderOf(path) === folder);
  return {
    languages: ['javascript', 'typescript'],
    path(request) {
      const place = { ...request, files: testsFor(dialect, request), testFile: dialect.testFile };
      const folder = folderOfTests(place) ?? (request.files.some((path) => path.startsWith('test/')) ? 'test' : '');
      const shape = mostFrequent(neighborsAt(folder, request).map(shapeOf)) ?? '*.test.js';
      return freePath(request.files, (suffix) =>
        inFolder(
          folder,
          shape.replace('*', () => request.stem + suffix),
        ),
      );
    },
    text({ tests, support = '', ...request }, path) {
      const form = formOf(dialect, path, request);
      const neighbors = textsBeside(dialect, path, request);
      const names = tests.map((test) => nameOf(test));
      const head = ['// @ts-nocheck', ...dialect.head({ form, neighbors, tests })].join('\n');
      // An imported name has another one in compiled code; `eval` sees a local one.
      const bodyOf = (test: TestToWrite) => [
        ...(dialect.provides ?? [])
          .filter((name) => head.includes(` as _${name}`) && usesName(name, [test]))
          .map((name) => `const ${name} = _${name};`),
        ...scriptBody(test, form),
      ];
      const written = tests.map((test, index) => dialect.declare(textOf(names[index] ?? ''), bodyOf(test).map(indented)));
      const parts = [head, support.trim(), LOAD_HELPERS.trim(), ...scriptHelpers(tests).map((each) => each.trim())];
      const blocks = [...parts, ...written.map((lines) => lines.join('\n'))].filter((each) => each !== '');
      return { names, text: `${blocks.join('\n\n')}\n` };
    },
    provides: dialect.provides ?? [],
    moduleForm: (request, path) => formOf(dialect, path, request),
  };
}

function testsFor({ testFile }: ScriptDialect, { args, files }: Pick<WriteRequest, 'args' | 'files'>): string[] {
  return testsOf({ args, files, testFile }).filter((path) => !NEVER_TESTS.test(path));
}

/** Names of tests end in what is stable in reports: a backslash is escaped in some of them. */
function nameOf({ name, title }: TestToWrite): string {
  return title.includes('\\') ? name.replaceAll('_', ' ') : title;
}

const NAME = /^((?:test|spec)[-_.])?.*?((?:[-_.](?:tests?|specs?|unit)|Tests?|Specs?)*)\.([cm]?[jt]sx?)$/;

/** `slug.test.ts` -> `*.test.ts`. A file that is called `test.js` says nothing about the names of others. */
function shapeOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [, prefix = '', suffix = '', extension = 'js'] = NAME.exec(name) ?? [];
  // Outside of folders for tests, only the name tells a test.
  const isPlain = prefix + suffix === '' && !/(?:^|\/)(?:tests?|__tests__|specs?)\//.test(path);
  return isPlain || /^(?:test|spec)s?\./.test(name) ? `*.test.${extension}` : `${prefix}*${suffix}.${extension}`;
}

function mostFrequent(words: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

const IMPORTS = /^(?:import|export)\b[^(]/m;
const REQUIRES = /\brequire\s{0,4}\(/;

/** As the tests beside it load modules; else as the package does. */
function formOf(dialect: ScriptDialect, path: string, request: Pick<WriteRequest, 'args' | 'files' | 'read'>): ModuleForm {
  const importing: ModuleForm = dialect.importsOnly === true || /\.m[jt]s$/.test(path) ? 'import' : 'either';
  if (dialect.importsOnly === true || /\.m[jt]s$/.test(path)) return importing;
  if (/\.c[jt]s$/.test(path)) return 'require';
  const texts = textsBeside(dialect, path, request);
  const imports = texts.filter((text) => IMPORTS.test(text)).length;
  const requires = texts.filter((text) => !IMPORTS.test(text) && REQUIRES.test(text)).length;
  if (imports + requires > 0) return imports >= requires ? importing : 'require';
  return /\.tsx?$/.test(path) || /"type"\s{0,8}:\s{0,8}"module"/.test(request.read('package.json') ?? '') ? importing : 'require';
}

/** The texts of the tests with the same extension in its folder. */
function textsBeside(dialect: ScriptDialect, path: string, request: Pick<WriteRequest, 'args' | 'files' | 'read'>): string[] {
  const extension = path.slice(path.lastIndexOf('.'));
  return testsFor(dialect, request)
    .filter((each) => folderOf(each) === folderOf(path) && each.endsWith(extension))
    .slice(0, MAX_NEIGHBORS)
    .map((each) => request.read(each) ?? '');
}

function indented(line: string): string {
  return line.trim() === '' ? line : `  ${line}`;
}

/** The line that loads what a runner exports. */
export function loadRunner(pattern: { imported: string; required: string }, form: ModuleForm): string {
  return form === 'require' ? pattern.required : pattern.imported;
}

/** Whether one of the tests uses a name that the file has to import. */
export function usesName(name: string, tests: readonly TestToWrite[]): boolean {
  const call = new RegExp(`(?<![\\w$.])${name}(?=[.(])`);
  return tests.some((test) => call.test(`${test.setup}\n${test.call}`));
}
