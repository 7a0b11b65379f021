// Runs only some tests of a Gradle build. A filter without a match fails a module, so the module of every test must be known.
import type { FileRequest, TestRequest } from '../../tool.ts';
import { parseJavaTests } from '../shared/java-tests.ts';

/** Options that take the next word. */
const TAKES_VALUE =
  /^(?:-x|--exclude-task|-I|--init-script|-g|--gradle-user-home|-P|--project-prop|-D|--system-prop|--console|--max-workers|--warning-mode)$/;
/** Tasks that run tests, as `test`, `:module:test` or `module:test`; others would run in addition to the selected tests. */
const TASK = /^:?((?:[\w.-]+:)*)(?:clean|cleanTest|test|check|build)$/;

interface Command {
  options: string[];
  /** The folders of the modules in the task names; `` is that of the build. */
  modules: string[];
}

/** Null if the command also runs other tasks. */
function parseCommand(args: readonly string[]): Command | null {
  const isValue = (index: number) => TAKES_VALUE.test(args[index - 1] ?? '');
  const isOption = (word: string, index: number) => word.startsWith('-') || isValue(index);
  const tasks = args.filter((word, index) => !isOption(word, index)).map((task) => TASK.exec(task)?.[1]);
  if (tasks.includes(undefined)) return null;
  const modules = tasks.map((path = '') => path.replace(/:$/, '').replaceAll(':', '/'));
  return { options: args.filter(isOption), modules: [...new Set(modules)] };
}

const SOURCES = ['java/*.java', 'kotlin/*.kt', 'groovy/*.groovy', 'scala/*.scala'] as const;

/** A filter without a match fails a module, so the module of every test must be known. */
export function selectTests({ args, ids, hasFile }: TestRequest): string[] | null {
  const command = parseCommand(args);
  const tests = parseJavaTests(ids);
  if (command === null || tests === null) return null;
  const patterns = new Map<string, string[]>();
  for (const { className, isNested, method } of tests) {
    const module = command.modules.find((folder) => testSources(folder, className).some(hasFile));
    if (module === undefined) return null;
    const pattern = isNested ? `${className}*` : method === null ? className : `${className}.${method}*`;
    patterns.set(module, [...(patterns.get(module) ?? []), pattern]);
  }
  return withTests(command.options, patterns);
}

function testSources(module: string, className: string): string[] {
  const root = module === '' ? 'src/test' : `${module}/src/test`;
  return SOURCES.map((place) => `${root}/${place.replace('*', className.replaceAll('.', '/'))}`);
}

const TEST_FILE = /^(?:([\w./-]+)\/)?src\/test\/(?:java|kotlin|groovy|scala)\/(?:[\w/]+\/)?(\w+)\.(?:java|kt|groovy|scala)$/;

export function selectFiles({ args, files }: FileRequest): string[] | null {
  const command = parseCommand(args);
  if (command === null) return null;
  const patterns = new Map<string, string[]>();
  for (const file of files) {
    const [, module = '', name] = TEST_FILE.exec(file) ?? [];
    if (name === undefined) return null;
    // In Kotlin the folders may differ from the package.
    patterns.set(module, [...(patterns.get(module) ?? []), `*${name}`]);
  }
  return withTests(command.options, patterns);
}

/** Gradle does not rerun a task with the same inputs, unless its results are removed. */
function withTests(options: readonly string[], patterns: ReadonlyMap<string, readonly string[]>): string[] {
  const tasks = [...patterns].flatMap(([module, names]) => {
    const path = module === '' ? ':' : `:${module.replaceAll('/', ':')}:`;
    return [`${path}cleanTest`, `${path}test`, ...[...new Set(names)].flatMap((name) => ['--tests', `'${name}'`])];
  });
  return [...options, ...tasks];
}
