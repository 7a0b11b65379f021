import { expect, test } from 'vitest';
import { selectFiles } from './select.ts';
import { understandTestCommand } from './test-command.ts';

function runnerOf(command: string, scripts: Record<string, string> = {}): string {
  const understood = understandTestCommand(command, scripts);
  return understood === null ? 'not understood' : `${understood.runner.id}: ${understood.args.join(' ')}`;
}

test.each([
  ['pytest -q tests', 'pytest: -q tests'],
  ['python3 -m pytest -m "not slow"', 'pytest: -m "not slow"'],
  ['uv run python3.12 -m pytest', 'pytest: '],
  ['poetry run pytest', 'pytest: '],
  ['python -m unittest discover -s tests', 'unittest: discover -s tests'],
  ['node --test', 'node-test: '],
  ["node --import tsx --test 'test/**/*.ts'", 'not understood'],
  ["node --import=tsx --test 'test/**/*.ts'", "node-test: 'test/**/*.ts'"],
  ['node server.js --test', 'not understood'],
  ['CI=1 npx --no-install jest --ci', 'jest: --ci'],
  ['node --experimental-vm-modules node_modules/jest/bin/jest.js -i', 'jest: -i'],
  ['node_modules/.bin/vitest run src', 'vitest: src'],
  ['vitest', 'vitest: '],
  ['yarn exec mocha test/*.js', 'mocha: test/*.js'],
  ['cargo test --workspace', 'cargo: --workspace'],
  ['cargo build', 'not understood'],
  ['go test ./...', 'go: ./...'],
  ['go vet ./...', 'not understood'],
  ['bundle exec rspec', 'rspec: '],
  ['ruby -Itest test/a_test.rb -v', 'minitest: test/a_test.rb -v'],
  ['ruby -e 1 test/a_test.rb', 'not understood'],
  ['bin/rails test', 'minitest: '],
  ['bundle exec rake test', 'minitest: '],
  ['rake', 'not understood'],
  ['mvn -B -fae test', 'maven: -B -fae test'],
  ['./mvnw clean verify', 'maven: clean verify'],
  ['mvn compile', 'not understood'],
  ['./gradlew --no-daemon test --continue', 'gradle: --no-daemon test --continue'],
  ['gradle :app:core:check', 'gradle: :app:core:check'],
  ['gradle assemble', 'not understood'],
  ['vendor/bin/phpunit tests', 'phpunit: tests'],
  ['ctest --test-dir build', 'ctest: --test-dir build'],
  ['make test', 'not understood'],
  ['tox', 'not understood'],
])('%s', (command, expected) => {
  expect(runnerOf(command)).toBe(expected);
});

test.each([
  'pytest; pytest',
  'pytest | tee log',
  'pytest > log',
  'pytest $EXTRA',
  'pytest `cat list`',
  'pytest "$(cat list)"',
  'pytest "a\\"b"',
  'pytest # all',
  '(pytest)',
  'pytest\nrm x',
  'pytest &',
  "pytest 'a",
])('rejects more than plain words: %j', (command) => {
  expect(runnerOf(command)).toBe('not understood');
});

test('scripts of package.json', () => {
  const scripts = { test: 'vitest run --silent', unit: 'node --test', all: 'npm test', several: 'jest && mocha', other: 'tsc' };
  expect(runnerOf('npm test', scripts)).toBe('vitest: --silent');
  expect(runnerOf('npm --silent run unit', scripts)).toBe('node-test: ');
  expect(runnerOf('yarn unit', scripts)).toBe('not understood');
  for (const name of ['all', 'several', 'other', 'missing', 'toString'])
    expect(runnerOf(`npm run ${name}`, scripts)).toBe('not understood');
  expect(runnerOf('npm test --workspaces', scripts)).toBe('not understood');
  expect(runnerOf('npm test -- --bail', scripts)).toBe('not understood');
});

test('passes arguments to a runner behind a script', () => {
  const behindOf = (command: string, scripts: Record<string, string>) => understandTestCommand(command, scripts)?.behind;
  expect(behindOf('npm test', { test: 'jest' })).toEqual({ words: ['npm', 'test', '--'], isWrapped: false });
  expect(behindOf('pnpm run unit', { unit: 'jest', preunit: 'x' })).toEqual({ words: ['pnpm', 'run', 'unit'], isWrapped: true });
  expect(behindOf('npx jest', {})).toBeNull();
});

test.each([
  ['pytest && true', 'pytest: '],
  ['ruff check . && pytest -q', 'pytest: -q'],
  ['tsc && mocha lib', 'not understood'],
  ['cmake --build build && ctest', 'not understood'],
  ['jest && mocha', 'not understood'],
  ['eslint "$(cat list)" && jest', 'not understood'],
  ['jest || true', 'not understood'],
  ['npm run build && jest', 'not understood'],
])('a chain: %s', (command, expected) => {
  expect(runnerOf(command)).toBe(expected);
});

test('runs the only runner of a chained script through npx', () => {
  const scripts = { test: 'xo && ava --verbose && tsd', lint: 'xo' };
  expect(understandTestCommand('npm test', scripts)).toMatchObject({
    ...{ runner: { id: 'ava' }, start: ['ava'], args: ['--verbose'] },
    behind: { words: [], isWrapped: false },
  });
  const selection = { command: 'npm test', scripts, files: ['test/a.js'], hasFile: () => true, read: () => '' };
  expect(selectFiles(selection)).toBe('npx --no-install ava --verbose test/a.js');
  expect(understandTestCommand('npm test', { ...scripts, pretest: 'tsc' })).toBeNull();
});
