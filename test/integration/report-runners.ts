// Small suites for runners with report requests. In each, one test passes, one fails and one is skipped.
import type { Files } from '../temporary-repository.ts';
import { GRADLE_BUILD, hasGoogleTest, hasGradle, hasSurefire, MAVEN_SETTINGS, POM_BODY, starts } from './installed-runners.ts';

export interface Runner {
  name: string;
  command: string;
  files: Files;
  /** Run once before the command. */
  prepare?: readonly [program: string, ...args: string[]][];
  /** The runner's messages about the report itself. */
  aboutReport: RegExp;
  /** The names under which reports are collected. */
  reports: readonly RegExp[];
  /** As in the report, sorted. */
  ids: readonly string[];
  consoleHasFiles: boolean;
  /** Why it cannot be tested here; null if it can. */
  missing?: () => string | null;
}

const DESCRIBED = `describe('ledger', () => {
  test('adds up', () => { expect(1 + 2).toBe(3); });
  test('subtracts', () => { console.log('from the test'); expect(3 - 2).toBe(2); });
  test.skip('divides', () => {});
});
`;

/** Two classes, because each has its own report. */
const JAVA_SUITE: Files = {
  'src/test/java/org/example/BookTest.java': `package org.example;
import static org.junit.Assert.assertEquals;
import org.junit.Test;
public class BookTest {
  @Test public void addsUp() { assertEquals(3, 1 + 2); }
}
`,
  'src/test/java/org/example/LedgerTest.java': `package org.example;
import static org.junit.Assert.assertEquals;
import org.junit.Ignore;
import org.junit.Test;
public class LedgerTest {
  @Test public void subtracts() { System.out.println("from the test"); assertEquals(2, 3 - 2); }
  @Ignore @Test public void divides() {}
}
`,
};
const JAVA_IDS = ['BookTest > addsUp', 'LedgerTest > divides', 'LedgerTest > subtracts'].map((id) => `org.example.${id}`);

export const RUNNERS: Runner[] = [
  {
    name: 'node:test',
    command: 'npm test --silent',
    files: {
      'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
      'ledger.test.js': `import assert from 'node:assert';
import { describe, test } from 'node:test';
describe('ledger', () => {
  test('adds up', () => assert.equal(1 + 2, 3));
  test('subtracts', () => { console.log('from the test'); assert.equal(3 - 2, 2); });
  test('divides', { skip: true }, () => {});
});
`,
    },
    aboutReport: /^$/,
    reports: [/^node-test-\d+\.jsonl$/],
    ids: ['ledger.test.js > ledger > adds up', 'ledger.test.js > ledger > divides', 'ledger.test.js > ledger > subtracts'],
    consoleHasFiles: false,
  },
  {
    name: 'vitest',
    command: 'node_modules/.bin/vitest run',
    files: {
      'vitest.config.mjs': "export default { cacheDir: '.cache' };\n",
      'ledger.test.mjs': `import { describe, expect, test } from 'vitest';\n${DESCRIBED}`,
    },
    aboutReport: /^JSON report written to .*$/gm,
    reports: [/^vitest-\d+\.json$/],
    ids: ['ledger.test.mjs > ledger > adds up', 'ledger.test.mjs > ledger > divides', 'ledger.test.mjs > ledger > subtracts'],
    consoleHasFiles: true,
  },
  {
    name: 'jest',
    command: 'node_modules/.bin/jest --cacheDirectory .cache -- ledger',
    files: { 'package.json': '{ "jest": { "testEnvironment": "node" } }', 'ledger.test.js': DESCRIBED },
    aboutReport: /^Test results written to: .*$/gm,
    reports: [/^jest-\d+\.json$/],
    ids: ['ledger.test.js > ledger > adds up', 'ledger.test.js > ledger > divides', 'ledger.test.js > ledger > subtracts'],
    consoleHasFiles: true,
  },
  {
    name: 'pytest',
    command: 'python3 -m pytest -v -p no:cacheprovider',
    files: {
      'test_ledger.py': `import pytest

class TestLedger:
    def test_adds_up(self):
        assert 1 + 2 == 3

    def test_subtracts(self):
        print('from the test')
        assert 3 - 2 == 2

    @pytest.mark.skip
    def test_divides(self):
        pass
`,
    },
    aboutReport: /^-+ generated xml file: .* -+$/gm,
    reports: [/^pytest\.xml$/],
    ids: ['adds_up', 'divides', 'subtracts'].map((name) => `test_ledger.py::TestLedger::test_${name}`),
    consoleHasFiles: true,
    missing: () => (starts('python3', '-m', 'pytest', '--version') ? null : 'pytest is not installed'),
  },
  {
    name: 'Playwright',
    command: 'node_modules/.bin/playwright test',
    files: {
      'playwright.config.js': "module.exports = { reporter: [['junit', { outputFile: 'own.xml' }]], workers: 1 };\n",
      'ledger.spec.js': `const { expect, test } = require('@playwright/test');
test.describe('ledger', () => {
  test('adds up', () => { expect(1 + 2).toBe(3); });
  test('subtracts', () => {
    console.log(Object.keys(process.env).filter((name) => /^(?:HYDRA_|PW_TEST_REPORTER|NODE_OPTIONS)/.test(name)));
    expect(3 - 2).toBe(2);
  });
  test.skip('divides', () => {});
});
`,
    },
    aboutReport: /^$/,
    reports: [/^playwright-\d+\.json$/],
    ids: ['ledger.spec.js > ledger > adds up', 'ledger.spec.js > ledger > divides', 'ledger.spec.js > ledger > subtracts'],
    consoleHasFiles: true,
  },
  {
    name: 'RSpec',
    command: 'rspec',
    files: {
      '.rspec': '--format documentation\n',
      'spec/ledger_spec.rb': `RSpec.describe 'ledger' do
  it('adds up') { expect(1 + 2).to eq(3) }
  it 'subtracts' do
    puts ENV.keys.grep(/^(?:HYDRA_|SPEC_OPTS|RUBYLIB)/).inspect, defined?(JSON).inspect
    expect(3 - 2).to eq(2)
  end
  xit('divides') {}
end
`,
    },
    aboutReport: /^$/,
    reports: [/^rspec-\d+\.json$/],
    ids: ['ledger adds up', 'ledger divides', 'ledger subtracts'],
    consoleHasFiles: true,
    missing: () => (starts('rspec', '--version') ? null : 'rspec is not installed'),
  },
  {
    name: 'Minitest',
    command: 'ruby -Itest test/ledger_test.rb --seed 1',
    files: {
      'test/ledger_test.rb': `require 'minitest/autorun'
class LedgerTest < Minitest::Test
  def test_adds_up = assert_equal(3, 1 + 2)
  def test_subtracts
    puts ENV.keys.grep(/^(?:HYDRA_|SPEC_OPTS|RUBYLIB)/).inspect, defined?(JSON).inspect
    assert_equal(2, 3 - 2)
  end
  def test_divides = skip
end
`,
    },
    aboutReport: /^$/,
    reports: [/^minitest-\d+\.json$/],
    ids: ['LedgerTest#test_adds_up', 'LedgerTest#test_divides', 'LedgerTest#test_subtracts'],
    consoleHasFiles: true,
    missing: () => (starts('ruby', '-rminitest', '-e', '') ? null : 'Minitest is not installed'),
  },
  {
    name: 'PHPUnit',
    command: 'phpunit tests',
    files: {
      'tests/LedgerTest.php': `<?php
use PHPUnit\\Framework\\TestCase;
class LedgerTest extends TestCase {
    public function testAddsUp() { $this->assertSame(3, 1 + 2); }
    public function testSubtracts() {
        print_r(preg_grep('/^(?:HYDRA_|PHP_INI_SCAN_DIR)/', array_keys(getenv() + $_SERVER)));
        $this->assertSame(2, 3 - 2);
    }
    public function testDivides() { $this->markTestSkipped(); }
}
`,
    },
    aboutReport: /^$/,
    reports: [/^phpunit-\d+\.xml$/],
    ids: ['LedgerTest::testAddsUp', 'LedgerTest::testDivides', 'LedgerTest::testSubtracts'],
    consoleHasFiles: true,
    missing: () => (starts('phpunit', '--version') ? null : 'phpunit is not installed'),
  },
  {
    name: 'GoogleTest',
    command: './book_test && ./ledger_test',
    files: {
      'book.cc': '#include <gtest/gtest.h>\nTEST(Ledger, AddsUp) { EXPECT_EQ(1 + 2, 3); }\n',
      'ledger.cc': `#include <gtest/gtest.h>
TEST(Ledger, Subtracts) { printf("from the test\\n"); EXPECT_EQ(3 - 2, 2); }
TEST(Ledger, Divides) { GTEST_SKIP(); }
`,
    },
    prepare: ['book', 'ledger'].map((name) => ['g++', '-o', `${name}_test`, `${name}.cc`, '-lgtest_main', '-lgtest', '-pthread']),
    aboutReport: /^$/,
    reports: [/^googletest-1\.json$/, /^googletest-2\.json$/],
    ids: ['Ledger.AddsUp', 'Ledger.Divides', 'Ledger.Subtracts'],
    consoleHasFiles: true,
    missing: () => (hasGoogleTest() ? null : 'GoogleTest or g++ is not installed'),
  },
  {
    name: 'Maven',
    command: 'mvn -B -s settings.xml -Dmaven.repo.local=repository test',
    files: {
      'settings.xml': MAVEN_SETTINGS,
      'pom.xml': `<project><artifactId>ledger</artifactId>${POM_BODY}</project>\n`,
      ...JAVA_SUITE,
    },
    aboutReport: /^$/,
    reports: [/^maven-1\.xml$/, /^maven-2\.xml$/],
    ids: JAVA_IDS,
    consoleHasFiles: true,
    missing: () => (hasSurefire() ? null : "Maven or Debian's package libsurefire-java is not installed"),
  },
  {
    name: 'Gradle',
    command: 'gradle --offline --no-daemon --gradle-user-home=.home test',
    files: {
      'build.gradle': GRADLE_BUILD,
      ...JAVA_SUITE,
    },
    aboutReport: /^$/,
    reports: [/^gradle-1\.xml$/, /^gradle-2\.xml$/],
    ids: JAVA_IDS,
    consoleHasFiles: true,
    missing: () => (hasGradle() ? null : "Gradle 4 or Debian's package junit4 is not installed"),
  },
];
