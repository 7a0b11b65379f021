// Small projects for real runners and linters. In each, the base fails one of four tests.
import type { Files } from '../temporary-repository.ts';

/** The changes of the candidates, and their scores: 55 = 75 - 20, one of three passing tests lost. */
type Version = 'base' | 'good' | 'breaks' | 'messy';

export interface Project {
  name: string;
  test: string;
  lint: string;
  build?: string;
  files: Files;
  /** The file that the candidates change, and its content. */
  path: string;
  source: (version: Version) => string;
  /** The points for the lint finding: 12 for an error, 2 for a warning. */
  lintCost: 12 | 2;
  /** Required programs, each with the arguments that test it. */
  needs?: [program: string, ...args: string[]][];
  /** Uses packages of this project. */
  packages?: boolean;
}

const FACTOR = { base: '0', good: 'a / b', breaks: 'a / b', messy: 'a / b' };
const sum = (version: Version) => (version === 'breaks' ? 'a - b' : 'a + b');

/** The functions of a ledger in a language that looks like JavaScript. */
function javascript(version: Version, mess: string, open = 'export function', types = ''): string {
  const f = (name: string, body: string) => `${open} ${name}(a${types}, b${types}) {\n  return ${body};\n}\n`;
  const head = version === 'messy' ? mess : '';
  return head + f('add', sum(version)) + f('subtract', 'a - b') + f('multiply', 'a * b') + f('divide', FACTOR[version]);
}

function python(version: Version): string {
  const f = (name: string, body: string) => `def ${name}(a, b):\n    return ${body}\n\n\n`;
  const mess = version === 'messy' ? 'import os\n\n\n' : '';
  return mess + f('add', sum(version)) + f('subtract', 'a - b') + f('multiply', 'a * b') + f('divide', FACTOR[version]);
}

const CASES = [
  ['adds', 'add(1, 2)', 3],
  ['subtracts', 'subtract(5, 2)', 3],
  ['multiplies', 'multiply(2, 3)', 6],
  ['divides', 'divide(6, 3)', 2],
] as const;

const expectations = CASES.map(([name, call, value]) => `test('${name}', () => { expect(${call}).toBe(${value}); });\n`).join('');
const assertions = CASES.map(([name, call, value]) => `test('${name}', () => assert.equal(${call}, ${value}));\n`).join('');
const NAMES = 'add, divide, multiply, subtract';

/** A linter with one rule, for languages whose own linter is not installed everywhere. */
const PYTHON_LINT = `import ast, sys
found = 0
for name in sys.argv[1:]:
    tree = ast.parse(open(name).read())
    for node in tree.body:
        if isinstance(node, ast.Import):
            found += 1
            print(f"{name}:{node.lineno}:1: F401 '{node.names[0].name}' imported but unused")
sys.exit(1 if found else 0)
`;

/** The same for others: it reports every line with the word. */
function wordLint(path: string): Files {
  const script = `const lines = require('node:fs').readFileSync('${path}', 'utf8').split('\\n');
for (const [index, line] of lines.entries()) if (/mess/.test(line)) console.log(\`${path}:\${index + 1}:1: warning: a mess\`);
`;
  return { 'lint.js': script };
}

function ruby(version: Version): string {
  const f = (name: string, body: string) => `def ${name}(a, b) = ${body}\n`;
  const mess = version === 'messy' ? 'def mess = 1\n' : '';
  return mess + f('add', sum(version)) + f('subtract', 'a - b') + f('multiply', 'a * b') + f('divide', FACTOR[version]);
}

const ESLINT = `export default [{ files: ['src/**'], rules: { 'no-var': 'error' } }];\n`;

export const PROJECTS: Project[] = [
  {
    name: 'node:test and eslint',
    test: 'node --test',
    lint: 'node_modules/.bin/eslint src',
    files: {
      'package.json': '{ "type": "module" }',
      'eslint.config.js': ESLINT,
      'test/ledger.test.js': `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { ${NAMES} } from '../src/ledger.js';\n${assertions}`,
    },
    path: 'src/ledger.js',
    source: (version) => javascript(version, 'export var unused = 1;\n'),
    lintCost: 12,
    packages: true,
  },
  {
    name: 'vitest and tsc',
    test: 'npm test',
    lint: 'npm run --silent types',
    build: 'node --version',
    files: {
      'package.json':
        '{ "type": "module", "scripts": { "test": "vitest run", "types": "tsc --noEmit --strict --lib es2022 src/ledger.ts" } }',
      'vitest.config.js': "export default { cacheDir: '.cache' };\n",
      'test/ledger.test.ts': `import { expect, test } from 'vitest';\nimport { ${NAMES} } from '../src/ledger.js';\n${expectations}`,
    },
    path: 'src/ledger.ts',
    source: (version) => javascript(version, "export const wrong: number = 'text';\n", 'export function', ': number'),
    lintCost: 12,
    packages: true,
  },
  {
    name: 'jest and a linter that prints file:line',
    test: 'node_modules/.bin/jest --cacheDirectory .cache',
    lint: 'node lint.js',
    files: {
      'package.json': '{ "jest": { "testEnvironment": "node" } }',
      'lint.js': `const lines = require('node:fs').readFileSync('src/ledger.js', 'utf8').split('\\n');
for (const [index, line] of lines.entries()) if (/\\bvar\\b/.test(line)) console.log(\`src/ledger.js:\${index + 1}:1: warning: no var\`);
`,
      'test/ledger.test.js': `const { ${NAMES} } = require('../src/ledger.js');\n${expectations}`,
    },
    path: 'src/ledger.js',
    source: (version) => `${javascript(version, 'var unused = 1;\n', 'function')}module.exports = { ${NAMES} };\n`,
    lintCost: 2,
    packages: true,
  },
  {
    name: 'pytest',
    test: 'python3 -m pytest -q -p no:cacheprovider',
    lint: 'python3 lint.py ledger.py',
    files: {
      'lint.py': PYTHON_LINT,
      'test_ledger.py': `from ledger import ${NAMES}\n${CASES.map(([name, call, value]) => `\n\ndef test_${name}():\n    assert ${call} == ${value}\n`).join('')}`,
    },
    path: 'ledger.py',
    source: python,
    lintCost: 12,
    needs: [['python3', '-m', 'pytest', '--version']],
  },
  {
    name: 'unittest',
    test: 'python3 -m unittest discover -v',
    lint: 'python3 lint.py ledger.py',
    files: {
      'lint.py': PYTHON_LINT,
      'test_ledger.py': `import unittest\nfrom ledger import ${NAMES}\n\n\nclass TestLedger(unittest.TestCase):\n${CASES.map(([name, call, value]) => `    def test_${name}(self):\n        self.assertEqual(${call}, ${value})\n\n`).join('')}`,
    },
    path: 'ledger.py',
    source: python,
    lintCost: 12,
    needs: [['python3', '--version']],
  },
  {
    name: 'RSpec',
    test: 'rspec',
    lint: 'node lint.js',
    files: {
      ...wordLint('ledger.rb'),
      'spec/ledger_spec.rb': `require_relative '../ledger'\nRSpec.describe 'ledger' do\n${CASES.map(([name, call, value]) => `  it('${name}') { expect(${call}).to eq(${value}) }\n`).join('')}end\n`,
    },
    path: 'ledger.rb',
    source: ruby,
    lintCost: 2,
    needs: [['rspec', '--version']],
  },
  {
    name: 'Minitest',
    test: 'ruby -Itest test/ledger_test.rb',
    lint: 'node lint.js',
    files: {
      ...wordLint('ledger.rb'),
      'test/ledger_test.rb': `require 'minitest/autorun'\nrequire_relative '../ledger'\nclass LedgerTest < Minitest::Test\n${CASES.map(([name, call, value]) => `  def test_${name} = assert_equal(${value}, ${call})\n`).join('')}end\n`,
    },
    path: 'ledger.rb',
    source: ruby,
    lintCost: 2,
    needs: [['ruby', '-rminitest', '-e', '']],
  },
  {
    name: 'PHPUnit',
    test: 'phpunit tests',
    lint: 'node lint.js',
    files: {
      ...wordLint('ledger.php'),
      'tests/LedgerTest.php': `<?php\nrequire_once __DIR__ . '/../ledger.php';\nclass LedgerTest extends PHPUnit\\Framework\\TestCase {\n${CASES.map(([name, call, value]) => `    function test_${name}() { $this->assertEquals(${value}, ${call}); }\n`).join('')}}\n`,
    },
    path: 'ledger.php',
    source: (version) => {
      const f = (name: string, body: string) => `function ${name}($a, $b) { return ${body.replace(/\b[ab]\b/g, '$$$&')}; }\n`;
      const mess = version === 'messy' ? 'function mess() {}\n' : '';
      const functions = [f('add', sum(version)), f('subtract', 'a - b'), f('multiply', 'a * b'), f('divide', FACTOR[version])];
      return `<?php\n${mess}${functions.join('')}`;
    },
    lintCost: 2,
    needs: [['phpunit', '--version']],
  },
  {
    name: 'cargo test and clippy',
    test: 'cargo test',
    lint: 'cargo clippy --all-targets',
    files: {
      'Cargo.toml': '[package]\nname = "ledger"\nversion = "0.1.0"\nedition = "2021"\n',
      'tests/ledger.rs': `use ledger::*;\n${CASES.map(([name, call, value]) => `#[test]\nfn ${name}() {\n    assert_eq!(${call}, ${value});\n}\n`).join('')}`,
      '.gitignore': 'target\nCargo.lock\n',
    },
    path: 'src/lib.rs',
    source: (version) => {
      const f = (name: string, body: string) => `pub fn ${name}(a: i32, b: i32) -> i32 {\n    ${body}\n}\n`;
      const mess = version === 'messy' ? 'pub fn mess(a: i32) -> bool {\n    let unused = 1;\n    a == 1\n}\n' : '';
      const divided = version === 'base' ? 'a - b' : 'a / b';
      return mess + f('add', sum(version)) + f('subtract', 'a - b') + f('multiply', 'a * b') + f('divide', divided);
    },
    lintCost: 2,
    needs: [
      ['cargo', '--version'],
      ['cargo', 'clippy', '--version'],
    ],
  },
  {
    name: 'make and a C compiler',
    build: 'make',
    test: 'make --silent test',
    lint: 'make --silent lint',
    files: {
      Makefile: [
        'ledger.o: src/ledger.c\n\tcc -c -o ledger.o src/ledger.c',
        'test: ledger.o\n\tcc -o run-tests test/ledger.c ledger.o && ./run-tests',
        'lint:\n\tcc -fsyntax-only -Wall src/ledger.c\n',
      ].join('\n'),
      'test/ledger.c': `#include <stdio.h>
int add(int, int), subtract(int, int), multiply(int, int), divide(int, int);
static int failed = 0, number = 0;
static void check(const char *name, int ok) {
  printf("%s %d - %s\\n", ok ? "ok" : "not ok", ++number, name);
  failed |= !ok;
}
int main(void) {
  printf("TAP version 13\\n1..4\\n");
${CASES.map(([name, call, value]) => `  check("${name}", ${call} == ${value});\n`).join('')}  return failed;
}
`,
      '.gitignore': '*.o\nrun-tests\n',
    },
    path: 'src/ledger.c',
    source: (version) => {
      const f = (name: string, body: string) => `int ${name}(int a, int b) {\n  return ${body};\n}\n`;
      const mess = version === 'messy' ? 'int mess(void) {\n  int unused;\n  return 1;\n}\n' : '';
      const divided = version === 'base' ? 'a - b' : 'a / b';
      return mess + f('add', sum(version)) + f('subtract', 'a - b') + f('multiply', 'a * b') + f('divide', divided);
    },
    lintCost: 2,
    needs: [
      ['make', '--version'],
      ['cc', '--version'],
    ],
  },
  {
    name: 'two packages in npm workspaces',
    test: 'npm test --workspaces --silent',
    lint: 'npm run lint --workspaces --silent',
    files: {
      'package.json': '{ "name": "both", "version": "1.0.0", "private": true, "workspaces": ["packages/*"] }',
      'package-lock.json': JSON.stringify({
        name: 'both',
        version: '1.0.0',
        lockfileVersion: 3,
        requires: true,
        packages: {
          '': { name: 'both', version: '1.0.0', workspaces: ['packages/*'] },
          'node_modules/ledger': { resolved: 'packages/ledger', link: true },
          'node_modules/book': { resolved: 'packages/book', link: true },
          'packages/ledger': { version: '1.0.0' },
          'packages/book': { version: '1.0.0', dependencies: { ledger: '1.0.0' } },
        },
      }),
      'lint.js': `import { readFileSync } from 'node:fs';
for (const [index, line] of readFileSync('index.js', 'utf8').split('\\n').entries()) {
  if (/\\bvar\\b/.test(line)) console.log(\`packages/ledger/index.js:\${index + 1}:1: error: no var\`);
}
`,
      'packages/ledger/package.json':
        '{ "name": "ledger", "version": "1.0.0", "type": "module", "exports": "./index.js", "scripts": { "test": "node --test", "lint": "node --input-type=module < ../../lint.js" } }',
      'packages/ledger/ledger.test.js': `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { ${NAMES} } from './index.js';\n${assertions}`,
      'packages/book/package.json':
        '{ "name": "book", "version": "1.0.0", "type": "module", "dependencies": { "ledger": "1.0.0" }, "scripts": { "test": "node --test", "lint": "true" } }',
      'packages/book/book.test.js':
        "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { multiply } from 'ledger';\ntest('uses its own ledger', () => assert.equal(multiply(7, 6), 42));\n",
    },
    path: 'packages/ledger/index.js',
    source: (version) => javascript(version, 'export var unused = 1;\n'),
    lintCost: 12,
    needs: [['npm', '--version']],
  },
];
