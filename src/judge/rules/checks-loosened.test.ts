import { describe } from 'vitest';
import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const found = (path: string) => [`error checks_loosened ${path}`];

describe('settings of linters, compilers and runners', () => {
  const strict = { 'tsconfig.json': ['-    "strict": true', '+    "strict": false'] };

  reports([
    ['strict: false', strict, found('tsconfig.json')],
    [
      'strict: false if the others change the file in another way',
      strict,
      found('tsconfig.json'),
      othersWith({ 'tsconfig.json': ['+    "lib": []'] }),
    ],
    ['a rule that is off', { 'eslint.config.js': ["-  eqeqeq: 'error'", "+  eqeqeq: 'off'"] }, found('eslint.config.js')],
    ['an ignored rule', { 'ruff.toml': ['+extend-ignore = ["E501"]'] }, found('ruff.toml')],
    ['a shorter list of rules', { 'ruff.toml': ['-select = ["E", "F"]', '+select = ["E9"]'] }, found('ruff.toml')],
    ['an excluded test file', { 'vitest.config.ts': ["+    exclude: ['test/hard.test.ts'],"] }, found('vitest.config.ts')],
    ['a lower coverage limit', { '.coveragerc': ['-fail_under = 90', '+fail_under = 10'] }, found('.coveragerc')],
    [
      'one lower limit among several',
      { '.nycrc.json': ['-lines: 90', '-branches: 80', '+branches: 85', '+lines: 89'] },
      found('.nycrc.json'),
    ],
    [
      'a higher limit of warnings',
      { 'eslint.config.js': ['-// --max-warnings 0', '+// --max-warnings 50'] },
      found('eslint.config.js'),
    ],
    ['a new ignore file', { 'new:.eslintignore': ['+src/'] }, found('.eslintignore')],
    [
      'any other change as a warning',
      { 'tsconfig.json': ['+    "lib": ["es2023"],'] },
      ['warning checks_loosened tsconfig.json'],
    ],
  ]);

  accepts([
    ['strict: false if all others do the same', strict, othersWith(strict, strict)],
    [
      'a changed file if half of the others change it',
      { 'tsconfig.json': ['+    "strict": true'] },
      othersWith({ 'tsconfig.json': ['+  "strict": true,'] }, {}),
    ],
    ['a higher coverage limit', { 'pyproject.toml': ['-fail_under = 80', '+fail_under = 90'] }],
    ['a longer list of rules', { 'pyproject.toml': ['-select = ["E"]', '+select = ["E", "F"]'] }],
    ['excluded folders that no check reads', { 'pyproject.toml': ["+exclude = ['dist', 'node_modules/']"] }],
    ['the content of a package', { 'Cargo.toml': ['+exclude = ["assets/"]', '+serde = "1"'] }],
    ['ignore files of other tools', { '.gitignore': ['+dist/'], '.dockerignore': ['+dist/'] }],
    ['a dependency', { 'pyproject.toml': ['+dependencies = ["requests"]'] }],
  ]);
});

describe('build files', () => {
  reports([
    ['ignored test failures in Maven', { 'pom.xml': ['+<testFailureIgnore>true</testFailureIgnore>'] }, found('pom.xml')],
    ['ignored failures in Gradle', { 'build.gradle': ['+test { ignoreFailures = true }'] }, found('build.gradle')],
    ['WILL_FAIL in CMake', { 'CMakeLists.txt': ['+set_tests_properties(a PROPERTIES WILL_FAIL TRUE)'] }, found('CMakeLists.txt')],
    ['a removed test in CMake', { 'CMakeLists.txt': ['-add_test(NAME a COMMAND a)'] }, found('CMakeLists.txt')],
    [
      'removed compiler flags',
      { 'CMakeLists.txt': ['-add_compile_options(-Wall -Werror)', '+add_compile_options(-w)'] },
      found('CMakeLists.txt'),
    ],
    ['|| true in Composer', { 'composer.json': ['+"test": "phpunit || true"'] }, found('composer.json')],
  ]);

  accepts([
    ['one more source', { 'CMakeLists.txt': ['-add_library(a a.c)', '+add_library(a a.c b.c)'] }],
    ['a dependency', { 'pom.xml': ['+<dependency>', '+<artifactId>junit</artifactId>', '+</dependency>'] }],
  ]);
});
