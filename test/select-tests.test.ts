import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { selectTests, shuffleTests } from '../src/tools/select.ts';

const FILES = new Set([
  'src/test/java/org/example/LedgerTest.java',
  'app/core/src/test/kotlin/org/example/BookTest.kt',
  'tests/unit/test_a.py',
  'test_b.py',
  'test/a.test.js',
  'test/b.test.js',
  'test/it is; here.js',
]);

function select(command: string, ids: string[], seed: number | null = null, scripts: Record<string, string> = {}): string | null {
  return selectTests({ command, scripts, ids, hasFile: (path) => FILES.has(path), seed });
}

test.each<[command: string, ids: string[], expected: string | null]>([
  [
    'python3 -m pytest -q -p no:cacheprovider tests',
    ['tests.unit.test_a.TestX.TestIn > test_n', 'test_b > test_p[a b]'],
    "python3 -m pytest -q -p no:cacheprovider 'test_b.py::test_p[a b]' 'tests/unit/test_a.py::TestX::TestIn::test_n'",
  ],
  ['pytest -x --maxfail=1 tests', ['tests/unit/test_a.py::test_f'], "pytest 'tests/unit/test_a.py::test_f'"],
  ['pytest', ['test_b > test_p[$(rm)]', "test_b > test_p[it's]"], "pytest 'test_b.py::test_p'"],
  ['pytest', ['gone.test_c > test_d'], null],
  ['pytest --maxfail 1 -n 4 tests', ['test_b > test_p'], "pytest -n 4 'test_b.py::test_p'"],
  ['pytest --cov', ['test_b > test_p'], null],
  ['pytest --cov -q', ['test_b > test_p'], "pytest --cov -q 'test_b.py::test_p'"],
  ['pytest -p', ['test_b > test_p'], null],
  ['pytest --unknown word', ['test_b > test_p'], null],
  ['pytest -k fast', ['test_b > test_p'], null],
  [
    'npx jest --ci',
    ['test/a.test.js > group > adds (1)', 'b.js > x'],
    "npx jest --ci -t '^(x|group.+adds .+1.+)$' b.js test/a.test.js",
  ],
  ['npx jest', ['it is; here.js > x'], "npx jest -t '^(x)$'"],
  ['npx jest -t x', ['a.js > x'], null],
  ['vitest run', ['test/a.test.ts > `$x` is "y"'], "vitest run -t '^(.+x.+ is .+y.+)$' test/a.test.ts"],
  ['vitest bench', ['a.ts > x'], null],
  ['mocha', ['oven > is cold', 'radio plays'], "mocha --grep '(oven.+is cold|radio plays)$'"],
  ['node --test', ['group > test > in', 'test > top'], "node --test --test-name-pattern='(group|in|test|top)$'"],
  [
    'node --test test/*.js --test-force-exit',
    ['test/a.test.js > group > in', 'test/b.test.js > top', 'test/b.test.js'],
    "node --test --test-force-exit --test-name-pattern='(group|in|top)$' test/a.test.js test/b.test.js",
  ],
  ['node --test', ['test/a.test.js'], 'node --test test/a.test.js'],
  ['node --test', ['test/it is; here.js > top'], "node --test --test-name-pattern='(top)$'"],
  ['node --test --import tsx test', ['test/a.test.js > top'], "node --test --test-name-pattern='(top)$' --import tsx test"],
  ['node --test', ['test/a.test.js > top', 'gone.js > in'], "node --test --test-name-pattern='(gone.+js|in|top)$'"],
  ['mocha', ['test/a.test.js > oven > is cold', 'oven > is cold'], "mocha --grep '(oven.+is cold)$'"],
  ['node --test test/*.js', ['top'], "node --test --test-name-pattern='(top)$' test/*.js"],
  [
    'cargo test --workspace',
    ['tests::deep::er', 'outer'],
    'cargo test --workspace --no-fail-fast -- --exact outer tests::deep::er',
  ],
  ['cargo test -p ledger', ['outer'], 'cargo test -p ledger --no-fail-fast -- --exact outer'],
  [
    'cargo test',
    ['anchor src/lib.rs > tests::a', 'buoy src/lib.rs > tests::a', 'buoy tests/b.rs > b'],
    'cargo test --no-fail-fast -- --exact tests::a b',
  ],
  ['cargo test outer', ['outer'], null],
  ['cargo test', ['src/lib.rs - f (line 1)'], null],
  ['cargo test -- --nocapture', ['outer'], null],
  [
    'go test ./...',
    ['example.org/lab TestA/sub_one', 'example.org/lab TestA', 'example.org/lab/sub TestB'],
    "go test -json -count=1 -run '^(TestA|TestB)$' ./...",
  ],
  ['go test ./...', ['example.org/lab'], null],
  ['go test -run X ./...', ['p TestA'], null],
  ['rspec -f d', ['Lab when fails', 'Lab#x one'], "rspec -e 'Lab when fails' -e 'Lab#x one' -f d"],
  ['rspec', ["Lab it's"], null],
  ['rspec -f json', ['./spec/a_spec.rb[1:2]'], "rspec -f json './spec/a_spec.rb[1:2]'"],
  [
    'ruby -Itest test/a_test.rb -v',
    ['KettleTest#test_boils'],
    "ruby -Itest test/a_test.rb -v -n '/^(KettleTest.+test_.*boils)$/'",
  ],
  [
    'bundle exec rake test',
    ['KettleTest#test_boils', 'A::B#test_x'],
    `bundle exec rake test TESTOPTS='--name="/^(A.+B.+test_.*x|KettleTest.+test_.*boils)/"'`,
  ],
  ['rake test lint', ['A#b'], null],
  ['rake test TEST=a.rb', ['A#b'], null],
  [
    'mvn -B test',
    ['org.example.LedgerTest > adds(int)[1]', 'org.example.LedgerTest.subtracts', 'org.example.BookTest$Inner > opens'],
    "mvn -B test -Dtest='BookTest*#opens*,LedgerTest#adds*+subtracts*' -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false",
  ],
  [
    './mvnw verify',
    ['org.example.LedgerTest > adds up'],
    "./mvnw verify -Dtest='LedgerTest' -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false -Dit.test='LedgerTest' -Dfailsafe.failIfNoSpecifiedTests=false",
  ],
  ['mvn test -Dtest=A', ['a.B > c'], null],
  ['mvn test', ['testCompile ledger'], null],
  [
    './gradlew --no-daemon test --continue',
    ['org.example.LedgerTest > adds()', 'org.example.LedgerTest > [1] 2, 3', 'org.example.LedgerTest$Inner > x()'],
    "./gradlew --no-daemon --continue :cleanTest :test --tests 'org.example.LedgerTest' --tests 'org.example.LedgerTest.adds*' --tests 'org.example.LedgerTest*'",
  ],
  [
    'gradle -x lint :app:core:test',
    ['org.example.BookTest > opens()'],
    "gradle -x lint :app:core:cleanTest :app:core:test --tests 'org.example.BookTest.opens*'",
  ],
  // The module of the class is unknown.
  ['gradle test', ['org.example.BookTest > opens()'], null],
  ['gradle test publish', ['org.example.LedgerTest > adds()'], null],
  ['gradle test --tests A', ['org.example.LedgerTest > adds()'], null],
  [
    'python3 -m unittest discover -v',
    ['test_m (test_a.TestX)', 'test_s (test_a.TestX)'],
    'python3 -m unittest discover -v -k test_a.TestX.test_m -k test_a.TestX.test_s',
  ],
  ['python3 -m unittest', ['setUpClass (test_a.TestX); x'], null],
  ['phpunit tests', ['App\\OrchardTest::testRed'], "phpunit --filter '/(App.+OrchardTest.+testRed)$/' tests"],
  ['phpunit --testdox', ['Orchard > Apples are red'], null],
  ['ctest --test-dir build', ['one', 'two.fails'], "ctest --test-dir build -R '^(one|two.+fails)$'"],
  ['make test', ['one'], null],
  ['pytest', [], null],
])('%s selects %j', (command, ids, expected) => {
  expect(select(command, ids)).toBe(expected);
});

test.each<[command: string, ids: string[], expected: string | null]>([
  ['npx jest', ['a.js > x'], "npx jest --randomize --seed=7 -t '^(x)$' a.js"],
  ['vitest run', ['a.ts > x'], "vitest run --sequence.shuffle --sequence.seed=7 -t '^(x)$' a.ts"],
  ['go test ./...', ['p TestA'], "go test -json -count=1 -shuffle=7 -run '^(TestA)$' ./..."],
  ['rspec', ['Lab one'], "rspec --order rand:7 -e 'Lab one'"],
  ['rails test', ['A#b'], "rails test --seed 7 -n '/^(A.+b)$/'"],
  ['rake test', ['A#b'], `rake test TESTOPTS='--seed=7 --name="/^(A.+b)/"'`],
  ['phpunit', ['A::b'], "phpunit --order-by=random --random-order-seed=7 --filter '/(A.+b)$/'"],
  ['cargo test', ['outer'], 'cargo test --no-fail-fast -- --exact outer'],
  ['node --test', ['top'], "node --test --test-name-pattern='(top)$'"],
])('uses another order: %s', (command, ids, expected) => {
  expect(select(command, ids, 7)).toBe(expected);
});

test('pytest runs tests in the order of the arguments: each seed gives one fixed order', () => {
  const ids = ['a', 'b', 'c', 'd'].map((name) => `test_b > test_${name}`);
  const orderOf = (seed: number) =>
    select('pytest', ids, seed)
      ?.match(/(?<=::test_)\w/g)
      ?.join('');
  expect([orderOf(1), orderOf(1), orderOf(2), orderOf(3)]).toEqual(['dbca', 'dbca', 'dbac', 'dbac']);
});

test('behind a script of package.json', () => {
  const scripts = {
    test: 'vitest run',
    unit: 'node --test test/a.js',
    wrapped: 'node --test a.js',
    prewrapped: 'true',
    py: 'pytest t',
  };
  expect(select('npm test', ['a.ts > x'], null, scripts)).toBe("npm test -- -t '^(x)$' a.ts");
  expect(select('yarn test', ['a.ts > x'], null, scripts)).toBe("yarn test -t '^(x)$' a.ts");
  expect(select('npm run unit', ['x'], null, scripts)).toBe("node --test --test-name-pattern='(x)$' test/a.js");
  expect(select('npm run unit', ['test/a.test.js > x'], null, scripts)).toBe(
    "node --test --test-name-pattern='(x)$' test/a.test.js",
  );
  expect(select('npm run wrapped', ['x'], null, scripts)).toBeNull();
  expect(select('npm run py', ['test_b > test_x'], null, scripts)).toBeNull();
});

test('does not select too many tests', () => {
  const ids = Array.from({ length: 301 }, (_unused, index) => `t${index}`);
  expect(select('cargo test', ids.slice(1))).toMatch(/ t300 /);
  expect(select('cargo test', ids)).toBeNull();
});

test('any id gives plain words without shell syntax', () => {
  const hostile = [
    `a'; touch owned; '`,
    '$(touch owned)',
    '`touch owned`',
    'a\ntouch owned',
    '"; touch owned; "',
    '-o owned',
    '\\',
    '!!',
  ];
  const commands = ['pytest', 'jest', 'vitest', 'mocha', 'node --test', 'cargo test', 'go test', 'rspec', 'rails test'];
  for (const command of [...commands, 'python -m unittest', 'phpunit', 'ctest', 'rake test', 'mvn test', 'gradle test']) {
    const ids = hostile.flatMap((text) => [
      ...[text, `test_b > ${text}`, `test_b.py::${text}`, `A#${text}`, `A::${text}`, `p Test${text}`, `x (${text})`],
      ...[`org.example.LedgerTest > ${text}`, `org.example.LedgerTest$${text} > x`],
    ]);
    const selections = ids.flatMap((id) => select(command, [id]) ?? []);
    // One shell for all of a command: a selection that is not plain words ends it, or changes what it prints.
    const script = selections.map((selected) => `printf '%s\\n' ${selected}\nprintf '\\000'\n`).join('');
    const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0');
    expect(printed.pop()).toBe('');
    expect(printed).toHaveLength(selections.length);
    // The quotes around the options that rake passes on are Hydra's own.
    for (const words of printed) expect(words.replace(/--name="([^"]*)"/, '$1')).not.toMatch(/[`"'\\!\n]touch|\$\(|[`"'\\!;]/);
  }
});

test.each<[string, string | null]>([
  ['go test ./...', 'go test -shuffle=7 ./...'],
  ['npx jest --ci', 'npx jest --ci --randomize --seed=7'],
  ['vitest run', 'vitest run --sequence.shuffle --sequence.seed=7'],
  ['bundle exec rspec', 'bundle exec rspec --order rand:7'],
  ['vendor/bin/phpunit tests', 'vendor/bin/phpunit --order-by=random --random-order-seed=7 tests'],
  ['npm test', 'npm test -- --sequence.shuffle --sequence.seed=7'],
  // They have no switch, or the command chooses the order itself.
  ['pytest -q', null],
  ['node --test', null],
  ['go test -shuffle=on ./...', null],
  ['make test', null],
])('the whole command %j in another order', (command, expected) => {
  expect(shuffleTests(command, { test: 'vitest run' }, 7)).toBe(expected);
});
