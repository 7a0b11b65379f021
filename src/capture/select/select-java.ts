// Runs only some tests with Maven and Gradle, by id or by file. Pure. Both select by the class name, which
// equals the file name.
import { type FileRequest, type SelectRequest, stemOf } from './selection.ts';

interface JavaTest {
  /** With its package; the outermost class if classes are nested. */
  className: string;
  isNested: boolean;
  /** Null if the id has a display name instead of the method's. */
  method: string | null;
}

/** Ids are `org.example.ClassTest$Inner > method(int)[1]`, or `org.example.ClassTest.method` on Maven's console. */
const TEST_ID = /^((?:\w+\.)*\w+)((?:\$\w+)*)(?: > |\.)(.+)$/s;

function parseTest(id: string): JavaTest | null {
  const [, className, inner, name = ''] = TEST_ID.exec(id) ?? [];
  if (className === undefined) return null;
  return { className, isNested: inner !== '', method: /^(\w+)(?=$|[([{])/.exec(name)?.[1] ?? null };
}

function parseTests(ids: readonly string[]): JavaTest[] | null {
  const tests = ids.map(parseTest);
  return tests.includes(null) ? null : (tests as JavaTest[]);
}

/** Goals that also run integration tests, which have their own selection. */
const RUNS_INTEGRATION_TESTS = /^(?:integration-test|verify|install)$/;

export function selectMaven({ args, ids }: SelectRequest): string[] | null {
  const tests = parseTests(ids);
  return tests === null ? null : withMavenTests(args, mavenPatterns(tests));
}

export function selectMavenFiles({ args, files }: FileRequest): string[] | null {
  const names = files.map(stemOf);
  return names.every((name) => /^\w+$/.test(name)) ? withMavenTests(args, names) : null;
}

/** `ClassTest#method*+other*`: the name of a parameterized test continues after that of the method. */
function mavenPatterns(tests: readonly JavaTest[]): string[] {
  const methods = new Map<string, Set<string | null>>();
  for (const { className, isNested, method } of tests) {
    const name = `${className.slice(className.lastIndexOf('.') + 1)}${isNested ? '*' : ''}`;
    methods.set(name, (methods.get(name) ?? new Set()).add(method));
  }
  return [...methods].map(([name, ofClass]) => {
    const all = ofClass.has(null);
    return all ? name : `${name}#${[...ofClass].map((method) => `${method}*`).join('+')}`;
  });
}

/** Modules without any of the tests must not fail because of that. */
function withMavenTests(args: readonly string[], patterns: readonly string[]): string[] {
  const list = `'${[...new Set(patterns)].join(',')}'`;
  const ofUnits = [`-Dtest=${list}`, '-DfailIfNoTests=false', '-Dsurefire.failIfNoSpecifiedTests=false'];
  const ofIntegration = [`-Dit.test=${list}`, '-Dfailsafe.failIfNoSpecifiedTests=false'];
  return [...args, ...ofUnits, ...(args.some((word) => RUNS_INTEGRATION_TESTS.test(word)) ? ofIntegration : [])];
}

/** Options of Gradle that take the next word. */
const GRADLE_VALUES =
  /^(?:-x|--exclude-task|-I|--init-script|-g|--gradle-user-home|-P|--project-prop|-D|--system-prop|--console|--max-workers|--warning-mode)$/;
/** Tasks that run tests, as `test`, `:module:test` or `module:test`; others would run in addition to the selected tests. */
const GRADLE_TASK = /^:?((?:[\w.-]+:)*)(?:clean|cleanTest|test|check|build)$/;

interface GradleCommand {
  options: string[];
  /** The folders of the modules in the task names; `` is that of the build. */
  modules: string[];
}

/** Null if the command also runs other tasks. */
function parseGradle(args: readonly string[]): GradleCommand | null {
  const isValue = (index: number) => GRADLE_VALUES.test(args[index - 1] ?? '');
  const isOption = (word: string, index: number) => word.startsWith('-') || isValue(index);
  const tasks = args.filter((word, index) => !isOption(word, index)).map((task) => GRADLE_TASK.exec(task)?.[1]);
  if (tasks.includes(undefined)) return null;
  const modules = tasks.map((path = '') => path.replace(/:$/, '').replaceAll(':', '/'));
  return { options: args.filter(isOption), modules: [...new Set(modules)] };
}

const SOURCES = ['java/*.java', 'kotlin/*.kt', 'groovy/*.groovy', 'scala/*.scala'] as const;

/** A filter without a match fails a module, so the module of every test must be known. */
export function selectGradle({ args, ids, hasFile }: SelectRequest): string[] | null {
  const command = parseGradle(args);
  const tests = parseTests(ids);
  if (command === null || tests === null) return null;
  const patterns = new Map<string, string[]>();
  for (const { className, isNested, method } of tests) {
    const module = command.modules.find((folder) => testSources(folder, className).some(hasFile));
    if (module === undefined) return null;
    const pattern = isNested ? `${className}*` : method === null ? className : `${className}.${method}*`;
    patterns.set(module, [...(patterns.get(module) ?? []), pattern]);
  }
  return withGradleTests(command.options, patterns);
}

function testSources(module: string, className: string): string[] {
  const root = module === '' ? 'src/test' : `${module}/src/test`;
  return SOURCES.map((place) => `${root}/${place.replace('*', className.replaceAll('.', '/'))}`);
}

const GRADLE_FILE = /^(?:([\w./-]+)\/)?src\/test\/(?:java|kotlin|groovy|scala)\/(?:[\w/]+\/)?(\w+)\.(?:java|kt|groovy|scala)$/;

export function selectGradleFiles({ args, files }: FileRequest): string[] | null {
  const command = parseGradle(args);
  if (command === null) return null;
  const patterns = new Map<string, string[]>();
  for (const file of files) {
    const [, module = '', name] = GRADLE_FILE.exec(file) ?? [];
    if (name === undefined) return null;
    // In Kotlin the folders may differ from the package.
    patterns.set(module, [...(patterns.get(module) ?? []), `*${name}`]);
  }
  return withGradleTests(command.options, patterns);
}

/** Gradle does not rerun a task with the same inputs, unless its results are removed. */
function withGradleTests(options: readonly string[], patterns: ReadonlyMap<string, readonly string[]>): string[] {
  const tasks = [...patterns].flatMap(([module, names]) => {
    const path = module === '' ? ':' : `:${module.replaceAll('/', ':')}:`;
    return [`${path}cleanTest`, `${path}test`, ...[...new Set(names)].flatMap((name) => ['--tests', `'${name}'`])];
  });
  return [...options, ...tasks];
}
