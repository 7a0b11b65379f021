import { describe, expect, test } from 'vitest';
import { mixedFile, supportRole } from './test-support.ts';

describe('supportRole', () => {
  test.each([
    ['test', ['test/a.js', 'src/a.test.ts', 'src/a.spec.tsx', 'web/__tests__/a.jsx', 'src/a.e2e.ts', 'types/a.test-d.ts']],
    ['test', ['src/__snapshots__/a.snap', 'tests/__snapshots__/a.ambr', 'lib/__mocks__/fs.js', 'a/fixtures/input.txt']],
    ['test', ['tests/test_a.py', 'pkg/test_a.py', 'pkg/a_test.py', 'conftest.py', 'pkg/conftest.py', 'pkg/test_a.pyi']],
    ['test', ['tests/eval.rs', 'crates/x/tests/common/mod.rs', 'bucket/bucket_test.go', 'parser/testdata/a.golden']],
    ['test', ['src/test/java/AThing.java', 'a/ATest.java', 'a/ATests.kt', 'a/AIT.java', 'ASpec.scala', 'AppTests.swift']],
    ['test', ['spec/a_spec.rb', 'lib/a_spec.rb', 'test/a_test.rb', 'tests/ATest.php', 'AppTests.cs', 'a_test.exs', 'x_test.cc']],
    ['test', ['test.js', 'tests.py', 'app/tests.py', 'test/a.bats', 'checks/a.bats', 't/basic.t']],
    ['runner', ['.npmrc', '.yarnrc.yml', '.simplecov', 'src/hook.pth']],
    ['runner', ['jest.config.js', 'vitest.config.mts', 'vite.config.ts', '.mocharc.yml', 'jest.setup.ts', 'src/setupTests.ts']],
    ['runner', ['pytest.ini', 'tox.ini', 'noxfile.py', '.coveragerc', 'sitecustomize.py', 'phpunit.xml.dist', '.rspec']],
    ['runner', ['.config/nextest.toml', 'bunfig.toml', 'vitest.workspace.ts', '.nycrc.json', '.c8rc.json', '.taprc']],
    ['config', ['eslint.config.mjs', '.eslintrc', '.eslintrc.cjs', '.eslintignore', 'biome.json', 'biome.jsonc', '.prettierrc']],
    ['config', ['tsconfig.json', 'tsconfig.build.json', 'packages/a/tsconfig.json', 'jsconfig.json', 'babel.config.js']],
    ['config', ['ruff.toml', '.ruff.toml', '.flake8', 'mypy.ini', 'setup.cfg', 'pyrightconfig.json', '.pylintrc']],
    ['config', ['clippy.toml', '.cargo/config.toml', 'rustfmt.toml', '.golangci.yml', '.rubocop.yml', 'phpstan.neon']],
    ['config', ['.clang-tidy', 'psalm.xml', '.php-cs-fixer.dist.php', 'detekt.yml', 'analysis_options.yaml', '.jshintrc']],
    ['script', ['run-tests.sh', 'test.sh', 'scripts/lint.sh', 'tools/build.js', 'ci/run_tests.py', 'scripts/check-types.mjs']],
    ['script', ['Makefile', 'sub/makefile', 'justfile', 'Taskfile.yml', 'Rakefile', 'build.rs']],
    ['hydra', ['hydra.toml', '.gitattributes', 'sub/.gitattributes']],
  ])('is %s for %j', (role, paths) => {
    expect(paths.map((path) => [path, supportRole(path)])).toEqual(paths.map((path) => [path, role]));
  });

  test.each([
    [
      'src/a.ts',
      'src/latest.ts',
      'src/contest/a.ts',
      'src/testing.ts',
      'src/protest/a.js',
      'attest.py',
      'src/test.ts',
      'tools/rebuild.js',
      'scripts/attest.sh',
    ],
    ['src/spectrum.rb', 'src/inspect.rs', 'lib/specification.md', 'src/Latest.java', 'Contest.kts', 'src/eslint.ts'],
    ['README.md', 'docs/testing.md', 'package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod', 'src/lib.rs', 'main.go'],
    ['my-hydra.toml', 'hydra.toml.md', 'makefile.ts', 'src/jest.ts', 'src/vite.ts', 'src/tsconfig.ts', 'src/fixtures.ts'],
  ])('is null for %j', (...paths) => {
    expect(paths.filter((path) => supportRole(path) !== null)).toEqual([]);
  });
});

describe('mixedFile', () => {
  test.each([
    ['package.json', 'package.json'],
    ['packages/a/package.json', 'package.json'],
    ['pyproject.toml', 'pyproject.toml'],
    ['my-package.json', null],
    ['package.json.md', null],
  ])('of %s is %s', (path, mixed) => {
    expect(mixedFile(path)).toBe(mixed);
  });
});

test.each([
  ...[
    'test_foo.c',
    'src/test_foo.c',
    'FooTest.cpp',
    'lib/HTTPTest.cpp',
    'src/foo_unittest.cc',
    'foo_tests.cc',
    'unittests/x.cpp',
  ],
  ...['testsuite/a.c', 'src/tests.rs', 'src/foo_tests.rs', 'test_x.rb', 'lib/test_x.rb', 'Tests/Foo.swift', 'AppTests/Foo.swift'],
  ...['MyProj.Tests/Util.cs', 'MyProj.UnitTests/Util.cs', 'src/MyProj.Test/Util.cs', 'features/a.feature'],
  ...['features/step_definitions/cart.rb', 'src/commonTest/kotlin/Util.kt', 'integration_tests/a.py', 'src/cart-test.c'],
])('%s is a test', (path) => {
  expect(supportRole(path)).toBe('test');
});

test.each([
  ...[
    'contest.c',
    'src/contest.cpp',
    'latest.ts',
    'src/testing/index.ts',
    'testing/mock.go',
    'attest.go',
    'protest.py',
    'fastest.rs',
  ],
  ...['src/test.rs', 'src/greatest.h', 'contests/a.c', 'src/attestation.swift', 'Protests/a.c', 'src/tester.cpp', 'src/EDIT.c'],
])('%s is no test', (path) => {
  expect(supportRole(path)).toBeNull();
});
