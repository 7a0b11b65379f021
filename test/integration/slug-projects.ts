// One small task in several languages: `slug` of an empty text is "n-a", and dashes at the ends are removed.
import type { Files } from '../temporary-repository.ts';
import { hasSurefire, MAVEN_OFFLINE, POM_BODY, starts } from './installed-runners.ts';

/** right: both. partial: only the first. wrong: another text for empty ones. */
export type Solution = 'base' | 'right' | 'partial' | 'wrong';

export interface SlugProject {
  name: string;
  test: string;
  build?: string;
  files: Files;
  path: string;
  source: (solution: Solution) => string;
  /** The file with the new tests, and its content on the base; null if there is none. */
  tests: { path: string; before: string | null; after: string };
  /** The ids of the two new tests. */
  ids: [empty: string, dashes: string];
  /** Why it cannot be tested here; null if it can. */
  missing?: () => string | null;
  packages?: boolean;
}

const EMPTY = { base: '', right: 'n-a', partial: 'n-a', wrong: 'none' };
const trims = (solution: Solution) => solution === 'right';

const javascript = (open: string) => (solution: Solution) =>
  `${open}(text) {\n  const plain = text.toLowerCase().replace(/[^a-z0-9]+/g, '-')${trims(solution) ? ".replace(/^-|-$/g, '')" : ''};\n  return plain === '' ? '${EMPTY[solution]}' : plain;\n}\n`;

const python = (solution: Solution) =>
  `import re\n\n\ndef slug(text):\n    plain = re.sub("[^a-z0-9]+", "-", text.lower())${trims(solution) ? '.strip("-")' : ''}\n    return plain or "${EMPTY[solution]}"\n`;

const go = (solution: Solution) =>
  `package slug

import (
	"regexp"
	"strings"
)

func Slug(text string) string {
	plain := regexp.MustCompile("[^a-z0-9]+").ReplaceAllString(strings.ToLower(text), "-")
	${trims(solution) ? 'plain = strings.Trim(plain, "-")' : ''}
	if plain == "" {
		return "${EMPTY[solution]}"
	}
	return plain
}
`;

const rust = (solution: Solution) =>
  `pub fn slug(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric())${trims(solution) ? '.filter(|word| !word.is_empty())' : ''}.collect();
    let plain = words.join("-").to_lowercase();
    if plain.is_empty() { String::from("${EMPTY[solution]}") } else { plain }
}
`;

const ruby = (solution: Solution) =>
  `def slug(text)
  plain = text.downcase.gsub(/[^a-z0-9]+/, '-')${trims(solution) ? ".gsub(/^-|-$/, '')" : ''}
  plain.empty? ? '${EMPTY[solution]}' : plain
end
`;

const php = (solution: Solution) =>
  `<?php
function slug(string $text): string {
    $plain = preg_replace('/[^a-z0-9]+/', '-', strtolower($text));
    ${trims(solution) ? "$plain = trim($plain, '-');" : ''}
    return $plain === '' ? '${EMPTY[solution]}' : $plain;
}
`;

const java = (solution: Solution) =>
  `package org.example;

public class Slug {
    public static String slug(String text) {
        String plain = text.toLowerCase().replaceAll("[^a-z0-9]+", "-")${trims(solution) ? '.replaceAll("^-|-$", "")' : ''};
        return plain.isEmpty() ? "${EMPTY[solution]}" : plain;
    }
}
`;

const goTest = (names: readonly [string, string, string][]) =>
  `package slug\n\nimport "testing"\n\n${names
    .map(
      ([name, text, value]) =>
        `func ${name}(t *testing.T) {\n\tif got := Slug("${text}"); got != "${value}" {\n\t\tt.Errorf("got %q", got)\n\t}\n}\n`,
    )
    .join('\n')}`;

const rustTest = (names: readonly [string, string, string][], use: string) =>
  `${use}\n${names.map(([name, text, value]) => `#[test]\nfn ${name}() {\n    assert_eq!(slug("${text}"), "${value}");\n}\n`).join('')}`;

type Case = readonly [name: string, text: string, value: string];
const WORDS: Case = ['words', 'A b', 'a-b'];
const EDGES: readonly Case[] = [
  ['empty', '', 'n-a'],
  ['dashes', '-a-', 'a'],
];

const rubySpec = (name: string, cases: readonly Case[]) =>
  `require_relative '../lib/slug'

RSpec.describe '${name}' do
${cases.map(([of, text, value]) => `  it('${of}') { expect(slug('${text}')).to eq('${value}') }\n`).join('')}end
`;

const phpTest = (name: string, cases: readonly Case[]) =>
  `<?php
use PHPUnit\\Framework\\TestCase;
require_once __DIR__ . '/../src/slug.php';

class ${name} extends TestCase {
${cases.map(([of, text, value]) => `    public function test_${of}() { $this->assertSame('${value}', slug('${text}')); }\n`).join('')}}
`;

const javaTest = (name: string, cases: readonly Case[]) =>
  `package org.example;

import static org.junit.Assert.assertEquals;
import org.junit.Test;

public class ${name} {
${cases.map(([of, text, value]) => `    @Test public void ${of}() { assertEquals("${value}", Slug.slug("${text}")); }\n`).join('')}}
`;

const unlessStarts = (...command: [string, ...string[]]) => (starts(...command) ? null : `${command[0]} is not installed`);
const assertWith = (head: string, call: (name: string, text: string, value: string) => string, all: boolean) =>
  head + [WORDS, ...(all ? EDGES : [])].map(([name, text, value]) => call(name, text, value)).join('');

const nodeHead = "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { slug } from '../src/slug.js';\n";
const nodeCase = (name: string, text: string, value: string) =>
  `test('${name}', () => assert.equal(slug('${text}'), '${value}'));\n`;
const jestCase = (name: string, text: string, value: string) =>
  `test('${name}', () => { expect(slug('${text}')).toBe('${value}'); });\n`;
const pytestCase = (name: string, text: string, value: string) =>
  `def test_${name}():\n    assert slug("${text}") == "${value}"\n\n\n`;
const unittestCase = (name: string, text: string, value: string) =>
  `    def test_${name}(self):\n        self.assertEqual(slug("${text}"), "${value}")\n\n`;

const changed = (path: string, text: (all: boolean) => string): SlugProject['tests'] => ({
  path,
  before: text(false),
  after: text(true),
});

export const SLUG_PROJECTS: SlugProject[] = [
  {
    name: 'node:test',
    test: 'node --test',
    files: { 'package.json': '{ "type": "module" }' },
    path: 'src/slug.js',
    source: javascript('export function slug'),
    tests: changed('test/slug.test.js', (all) => assertWith(nodeHead, nodeCase, all)),
    ids: ['test/slug.test.js > empty', 'test/slug.test.js > dashes'],
  },
  {
    name: 'jest',
    test: 'node_modules/.bin/jest --cacheDirectory .cache',
    files: { 'package.json': '{ "jest": { "transform": {} } }' },
    path: 'src/slug.js',
    source: javascript('exports.slug = function'),
    tests: changed('slug.test.js', (all) => assertWith("const { slug } = require('./src/slug');\n", jestCase, all)),
    ids: ['slug.test.js > empty', 'slug.test.js > dashes'],
    packages: true,
  },
  {
    name: 'vitest',
    test: 'npm test',
    files: { 'package.json': '{ "type": "module", "scripts": { "test": "vitest run" } }' },
    path: 'src/slug.js',
    source: javascript('export function slug'),
    tests: changed('test/slug.test.js', (all) =>
      assertWith("import { expect, test } from 'vitest';\nimport { slug } from '../src/slug.js';\n", jestCase, all),
    ),
    ids: ['test/slug.test.js > empty', 'test/slug.test.js > dashes'],
    packages: true,
  },
  {
    name: 'pytest',
    test: 'python3 -m pytest -q -p no:cacheprovider',
    files: {},
    path: 'slug.py',
    source: python,
    tests: changed('test_slug.py', (all) => assertWith('from slug import slug\n\n\n', pytestCase, all)),
    ids: ['test_slug.py::test_empty', 'test_slug.py::test_dashes'],
    missing: () => (starts('python3', '-m', 'pytest', '--version') ? null : 'pytest is not installed'),
  },
  {
    name: 'unittest',
    test: 'python3 -m unittest discover -v',
    files: {},
    path: 'slug.py',
    source: python,
    tests: changed('test_slug.py', (all) =>
      assertWith('import unittest\n\nfrom slug import slug\n\n\nclass TestSlug(unittest.TestCase):\n', unittestCase, all),
    ),
    ids: ['test_empty (test_slug.TestSlug)', 'test_dashes (test_slug.TestSlug)'],
    missing: () => unlessStarts('python3', '--version'),
  },
  {
    name: 'go test, with a new file',
    test: 'go test ./...',
    files: { 'go.mod': 'module example.com/slug\n\ngo 1.19\n', 'slug_test.go': goTest([['TestWords', 'A b', 'a-b']]) },
    path: 'slug.go',
    source: go,
    tests: {
      path: 'edges_test.go',
      before: null,
      after: goTest([
        ['TestEmpty', '', 'n-a'],
        ['TestDashes', '-a-', 'a'],
      ]),
    },
    ids: ['example.com/slug TestEmpty', 'example.com/slug TestDashes'],
    missing: () => unlessStarts('go', 'version'),
  },
  {
    name: 'cargo test, with a new integration test',
    test: 'cargo test --offline',
    files: {
      'Cargo.toml': '[package]\nname = "slug"\nversion = "1.0.0"\nedition = "2021"\n',
      'Cargo.lock':
        '# This file is automatically @generated by Cargo.\nversion = 3\n\n[[package]]\nname = "slug"\nversion = "1.0.0"\n',
      'tests/words.rs': rustTest([['words', 'A b', 'a-b']], 'use slug::slug;\n'),
    },
    path: 'src/lib.rs',
    source: rust,
    tests: {
      path: 'tests/edges.rs',
      before: null,
      after: rustTest(
        [
          ['empty', '', 'n-a'],
          ['dashes', '-a-', 'a'],
        ],
        'use slug::slug;\n',
      ),
    },
    ids: ['edges tests/edges.rs > empty', 'edges tests/edges.rs > dashes'],
    missing: () => unlessStarts('cargo', '--version'),
  },
  {
    name: 'RSpec, with a new file',
    test: 'rspec',
    files: { 'spec/words_spec.rb': rubySpec('words', [WORDS]) },
    path: 'lib/slug.rb',
    source: ruby,
    tests: { path: 'spec/edges_spec.rb', before: null, after: rubySpec('edges', EDGES) },
    ids: ['edges empty', 'edges dashes'],
    missing: () => unlessStarts('rspec', '--version'),
  },
  {
    name: 'PHPUnit, with a new file',
    test: 'phpunit tests',
    files: { 'tests/WordsTest.php': phpTest('WordsTest', [WORDS]) },
    path: 'src/slug.php',
    source: php,
    tests: { path: 'tests/EdgesTest.php', before: null, after: phpTest('EdgesTest', EDGES) },
    ids: ['EdgesTest::test_empty', 'EdgesTest::test_dashes'],
    missing: () => unlessStarts('phpunit', '--version'),
  },
  {
    name: 'Maven, with a new class',
    test: `mvn -B ${MAVEN_OFFLINE} -DforkCount=0 test`,
    files: {
      // With less compilation and no second virtual machine, a run takes 2 seconds instead of 4.
      '.mvn/jvm.config': '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC\n',
      'pom.xml': `<project><artifactId>slug</artifactId>${POM_BODY}</project>\n`,
      'src/test/java/org/example/WordsTest.java': javaTest('WordsTest', [WORDS]),
    },
    path: 'src/main/java/org/example/Slug.java',
    source: java,
    tests: { path: 'src/test/java/org/example/EdgesTest.java', before: null, after: javaTest('EdgesTest', EDGES) },
    ids: ['org.example.EdgesTest > empty', 'org.example.EdgesTest > dashes'],
    missing: () => (hasSurefire() ? null : "Maven or Debian's package libsurefire-java is not installed"),
  },
];
