import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { selectFiles } from '../src/tools/select.ts';

const FILES = new Set([
  'src/lib.rs',
  'src/main.rs',
  'src/bin/tool.rs',
  'tests/api.rs',
  'tests/big/main.rs',
  'tests/common/mod.rs',
]);
const GO = 'package a\nfunc TestA(t *testing.T) {}\nfunc helper() {}\nfunc ExampleB() {}\n';

function select(command: string, files: string[], { known = FILES as ReadonlySet<string>, scripts = {} } = {}): string | null {
  return selectFiles({ command, scripts, files, hasFile: (path) => known.has(path), read: () => GO });
}

test.each<[command: string, files: string[], expected: string | null]>([
  ['npx jest --ci', ['a.test.js'], 'npx jest --ci --runTestsByPath a.test.js'],
  ['vitest run', ['b.test.ts', 'a.test.ts'], 'vitest run a.test.ts b.test.ts'],
  ['mocha -r esm test', ['test/a.js'], 'mocha -r esm test/a.js'],
  ['npx ava', ['test/a.js'], 'npx ava test/a.js'],
  ['tap -j 2 test/*.js', ['test/a.js'], 'tap -j 2 test/a.js'],
  ['node --test --import tsx test', ['test/a.js'], 'node --test --import tsx test/a.js'],
  ['pytest -q tests', ['tests/test_a.py'], 'pytest -q tests/test_a.py'],
  [
    'pytest -q tests',
    ['tests/test_a.py', 'tests/test_b.py'],
    'pytest -q --continue-on-collection-errors tests/test_a.py tests/test_b.py',
  ],
  [
    'pytest --continue-on-collection-errors -q',
    ['a/test_a.py', 'a/test_b.py'],
    'pytest --continue-on-collection-errors -q a/test_a.py a/test_b.py',
  ],
  ['python3 -m unittest', ['tests/test_a.py'], "python3 -m unittest -k '*test_a.*'"],
  [
    'python3 -m unittest discover -v -s tests',
    ['tests/test_a.py', 'tests/test_b.py'],
    "python3 -m unittest discover -v -s tests -k '*test_a.*' -k '*test_b.*'",
  ],
  ['python3 -m unittest -v tests.test_z', ['tests/test_a.py'], 'python3 -m unittest -v tests/test_a.py'],
  ['go test -race ./...', ['a/a_test.go', 'b_test.go'], "go test -json -count=1 -run '^(TestA|ExampleB)$' -race ./a ./"],
  ['bundle exec rspec -f d spec --profile', ['spec/a_spec.rb'], 'bundle exec rspec spec/a_spec.rb -f d --profile'],
  ['rspec --tag slow', ['spec/b_spec.rb', 'spec/a_spec.rb'], 'rspec spec/a_spec.rb spec/b_spec.rb --tag slow'],
  ['rspec -e x', ['spec/a_spec.rb'], null],
  [
    'vendor/bin/phpunit --testdox tests',
    ['tests/ATest.php', 'tests/sub/BTest.php'],
    "vendor/bin/phpunit --filter '/(^|[^A-Za-z0-9_])(ATest|BTest)::/' --testdox tests",
  ],
  ['bin/rails test -v test/models', ['test/a_test.rb', 'test/b_test.rb'], 'bin/rails test -v test/a_test.rb test/b_test.rb'],
  ['ruby -Itest test/z_test.rb -v', ['test/a_test.rb'], 'ruby -Itest test/a_test.rb -v'],
  [
    'bundle exec ruby -Itest test/z_test.rb',
    ['test/a_test.rb', 'test/b_test.rb'],
    'bundle exec ruby -Itest -r./test/b_test.rb test/a_test.rb',
  ],
  ['rake test', ['test/a_test.rb'], 'rake test TEST=test/a_test.rb'],
  ['rake test --trace', ['test/a_test.rb', 'test/b_test.rb'], "rake test --trace TEST='{test/a_test.rb,test/b_test.rb}'"],
  ['rake test lint', ['test/a_test.rb'], null],
  [
    'mvn -B test',
    ['src/test/java/org/example/ATest.java', 'm/src/test/kotlin/BIT.kt'],
    "mvn -B test -Dtest='BIT,ATest' -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false",
  ],
  [
    './mvnw verify',
    ['src/test/java/AIT.java'],
    "./mvnw verify -Dtest='AIT' -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false -Dit.test='AIT' -Dfailsafe.failIfNoSpecifiedTests=false",
  ],
  ['mvn test', ['src/test/java/package-info.java'], null],
  ['mvn -DskipITs test', ['src/test/java/ATest.java'], null],
  ['./gradlew check', ['src/test/java/org/example/ATest.java'], "./gradlew :cleanTest :test --tests '*ATest'"],
  [
    './gradlew --no-daemon test',
    ['app/core/src/test/kotlin/BTest.kt', 'app/core/src/test/kotlin/org/CTest.kt', 'src/test/java/ATest.java'],
    "./gradlew --no-daemon :app:core:cleanTest :app:core:test --tests '*BTest' --tests '*CTest' :cleanTest :test --tests '*ATest'",
  ],
  // Another task runs the tests of other source sets.
  ['gradle check', ['src/integrationTest/java/ATest.java'], null],
  ['gradle -p app test', ['src/test/java/ATest.java'], null],
  ['cargo test', ['tests/api.rs', 'tests/big/part.rs'], 'cargo test --no-fail-fast --test=api --test=big'],
  ['cargo test --no-fail-fast', ['tests/new.rs'], 'cargo test --no-fail-fast --test=new'],
  ['cargo test', ['tests/common/mod.rs'], null],
  ['cargo test', ['crates/a/tests/x.rs'], 'cargo test --no-fail-fast --workspace --test=x'],
  ['cargo test', ['src/lib.rs'], 'cargo test --no-fail-fast --lib'],
  ['cargo test', ['src/main.rs'], 'cargo test --no-fail-fast --bins'],
  ['cargo test', ['src/bin/tool.rs'], 'cargo test --no-fail-fast --bin=tool'],
  ['cargo test', ['src/deep/part.rs', 'tests/api.rs'], 'cargo test --no-fail-fast --lib --bins --test=api'],
  ['cargo test --lib', ['tests/api.rs'], null],
  ['ctest', ['a.cc'], null],
  ['make test', ['a.js'], null],
  ['pytest', [], null],
])('%s selects %j', (command, files, expected) => {
  expect(select(command, files)).toBe(expected);
});

test.each([
  [['src/lib.rs'], 'cargo test --no-fail-fast --lib'],
  [['src/main.rs'], 'cargo test --no-fail-fast --bins'],
])('runs a module of a crate with only %j with that', (known, expected) => {
  expect(select('cargo test', ['src/part.rs'], { known: new Set(known) })).toBe(expected);
});

test('behind a script of package.json', () => {
  const scripts = { test: 'vitest run', unit: 'mocha test' };
  expect(select('npm test', ['a.test.ts'], { scripts })).toBe('npm test -- a.test.ts');
  expect(select('npm run unit', ['test/a.js'], { scripts })).toBe('npx --no-install mocha test/a.js');
});

const COMMANDS = [
  ...['npx jest', 'vitest run', 'mocha', 'npx ava', 'tap', 'node --test', 'pytest', 'python3 -m unittest', 'go test ./...'],
  ...['rspec', 'phpunit', 'bin/rails test', 'ruby -Itest z.rb', 'rake test', 'mvn test', 'gradle test', 'cargo test'],
];

test.each(COMMANDS)('%s rejects names with shell syntax or that look like an option', (command) => {
  const names = ['$(touch owned)', '`touch owned`', "a'; touch owned; '", 'a b', 'a\nb', '{a,b}', '*', 'a;b', 'a$b', 'ü'];
  const paths = names.flatMap((name) => ['', 'tests/', 'src/test/java/'].map((folder) => `${folder}${name}.rs`));
  for (const path of [...paths, '-o.rs', '--help']) expect([path, select(command, [path])]).toEqual([path, null]);
});

test.each(COMMANDS)('%s stays plain words with every other name', (command) => {
  const stems = ['a+b', 'a@1', 'a.b-c', 'Test_1'];
  const places = ['tests/*.rs', 'src/test/java/*.java', '*_test.go', 'spec/*_spec.rb'];
  for (const file of stems.flatMap((stem) => places.map((place) => place.replace('*', stem)))) {
    const selected = select(command, [file]);
    if (selected === null) continue;
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${selected}`], { encoding: 'utf8' });
    expect(words).not.toMatch(/[`"'\\!;&<>$](?!$|\))/m);
  }
});
