// Commands that select tests by file or by id run exactly those tests, with the real runners.
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { cleanEnvironment } from '../../src/exec/index.ts';
import { selectFiles, selectTests } from '../../src/tools/select.ts';
import { type Files, temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { GRADLE_BUILD, hasGradle, hasSurefire, MAVEN_SETTINGS, POM_BODY, starts } from './installed-runners.ts';
import { type Hydra, loadHydra, run } from './reported-runs.ts';
import { PROJECT } from './run-hydra.ts';

interface Suite {
  name: string;
  command: string;
  files: Files;
  /** Files to select, and the tests that then run. */
  byFile: [files: string[], ids: string[]][];
  /** Likewise for a test. */
  byId: [id: string, ids: string[]];
  /** Uses packages of this project. */
  packages?: boolean;
  /** The tool would not run the same tests again without this. */
  isIncremental?: boolean;
  /** Why it cannot be tested here; null if it can. */
  missing: () => string | null;
}

const unlessStarts = (...command: [string, ...string[]]) => (starts(...command) ? null : `${command[0]} is not installed`);

function javaTest(name: string, ...methods: string[]): string {
  const tests = methods.map((method) => `  @org.junit.Test public void ${method}() {}\n`);
  return `package org.example;\npublic class ${name} {\n${tests.join('')}}\n`;
}

const JAVA_FILES = {
  'app/src/test/java/org/example/BookTest.java': javaTest('BookTest', 'opens', 'closes'),
  'core/src/test/java/org/example/LedgerTest.java': javaTest('LedgerTest', 'adds'),
};
const MINITEST_FILES = {
  'test/book_test.rb':
    "require 'minitest/autorun'\nclass BookTest < Minitest::Test\n  def test_opens = pass\n  def test_closes = pass\nend\n",
  'test/ledger_test.rb': "require 'minitest/autorun'\nclass LedgerTest < Minitest::Test\n  def test_adds = pass\nend\n",
};
const MINITEST_IDS = ['BookTest#test_closes', 'BookTest#test_opens'];

/** Two test files of a runner for JavaScript. */
const scriptFiles = (head: string): Files => ({
  'test/book.test.js': `${head}test('opens', () => {});\ntest('closes', () => {});\n`,
  'test/ledger.test.js': `${head}test('adds', () => {});\n`,
});
const SCRIPT_SELECTIONS: Pick<Suite, 'byFile' | 'byId'> = {
  byFile: [[['test/book.test.js'], ['test/book.test.js > closes', 'test/book.test.js > opens']]],
  byId: ['test/book.test.js > opens', ['test/book.test.js > opens']],
};

const SUITES: Suite[] = [
  {
    name: 'node:test',
    command: 'node --test',
    files: { 'package.json': '{ "type": "module" }', ...scriptFiles("import { test } from 'node:test';\n") },
    ...SCRIPT_SELECTIONS,
    missing: () => null,
  },
  {
    name: 'jest',
    command: 'node_modules/.bin/jest --cacheDirectory .cache',
    files: { 'package.json': '{ "jest": { "transform": {} } }', ...scriptFiles('') },
    ...SCRIPT_SELECTIONS,
    packages: true,
    missing: () => null,
  },
  {
    name: 'vitest behind npm',
    command: 'npm test',
    files: {
      'package.json': '{ "type": "module", "scripts": { "test": "vitest run" } }',
      'vitest.config.js': "export default { cacheDir: '.cache' };\n",
      ...scriptFiles("import { test } from 'vitest';\n"),
    },
    ...SCRIPT_SELECTIONS,
    packages: true,
    missing: () => null,
  },
  {
    name: 'pytest',
    command: 'python3 -m pytest -q -p no:cacheprovider',
    files: {
      'test_book.py': 'def test_opens(): pass\ndef test_closes(): pass\n',
      'test_ledger.py': 'def test_adds(): pass\n',
    },
    byFile: [[['test_book.py'], ['test_book.py::test_closes', 'test_book.py::test_opens']]],
    byId: ['test_book.py::test_opens', ['test_book.py::test_opens']],
    missing: () => (starts('python3', '-m', 'pytest', '--version') ? null : 'pytest is not installed'),
  },
  {
    name: 'RSpec',
    command: 'rspec',
    files: {
      'spec/book_spec.rb': "RSpec.describe 'book' do\n  it('opens') {}\n  it('closes') {}\nend\n",
      'spec/ledger_spec.rb': "RSpec.describe 'ledger' do\n  it('adds') {}\nend\n",
    },
    byFile: [[['spec/book_spec.rb'], ['book closes', 'book opens']]],
    byId: ['book opens', ['book opens']],
    missing: () => unlessStarts('rspec', '--version'),
  },
  {
    name: 'Minitest with ruby',
    command: 'ruby -Itest test/ledger_test.rb',
    files: MINITEST_FILES,
    byFile: [
      [['test/book_test.rb'], MINITEST_IDS],
      [
        ['test/book_test.rb', 'test/ledger_test.rb'],
        [...MINITEST_IDS, 'LedgerTest#test_adds'],
      ],
    ],
    byId: ['LedgerTest#test_adds', ['LedgerTest#test_adds']],
    missing: () => unlessStarts('ruby', '-rminitest', '-e', ''),
  },
  {
    name: 'Minitest with rake',
    command: 'rake test',
    files: {
      ...MINITEST_FILES,
      Rakefile: "require 'rake/testtask'\nRake::TestTask.new { |task| task.pattern = 'test/**/*_test.rb' }\n",
    },
    byFile: [
      [['test/book_test.rb'], MINITEST_IDS],
      [
        ['test/book_test.rb', 'test/ledger_test.rb'],
        [...MINITEST_IDS, 'LedgerTest#test_adds'],
      ],
    ],
    byId: ['BookTest#test_opens', ['BookTest#test_opens']],
    missing: () => unlessStarts('rake', '--version') ?? unlessStarts('ruby', '-rminitest', '-e', ''),
  },
  {
    name: 'PHPUnit',
    command: 'phpunit tests',
    files: {
      'tests/BookTest.php':
        '<?php\nnamespace App;\nclass BookTest extends \\PHPUnit\\Framework\\TestCase {\n  function testOpens() { $this->assertTrue(true); }\n  function testCloses() { $this->assertTrue(true); }\n}\n',
      'tests/OldBookTest.php':
        '<?php\nclass OldBookTest extends \\PHPUnit\\Framework\\TestCase {\n  function testOpens() { $this->assertTrue(true); }\n}\n',
    },
    byFile: [[['tests/BookTest.php'], ['App\\BookTest::testCloses', 'App\\BookTest::testOpens']]],
    byId: ['App\\BookTest::testOpens', ['App\\BookTest::testOpens']],
    missing: () => unlessStarts('phpunit', '--version'),
  },
  {
    name: 'unittest',
    command: 'python3 -m unittest discover -v',
    files: {
      'test_book.py':
        'import unittest\nclass Book(unittest.TestCase):\n    def test_opens(self): pass\n    def test_closes(self): pass\n',
      'test_ledger.py': 'import unittest\nclass Ledger(unittest.TestCase):\n    def test_adds(self): pass\n',
    },
    byFile: [[['test_book.py'], ['test_closes (test_book.Book)', 'test_opens (test_book.Book)']]],
    byId: ['test_opens (test_book.Book)', ['test_opens (test_book.Book)']],
    missing: () => unlessStarts('python3', '--version'),
  },
  {
    name: 'cargo',
    command: 'cargo test --offline',
    files: {
      'Cargo.toml': '[package]\nname = "ledger"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': '#[test]\nfn adds() {}\n',
      'tests/book.rs': '#[test]\nfn opens() {}\n#[test]\nfn closes() {}\n',
    },
    byFile: [
      [['tests/book.rs'], ['book tests/book.rs > closes', 'book tests/book.rs > opens']],
      [['src/lib.rs'], ['ledger src/lib.rs > adds']],
    ],
    byId: ['book tests/book.rs > opens', ['book tests/book.rs > opens']],
    missing: () => unlessStarts('cargo', '--version'),
  },
  {
    name: 'Maven, several modules',
    command: 'mvn -B -s settings.xml -Dmaven.repo.local=repository test',
    files: {
      'settings.xml': MAVEN_SETTINGS,
      'pom.xml': `<project><artifactId>all</artifactId>${POM_BODY}<packaging>pom</packaging>
  <modules><module>app</module><module>core</module></modules></project>\n`,
      'app/pom.xml': `<project><artifactId>app</artifactId>${POM_BODY}</project>\n`,
      'core/pom.xml': `<project><artifactId>core</artifactId>${POM_BODY}</project>\n`,
      ...JAVA_FILES,
    },
    byFile: [
      [['app/src/test/java/org/example/BookTest.java'], ['org.example.BookTest > closes', 'org.example.BookTest > opens']],
    ],
    byId: ['org.example.BookTest > opens', ['org.example.BookTest > opens']],
    missing: () => (hasSurefire() ? null : "Maven or Debian's package libsurefire-java is not installed"),
  },
  {
    name: 'Gradle, several modules',
    command: 'gradle --offline --no-daemon --gradle-user-home=.home :core:test :app:test',
    files: {
      'settings.gradle': "include 'app', 'core'\n",
      'app/build.gradle': GRADLE_BUILD,
      'core/build.gradle': GRADLE_BUILD,
      ...JAVA_FILES,
    },
    byFile: [
      [['app/src/test/java/org/example/BookTest.java'], ['org.example.BookTest > closes', 'org.example.BookTest > opens']],
    ],
    byId: ['org.example.BookTest > opens', ['org.example.BookTest > opens']],
    isIncremental: true,
    missing: () => (hasGradle() ? null : "Gradle 4 or Debian's package junit4 is not installed"),
  },
];

// Build tools for Java start several virtual machines.
vi.setConfig({ testTimeout: 180_000 });

let hydra: Hydra;
beforeAll(async () => {
  hydra = await loadHydra();
});

/** The ids of the tests that a command runs, as Hydra parses them. */
async function testsOf(folder: string, command: string): Promise<string[]> {
  const reports = temporaryFolder();
  // Vitest sets a variable that Rake interprets as the name of a test file.
  const { TEST: _unused, ...env } = cleanEnvironment(process.env);
  const asked = hydra.requestReports({ scripts: [command], folder: reports, env });
  const collectReports = hydra.watchReports({ folder, reports }, [command]);
  const { exitCode, stdout, stderr } = await run(folder, command, { ...env, ...asked });
  const written = collectReports(folder).map(({ file }) => readFileSync(file, 'utf8'));
  const text = written.length > 0 ? written.join('\n') : `${stdout}\n${stderr}`;
  const { precision, tests } = hydra.parse(command, text, exitCode, folder);
  expect({ exitCode, precision, output: `${stdout}${stderr}` }).toEqual({
    exitCode: 0,
    precision: 'exact',
    output: expect.any(String),
  });
  // Some runners list the tests that are not selected as skipped.
  return tests.flatMap(({ id, status }) => (status === 'skipped' ? [] : [id])).sort();
}

describe.each(SUITES)('$name', ({ command, files, byFile, byId, isIncremental, packages = false, missing }) => {
  const reason = missing();
  const why = reason === null ? '' : `: ${reason}`;
  const { scripts = {} } = JSON.parse(files['package.json'] ?? '{}') as { scripts?: Record<string, string> };
  const common = { command, scripts, hasFile: (path: string) => Object.hasOwn(files, path) };

  function createProject(): string {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    if (packages) symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    return folder;
  }

  test.skipIf(reason !== null).each(byFile)(`runs only the tests of %j${why}`, async (selected, ids) => {
    const selection = selectFiles({ ...common, files: selected, read: (path) => files[path] ?? null });
    expect(await testsOf(createProject(), selection ?? 'no command')).toEqual(ids);
  });

  test.skipIf(reason !== null)(`runs only the test with an id, and again when repeated${why}`, async () => {
    const [id, ids] = byId;
    const selection = selectTests({ ...common, ids: [id], seed: null });
    const folder = createProject();
    expect(await testsOf(folder, selection ?? 'no command')).toEqual(ids);
    if (isIncremental) expect(await testsOf(folder, selection ?? 'no command')).toEqual(ids);
  });
});
