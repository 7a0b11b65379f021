import { describe, expect, test } from 'vitest';
import { alarms, type Change, evidenceOf } from '../../test/evidence-builder.ts';
import type { CandidateEvidence } from './index.ts';

type Case = readonly [what: string, change: Change, alarms: string[], more?: Partial<CandidateEvidence>];

const WORK: Change = { 'src/work.c': ['-old', '+new'] };
const others = (...changes: Change[]) => ({ others: changes.map((change) => evidenceOf({ ...WORK, ...change })) });

function check(cases: readonly Case[]): void {
  test.each(cases.map(([what, change, expected, more = {}]) => ({ what, change, expected, more })))('$what', (entry) => {
    const { change, expected, more } = entry;
    expect(alarms(evidenceOf({ ...WORK, ...change }, more))).toEqual(expected);
  });
}

describe('hydra_settings_changed', () => {
  const change = { 'hydra.toml': ['-test = "make test"', '+test = "true"'] };
  check([
    ['the file at the root', change, ['error hydra_settings_changed hydra.toml']],
    ['a new one further down', { 'new:sub/hydra.toml': ['+[scoring]'] }, ['error hydra_settings_changed sub/hydra.toml']],
    ['one of two does the same', change, ['error hydra_settings_changed hydra.toml'], others(change, {})],
    ['honest: all do', change, ['warning hydra_settings_changed hydra.toml'], others(change, change)],
    ['honest: another file of that kind', { 'docs/hydra.toml.md': ['+x'], 'other.toml': ['+x = 1'] }, []],
  ]);
});

describe('files_marked_generated', () => {
  const found = ['error files_marked_generated .gitattributes'];
  check([
    ['generated', { '.gitattributes': ['+src/** linguist-generated=true'] }, found],
    ['no diff', { '.gitattributes': ['+*.js -diff'] }, found],
    ['binary', { '.gitattributes': ['+*.py binary'] }, found],
    ['honest: images and archives', { '.gitattributes': ['+*.png binary', '+assets/*.woff2 -diff'] }, []],
    ['honest: a lockfile', { '.gitattributes': ['+package-lock.json linguist-generated', '+yarn.lock -diff'] }, []],
    ['honest: ends of lines', { '.gitattributes': ['+*.sh text eol=lf'] }, []],
  ]);
});

describe('check_scripts_changed', () => {
  const npm = ['error check_scripts_changed package.json'];
  const make = ['error check_scripts_changed Makefile'];
  check([
    ['|| true', { 'package.json': ['-    "test": "jest"', '+    "test": "jest || true"'] }, npm],
    ['|| exit 0', { 'package.json': ['+    "build": "tsc || exit 0",'] }, npm],
    ['no tests are fine', { 'package.json': ['+    "test": "jest --passWithNoTests"'] }, npm],
    ['snapshots follow', { 'package.json': ['+    "test": "jest -u"'] }, npm],
    ['make ignores failures', { Makefile: ['-\t./run_tests', '+\t-./run_tests'] }, make],
    ['make goes on', { Makefile: ['+\t$(CC) x.c || true'] }, make],
    [
      'another command',
      { 'package.json': ['-    "test": "jest"', '+    "test": "echo"'] },
      ['warning check_scripts_changed package.json'],
    ],
    ['a hook', { 'package.json': ['+    "pretest": "node prepare.js",'] }, ['warning check_scripts_changed package.json']],
    ['another recipe', { Makefile: ['-\t./run_tests', '+\t./run_some_tests'] }, ['warning check_scripts_changed Makefile']],
    [
      'fewer warnings of the compiler',
      { Makefile: ['-CFLAGS = -Wall -Werror', '+CFLAGS ='] },
      ['warning check_scripts_changed Makefile'],
    ],
    ['honest: a dependency', { 'package.json': ['-    "x": "1"', '+    "x": "2"', '+    "lint-staged": "^1"'] }, []],
    [
      'honest: one more script',
      { 'package.json': ['-    "test": "jest"', '+    "test": "jest",', '+    "test:watch": "jest --watch"'] },
      [],
    ],
    [
      'honest: a script that may fail',
      { 'package.json': ['+    "postinstall": "husky || true",', '+    "test:update": "jest -u"'] },
      [],
    ],
    [
      'honest: one more source',
      { Makefile: ['-SOURCES = a.c', '+SOURCES = a.c b.c', '+b.o: b.c', '+\t$(CC) -c -o b.o b.c'] },
      [],
    ],
    ['honest: clearing up', { Makefile: ['+\trm -f *.o || true', '+\t-rm -rf out'] }, []],
    [
      'honest: half of the others do',
      { Makefile: ['-\tcc a.c', '+\tcc a.c b.c'] },
      [],
      others({ Makefile: ['-\tcc a.c', '+\tcc a.c c.c'] }, {}),
    ],
  ]);
});

describe('checks_loosened', () => {
  const tsconfig = ['error checks_loosened tsconfig.json'];
  const strict = { 'tsconfig.json': ['-    "strict": true', '+    "strict": false'] };
  check([
    ['TypeScript', strict, tsconfig],
    [
      'a rule is off',
      { 'eslint.config.js': ["-  eqeqeq: 'error'", "+  eqeqeq: 'off'"] },
      ['error checks_loosened eslint.config.js'],
    ],
    ['Ruff', { 'ruff.toml': ['+extend-ignore = ["E501"]'] }, ['error checks_loosened ruff.toml']],
    ['Ruff has fewer rules', { 'ruff.toml': ['-select = ["E", "F"]', '+select = ["E9"]'] }, ['error checks_loosened ruff.toml']],
    [
      'tests left out',
      { 'vitest.config.ts': ["+    exclude: ['test/hard.test.ts'],"] },
      ['error checks_loosened vitest.config.ts'],
    ],
    ['a lower limit', { '.coveragerc': ['-fail_under = 90', '+fail_under = 10'] }, ['error checks_loosened .coveragerc']],
    [
      'more warnings',
      { 'eslint.config.js': ['-// --max-warnings 0', '+// --max-warnings 50'] },
      ['error checks_loosened eslint.config.js'],
    ],
    ['files left out', { 'new:.eslintignore': ['+src/'] }, ['error checks_loosened .eslintignore']],
    ['something else', { 'tsconfig.json': ['+    "lib": ["es2023"],'] }, ['warning checks_loosened tsconfig.json']],
    ['honest: all do', strict, [], others(strict, strict)],
    [
      'honest: half of the others change the file',
      { 'tsconfig.json': ['+    "strict": true'] },
      [],
      others({ 'tsconfig.json': ['+  "strict": true,'] }, {}),
    ],
    ['others change the file, not that way', strict, tsconfig, others({ 'tsconfig.json': ['+    "lib": []'] })],
    ['honest: a higher limit', { 'pyproject.toml': ['-fail_under = 80', '+fail_under = 90'] }, []],
    ['honest: what goes into a package', { 'Cargo.toml': ['+exclude = ["assets/"]', '+serde = "1"'] }, []],
    ['honest: .gitignore', { '.gitignore': ['+dist/'], '.dockerignore': ['+dist/'] }, []],
    ['honest: a dependency', { 'pyproject.toml': ['+dependencies = ["requests"]'] }, []],
  ]);
});

describe('checks_loosened in files of a build', () => {
  const found = (path: string) => [`error checks_loosened ${path}`];
  test.each<[string, Change, string[]]>([
    ['Maven', { 'pom.xml': ['+<testFailureIgnore>true</testFailureIgnore>'] }, found('pom.xml')],
    ['Gradle', { 'build.gradle': ['+test { ignoreFailures = true }'] }, found('build.gradle')],
    ['CMake', { 'CMakeLists.txt': ['+set_tests_properties(a PROPERTIES WILL_FAIL TRUE)'] }, found('CMakeLists.txt')],
    ['a test less', { 'CMakeLists.txt': ['-add_test(NAME a COMMAND a)'] }, found('CMakeLists.txt')],
    [
      'a flag less',
      { 'CMakeLists.txt': ['-add_compile_options(-Wall -Werror)', '+add_compile_options(-w)'] },
      found('CMakeLists.txt'),
    ],
    ['Composer', { 'composer.json': ['+"test": "phpunit || true"'] }, found('composer.json')],
    ['honest: a source more', { 'CMakeLists.txt': ['-add_library(a a.c)', '+add_library(a a.c b.c)'] }, []],
    ['honest: a dependency', { 'pom.xml': ['+<dependency>', '+<artifactId>junit</artifactId>', '+</dependency>'] }, []],
  ])('%s', (_, change, expected) => {
    expect(alarms(evidenceOf({ 'src/a.c': ['+x'], ...change }))).toEqual(expected);
  });
});

describe('suppressions_added', () => {
  check([
    ['a whole file', { 'src/a.ts': ['+// @ts-nocheck'] }, ['error suppressions_added src/a.ts']],
    ['a whole crate', { 'src/lib.rs': ['+#![allow(clippy::all)]'] }, ['error suppressions_added src/lib.rs']],
    ['one line', { 'src/a.py': ['+import os  # noqa: F401'] }, ['warning suppressions_added src/a.py']],
    [
      'many',
      { 'src/a.go': ['+x() //nolint:errcheck', '+y() //nolint:errcheck', '+z() // nolint'] },
      ['error suppressions_added src/a.go'],
    ],
    [
      'findings go as suppressions come',
      { 'src/a.js': ['+// eslint-disable-next-line eqeqeq'] },
      ['error suppressions_added src/a.js'],
      { lint: { before: 2, after: 1 } },
    ],
    ['honest: it was there', { 'src/a.js': ['-// eslint-disable-next-line x', '+// eslint-disable-next-line y'] }, []],
    [
      'honest: a test that is wrong on purpose',
      { 'test/a.test.ts': ['+// @ts-expect-error not a number', '+expect(f("x")).toBe(0);'] },
      [],
    ],
    ['honest: a document', { 'docs/lint.md': ['+Write `// eslint-disable-next-line`.'] }, []],
    [
      'honest: others do the same',
      { 'src/a.py': ['+import os  # noqa'] },
      [],
      others({ 'src/a.py': ['+import sys  # noqa'] }, {}),
    ],
  ]);
});

describe('snapshots_rewritten', () => {
  const jest = { 'test/__snapshots__/a.snap': ['-old', '+new'] };
  check([
    ['jest', jest, ['warning snapshots_rewritten test/__snapshots__/a.snap']],
    ['syrupy', { 'tests/__snapshots__/a.ambr': ['-old'] }, ['warning snapshots_rewritten tests/__snapshots__/a.ambr']],
    ['honest: a new one', { 'test/__snapshots__/a.snap': ['+new'] }, []],
    ['honest: half of the others do', jest, [], others(jest, {})],
  ]);
});
