// Files that decide a check besides the code under test: tests, test helpers, and settings of tools.
// Decided from file names that ecosystems agree on, never from the content, which the candidate controls.
import { anyOf, familyOf, hasTestName, inOrder, languageOf } from '../languages/index.ts';
import { CONFIG_FILES } from './code-checkers.ts';
import { RUNNERS } from './runners/index.ts';

/**
 * test: files with tests, and snapshots, fixtures and helpers beside them. runner: how tests are found and run.
 * config: linters and compilers. script: what check commands run. hydra: Hydra's own settings.
 */
export type SupportRole = 'test' | 'runner' | 'config' | 'script' | 'hydra';

/** A file with such a name, in any folder. */
function named(name: RegExp): RegExp {
  return inOrder({ start: /(?:^|\/)/, name, end: /$/ });
}

/** Files with tests whose names are no habit of one language. */
const TEST_NAME = anyOf({
  snapshot: /\.snap$|\.ambr$/,
  bats: /\.bats$/,
  gherkin: /\.feature$/,
  perl: /(?:^|\/)t\/[^/]+\.t$/,
});

function isTestName(path: string): boolean {
  return (
    TEST_NAME.test(path) ||
    hasTestName(path) ||
    (/^(?:tests?|specs?)\./.test(path) && languageOf(path)?.tests?.file !== undefined)
  );
}

const TEST_FOLDER = anyOf({
  folder:
    /(?:^|\/)(?:tests?|Tests?|__tests__|spec|specs|e2e|__mocks__|__snapshots__|__fixtures__|testdata|test-data|fixtures|(?:unit|integration|functional|acceptance|system|regression)[-_]?tests?|test[-_]?suites?|step_definitions)\//,
  gradleFolder: /(?:^|\/)src\/(?:test|androidTest|integrationTest|testFixtures|[a-z]\w{0,30}Test)\//,
  // `Cart.Tests/` of .NET, `CartTests/` of Xcode and of .NET.
  project: /(?:^|\/)[\w.-]{0,80}(?:[a-z0-9]|\.)(?:Unit|Integration|UI|Functional|Acceptance)?(?:Tests|Specs|\.Test|\.Spec)\//,
});

const RUNNER = anyOf({
  runners: named(anyOf(Object.fromEntries(RUNNERS.flatMap(({ id, configFiles }) => (configFiles ? [[id, configFiles]] : []))))),
  browserTests: named(/(?:cypress|wdio)\.(?:config|conf)\.[cm]?[jt]s(?:on)?/),
  javascriptCoverage: named(/\.nycrc(?:\.\w+)?|\.c8rc(?:\.json)?/),
  packageManager: named(/\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs/),
  python: named(/tox\.ini|noxfile\.py|\.coveragerc/),
  // Python loads these at every start.
  pythonStartup: named(/sitecustomize\.py|usercustomize\.py|[^/]+\.pth/),
  rubyCoverage: named(/\.simplecov/),
});

const CONFIG = anyOf({
  ofTools: named(anyOf(CONFIG_FILES)),
  otherLinters: named(/\.jshintrc|setup\.cfg|\.php-cs-fixer(?:\.dist)?\.php|detekt\.yml|pmd[^/]*\.xml|spotbugs[^/]*\.xml/),
  babelAndSwc: named(/\.swcrc|babel\.config\.\w+|\.babelrc(?:\.\w+)?/),
  cpp: named(/\.clang-tidy|\.cppcheck[^/]*/),
  otherLanguages: named(/\.swiftlint\.yml|\.credo\.exs|analysis_options\.yaml/),
});

const SCRIPT = anyOf({
  buildTool: named(/GNUmakefile|[Mm]akefile|justfile|Taskfile\.ya?ml|Rakefile|build\.rs/),
  shell: named(/(?:run[-_]?)?(?:tests?|lint|check|verify|ci)\.(?:sh|bash)/),
});
const SCRIPT_IN_FOLDER = inOrder({
  folder: /(?:^|\/)(?:scripts?|tools?|\.?ci)\//,
  name: /(?:[^/]*[-_.])?(?:tests?|lint|check|verify|build)(?:[-_.][^/]*)?/,
  extension: /\.[^./]+$/,
});
const SCRIPT_FAMILIES: readonly (string | null)[] = ['javascript', 'python', 'ruby', 'shell'];

const HYDRA = named(/hydra\.toml|\.gitattributes/);

/** The first that matches decides: a makefile in a folder of tests is a test file. */
const ROLES: readonly (readonly [SupportRole, (path: string) => boolean])[] = [
  ['hydra', (path) => HYDRA.test(path)],
  ['test', (path) => TEST_FOLDER.test(path) || isTestName(path)],
  ['runner', (path) => RUNNER.test(path)],
  ['config', (path) => CONFIG.test(path)],
  ['script', (path) => SCRIPT.test(path) || (SCRIPT_IN_FOLDER.test(path) && SCRIPT_FAMILIES.includes(familyOf(path)))],
];

export function supportRole(path: string): SupportRole | null {
  return ROLES.find(([, matches]) => matches(path))?.[0] ?? null;
}

/** A test because of its file name, in a folder that product source may be in too. */
export function isTestByNameAlone(path: string): boolean {
  return isTestName(path) && !TEST_FOLDER.test(path);
}

/** Files in which only some parts decide a check; the candidate may change the rest. */
export const MIXED_FILES = ['package.json', 'pyproject.toml'] as const;

/** The mixed file that a path names, in any folder. */
export function mixedFile(path: string): (typeof MIXED_FILES)[number] | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return MIXED_FILES.find((mixed) => mixed === name) ?? null;
}
