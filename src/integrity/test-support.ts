// What decides a check besides the code under test: tests, what they rest on, and how checks are configured.
// Told from names that the ecosystems agree on, never from anything a candidate says.

/**
 * test: files with tests, and snapshots, fixtures and helpers beside them. runner: how tests are found and run.
 * config: linters and compilers. script: what check commands lead to. hydra: this tool's own settings.
 */
export type SupportRole = 'test' | 'runner' | 'config' | 'script' | 'hydra';

const ROLES: readonly { role: SupportRole; path: RegExp }[] = [
  { role: 'hydra', path: /(?:^|\/)(?:hydra\.toml|\.gitattributes)$/ },
  // Folders that hold tests in most languages.
  {
    role: 'test',
    path: /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e|__mocks__|__snapshots__|__fixtures__|testdata|test-data|fixtures)\//,
  },
  { role: 'test', path: /(?:^|\/)src\/(?:test|androidTest|integrationTest)\// },
  // Files beside the code.
  { role: 'test', path: /\.(?:test|spec|cy|e2e|test-d)\.[cm]?[jt]sx?$/ },
  { role: 'test', path: /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.pyi?$/ },
  { role: 'test', path: /_test\.(?:go|dart|exs?|rb|cc|cpp|c)$|_spec\.rb$|(?:Tests?|Spec|IT)\.(?:java|kt|scala|cs|php|swift)$/ },
  { role: 'test', path: /\.snap$|\.ambr$|\.bats$|(?:^|\/)t\/[^/]+\.t$/ },
  { role: 'test', path: /^(?:tests?|specs?)\.(?:[cm]?[jt]sx?|py|rb|php|c|cc|cpp|lua|pl)$|(?:^|\/)tests\.py$/ },
  { role: 'runner', path: /(?:^|\/)(?:jest|vitest|vite|karma|playwright|cypress|ava|wdio)\.(?:config|conf)\.[cm]?[jt]s(?:on)?$/ },
  {
    role: 'runner',
    path: /(?:^|\/)(?:vitest\.(?:workspace|setup)\.[cm]?[jt]s|\.mocharc(?:\.\w+)?|\.nycrc(?:\.\w+)?|\.c8rc(?:\.json)?|\.taprc|jest\.setup\.[cm]?[jt]s|setupTests\.[jt]sx?)$/,
  },
  {
    role: 'runner',
    path: /(?:^|\/)(?:pytest\.ini|tox\.ini|noxfile\.py|\.coveragerc|sitecustomize\.py|usercustomize\.py|phpunit\.xml(?:\.dist)?|\.rspec|nextest\.toml|bunfig\.toml|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|\.simplecov|[^/]+\.pth)$/,
  },
  {
    role: 'config',
    path: /(?:^|\/)(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?|\.eslintignore|biome\.jsonc?|\.oxlintrc\.json|\.stylelintrc(?:\.\w+)?|\.stylelintignore|\.prettierrc(?:\.\w+)?|\.prettierignore)$/,
  },
  { role: 'config', path: /(?:^|\/)(?:tsconfig[^/]*\.json|jsconfig\.json|\.swcrc|babel\.config\.\w+|\.babelrc(?:\.\w+)?)$/ },
  {
    role: 'config',
    path: /(?:^|\/)(?:\.?ruff\.toml|\.flake8|\.pylintrc|pylintrc|mypy\.ini|\.mypy\.ini|pyrightconfig\.json|setup\.cfg|\.bandit)$/,
  },
  {
    role: 'config',
    path: /(?:^|\/)(?:\.?clippy\.toml|\.?rustfmt\.toml|\.cargo\/config(?:\.toml)?|\.golangci\.(?:ya?ml|toml|json)|staticcheck\.conf|\.rubocop(?:_todo)?\.yml|phpstan[^/]*\.neon(?:\.dist)?|phpcs\.xml(?:\.dist)?|\.shellcheckrc|\.hadolint\.yaml|checkstyle[^/]*\.xml)$/,
  },
  {
    role: 'config',
    path: /(?:^|\/)(?:\.clang-tidy|\.cppcheck[^/]*|psalm\.xml(?:\.dist)?|\.php-cs-fixer(?:\.dist)?\.php|\.swiftlint\.yml|\.yamllint(?:\.ya?ml)?|detekt\.yml|pmd[^/]*\.xml|spotbugs[^/]*\.xml|\.credo\.exs|analysis_options\.yaml|\.luacheckrc|\.jshintrc)$/,
  },
  { role: 'script', path: /(?:^|\/)(?:GNUmakefile|[Mm]akefile|justfile|Taskfile\.ya?ml|Rakefile|build\.rs)$/ },
  { role: 'script', path: /(?:^|\/)(?:run[-_]?)?(?:tests?|lint|check|verify|ci)\.(?:sh|bash)$/ },
  {
    role: 'script',
    path: /(?:^|\/)(?:scripts?|tools?|\.?ci)\/(?:[^/]*[-_.])?(?:tests?|lint|check|verify|build)(?:[-_.][^/]*)?\.(?:sh|bash|[cm]?js|ts|py|rb)$/,
  },
];

/** Files in which only some parts decide a check; the rest is the candidate's to change. */
export const MIXED_FILES = ['package.json', 'pyproject.toml'] as const;

export function supportRole(path: string): SupportRole | null {
  return ROLES.find((entry) => entry.path.test(path))?.role ?? null;
}

/** Whether a path is one of the mixed files, wherever it stands. */
export function mixedFile(path: string): (typeof MIXED_FILES)[number] | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return MIXED_FILES.find((mixed) => mixed === name) ?? null;
}
