// Files that decide a check besides the code under test: tests, test helpers, and settings of tools.
// Decided from file names that ecosystems agree on, never from the content, which the candidate controls.
import { RUNNERS } from '../tools/index.ts';
import { anyOf, inOrder } from './pattern.ts';

/**
 * test: files with tests, and snapshots, fixtures and helpers beside them. runner: how tests are found and run.
 * config: linters and compilers. script: what check commands run. hydra: Hydra's own settings.
 */
export type SupportRole = 'test' | 'runner' | 'config' | 'script' | 'hydra';

/** A file with such a name, in any folder. */
function named(name: RegExp): RegExp {
  return inOrder({ start: /(?:^|\/)/, name, end: /$/ });
}

const NATIVE = /(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|m|mm|cu|zig|rs|f90|ml|hs|erl|nim|jl|lua|r|R)/;

/** Names that runners and projects use for files with tests, in any folder. */
const TEST_NAME = anyOf({
  javascript: /\.(?:test|spec|cy|e2e|test-d)\.[cm]?[jt]sx?$/,
  python: named(/(?:test_[^/]*|[^/]*_test|conftest)\.pyi?|tests\.py/),
  suffix: /_test\.(?:go|dart|exs?|rb)$|_spec\.(?:rb|lua|cr)$/,
  nativeSuffix: inOrder({ name: /[_-](?:unit)?tests?\./, extension: NATIVE, end: /$/ }),
  nativePrefix: inOrder({ name: /(?:^|\/)test[_-][^/]*\./, extension: anyOf({ native: NATIVE, ruby: /rb/ }), end: /$/ }),
  rust: named(/tests\.rs/),
  className: /(?:Tests?|TestCase)\.(?:java|kts?|scala|groovy|cs|fs|vb|php|swift|m|mm|c|cc|cpp|cxx|h|hh|hpp|hs)$/,
  specification: /(?:Specs?|IT)\.(?:java|kt|scala|groovy|cs|fs|php|swift|hs)$/,
  snapshot: /\.snap$|\.ambr$/,
  bats: /\.bats$/,
  gherkin: /\.feature$/,
  perl: /(?:^|\/)t\/[^/]+\.t$/,
  fileAtRoot: /^(?:tests?|specs?)\.(?:[cm]?[jt]sx?|py|rb|php|c|cc|cpp|lua|pl)$/,
});

const TEST_FOLDER = anyOf({
  folder:
    /(?:^|\/)(?:tests?|Tests?|__tests__|spec|specs|e2e|__mocks__|__snapshots__|__fixtures__|testdata|test-data|fixtures|(?:unit|integration|functional|acceptance|system|regression)[-_]?tests?|test[-_]?suites?|step_definitions)\//,
  gradleFolder: /(?:^|\/)src\/(?:test|androidTest|integrationTest|testFixtures|[a-z]\w{0,30}Test)\//,
  // `Cart.Tests/` of .NET, `CartTests/` of Xcode and of .NET.
  project: /(?:^|\/)[\w.-]{0,80}(?:[a-z0-9]|\.)(?:Unit|Integration|UI|Functional|Acceptance)?(?:Tests|Specs|\.Test|\.Spec)\//,
});

const TEST = anyOf({ TEST_FOLDER, TEST_NAME });

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
  eslint: named(/eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?|\.eslintignore/),
  javascriptLinters: named(/biome\.jsonc?|\.oxlintrc\.json|\.jshintrc/),
  stylelint: named(/\.stylelintrc(?:\.\w+)?|\.stylelintignore/),
  prettier: named(/\.prettierrc(?:\.\w+)?|\.prettierignore/),
  typescript: named(/tsconfig[^/]*\.json|jsconfig\.json/),
  babelAndSwc: named(/\.swcrc|babel\.config\.\w+|\.babelrc(?:\.\w+)?/),
  pythonLinters: named(/\.?ruff\.toml|\.flake8|\.pylintrc|pylintrc|setup\.cfg|\.bandit/),
  pythonTypes: named(/mypy\.ini|\.mypy\.ini|pyrightconfig\.json/),
  rust: named(/\.?clippy\.toml|\.?rustfmt\.toml|\.cargo\/config(?:\.toml)?/),
  go: named(/\.golangci\.(?:ya?ml|toml|json)|staticcheck\.conf/),
  ruby: named(/\.rubocop(?:_todo)?\.yml/),
  php: named(/phpstan[^/]*\.neon(?:\.dist)?|phpcs\.xml(?:\.dist)?|psalm\.xml(?:\.dist)?|\.php-cs-fixer(?:\.dist)?\.php/),
  java: named(/checkstyle[^/]*\.xml|detekt\.yml|pmd[^/]*\.xml|spotbugs[^/]*\.xml/),
  cpp: named(/\.clang-tidy|\.cppcheck[^/]*/),
  shellAndContainers: named(/\.shellcheckrc|\.hadolint\.yaml/),
  otherLanguages: named(/\.swiftlint\.yml|\.credo\.exs|analysis_options\.yaml|\.luacheckrc|\.yamllint(?:\.ya?ml)?/),
});

const SCRIPT = anyOf({
  buildTool: named(/GNUmakefile|[Mm]akefile|justfile|Taskfile\.ya?ml|Rakefile|build\.rs/),
  shell: named(/(?:run[-_]?)?(?:tests?|lint|check|verify|ci)\.(?:sh|bash)/),
  inScriptFolder: inOrder({
    folder: /(?:^|\/)(?:scripts?|tools?|\.?ci)\//,
    name: /(?:[^/]*[-_.])?(?:tests?|lint|check|verify|build)(?:[-_.][^/]*)?/,
    extension: /\.(?:sh|bash|[cm]?js|ts|py|rb)$/,
  }),
});

/** The first that matches decides: a makefile in a folder of tests is a test file. */
const ROLES: readonly (readonly [SupportRole, RegExp])[] = [
  ['hydra', named(/hydra\.toml|\.gitattributes/)],
  ['test', TEST],
  ['runner', RUNNER],
  ['config', CONFIG],
  ['script', SCRIPT],
];

export function supportRole(path: string): SupportRole | null {
  return ROLES.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

/** A test because of its file name, in a folder that product source may be in too. */
export function isTestByNameAlone(path: string): boolean {
  return TEST_NAME.test(path) && !TEST_FOLDER.test(path);
}

/** Files in which only some parts decide a check; the candidate may change the rest. */
export const MIXED_FILES = ['package.json', 'pyproject.toml'] as const;

/** The mixed file that a path names, in any folder. */
export function mixedFile(path: string): (typeof MIXED_FILES)[number] | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return MIXED_FILES.find((mixed) => mixed === name) ?? null;
}
