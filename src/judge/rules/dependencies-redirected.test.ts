import { expect, test } from 'vitest';
import { accepts, alarms, evidenceOf, othersWith, reports, WORK } from '../../../test/evidence-builder.ts';
import { findIntegrity } from '../integrity/index.ts';
import { importsOfTests } from '../integrity/test-imports.ts';

const error = (path: string) => [`error dependencies_redirected ${path}`];
const warning = (path: string) => [`warning dependencies_redirected ${path}`];
const folder = { 'package.json': ['+    "left-pad": "file:./left-pad"'] };

reports([
  ['a dependency from a folder', folder, warning('package.json')],
  ['a test library from a folder', { 'package.json': ['+    "chai": "file:./lib/chai"'] }, error('package.json')],
  ['a dependency under another name', { 'package.json': ['+    "mocha": "npm:quiet-mocha@1.0.0"'] }, error('package.json')],
  ['a dependency from GitHub', { 'package.json': ['+    "a": "someone/a#main"'] }, warning('package.json')],
  ['overrides', { 'package.json': ['+  "overrides": {', '+    "b": "1.0.0"'] }, warning('package.json')],
  ['an install script', { 'package.json': ['+    "postinstall": "node x.js"'] }, warning('package.json')],
  ['a folder in a lockfile', { 'package-lock.json': ['+      "resolved": "file:lib/a",'] }, warning('package-lock.json')],
  [
    'one archive of a lockfile from another host',
    {
      'package-lock.json': [
        '+      "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz",',
        '+      "resolved": "https://example.org/chai/-/chai-5.0.0.tgz",',
      ],
    },
    error('package-lock.json'),
  ],
  ['a new build script in Rust', { 'new:build.rs': ['+fn main() {}'] }, warning('build.rs')],
  ['a replaced module', { 'go.mod': ['+replace github.com/stretchr/testify => ./testify'] }, error('go.mod')],
  ['a workspace of Go', { 'new:go.work': ['+go 1.21', '+use ./x'] }, warning('go.work')],
  ['a patched crate', { 'Cargo.toml': ['+[patch.crates-io]', '+serde = { path = "serde" }'] }, warning('Cargo.toml')],
  ['a crate for tests from a folder', { 'Cargo.toml': ['+pretty_assertions = { path = "pa" }'] }, error('Cargo.toml')],
  ['an address in requirements', { 'requirements.txt': ['+a @ https://example.org/a.whl'] }, warning('requirements.txt')],
  ['another index', { 'requirements-dev.txt': ['+--extra-index-url https://example.org'] }, warning('requirements-dev.txt')],
  ['a reference in pyproject.toml', { 'pyproject.toml': ['+  "pytest @ file:///tmp/p"'] }, error('pyproject.toml')],
  ['a class for installation', { 'setup.py': ['+    cmdclass={"install": Hook},'] }, warning('setup.py')],
  ['a jar by path', { 'pom.xml': ['+<systemPath>/opt/a.jar</systemPath>'] }, warning('pom.xml')],
  ['a local gem', { Gemfile: ["+gem 'minitest', path: 'lib/mt'"] }, error('Gemfile')],
  ['a repository of Composer', { 'composer.json': ['+    "repositories": ['] }, warning('composer.json')],
  ['another registry', { '.npmrc': ['+registry=https://example.org'] }, ['warning checks_loosened .npmrc', ...error('.npmrc')]],
  ['another toolchain', { 'rust-toolchain.toml': ['+channel = "nightly"'] }, warning('rust-toolchain.toml')],
  ['a copy of a dependency', { 'new:third_party/a/a.c': ['+int a;'] }, warning('third_party/a/a.c')],
  [
    'a copy of a test library',
    { 'new:vendor/github.com/stretchr/testify/assert/assertions.go': ['+package assert'] },
    error('vendor/github.com/stretchr/testify/assert/assertions.go'),
  ],
  [
    'a committed node_modules',
    { 'new:node_modules/expect/index.js': ['+module.exports = 1;'] },
    [...error('node_modules/expect/index.js'), 'warning artefacts_added node_modules/expect/index.js'],
  ],
]);

accepts([
  ['a dependency from the registry', { 'package.json': ['+    "left-pad": "^1.3.0"'], 'Cargo.toml': ['+serde = "1.0"'] }],
  ['a feature of a crate', { 'Cargo.toml': ['+serde = { version = "1", features = ["derive"] }', '+path = "src/lib.rs"'] }],
  ['a package of the workspace', { 'package.json': ['+    "@app/core": "workspace:*"'] }],
  [
    'other fields',
    { 'package.json': ['+  "main": "./dist/index.js",', '+  "homepage": "https://example.org",', '+  "types": "./a.d.ts"'] },
  ],
  ['a lockfile', { 'package-lock.json': ['+      "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz",'] }],
  ['a lockfile from a mirror', { 'yarn.lock': ['+  resolved "https://mirror.example.org/a/-/a-1.0.0.tgz#1"'] }],
  ['scripts for git hooks', { 'package.json': ['+    "prepare": "husky"'] }],
  ['a module from the proxy', { 'go.mod': ['+\tgithub.com/a/b v1.2.3', '+go 1.21'] }],
  ['a version in requirements', { 'requirements.txt': ['+requests==2.31.0', '+# -e .'] }],
  ['a version in pyproject.toml', { 'pyproject.toml': ['+  "requests>=2",', '+attrs = "^23"'] }],
  ['a dependency of Maven', { 'pom.xml': ['+<artifactId>a</artifactId>', '+<version>1.0</version>'] }],
  ['a gem', { Gemfile: ["+gem 'rake', '~> 13'"] }],
  ['a line that moved', { 'package.json': ['-    "a": "file:./a"', '+    "a": "file:./a",'] }],
  ['a deleted copy', { 'vendor/a.js': ['-x();'] }],
  ['a copy in a fixture', { 'new:test/fixtures/node_modules/a/index.js': ['+x();'] }],
  ['what the others do too', folder, othersWith(folder)],
]);

test('reports an error if the tests of the base import the dependency', () => {
  const testImports = importsOfTests('import pad from \'left-pad\';\nfrom money import cents\n\t"example.org/cart/total"\n');
  expect(alarms(evidenceOf({ ...WORK, ...folder }, { testImports }))).toEqual(error('package.json'));
  const go = { ...WORK, 'go.mod': ['+replace example.org/cart => ../cart'] };
  expect(alarms(evidenceOf(go, { testImports }))).toEqual(error('go.mod'));
  expect(alarms(evidenceOf(go))).toEqual(warning('go.mod'));
});

test('a new dependency from the registry is information', () => {
  const found = findIntegrity(evidenceOf({ 'package.json': ['+    "left-pad": "^1.3.0"'], 'src/a.js': ['+f();'] }));
  expect(found.map(({ severity, id }) => `${severity} ${id}`)).toEqual(['info dependencies_redirected']);
});
