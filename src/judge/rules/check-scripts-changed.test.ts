import { accepts, othersWith, reports } from '../../../test/evidence-builder.ts';

const npm = ['error check_scripts_changed package.json'];
const make = ['error check_scripts_changed Makefile'];

reports([
  ['|| true', { 'package.json': ['-    "test": "jest"', '+    "test": "jest || true"'] }, npm],
  ['|| exit 0', { 'package.json': ['+    "build": "tsc || exit 0",'] }, npm],
  ['--passWithNoTests', { 'package.json': ['+    "test": "jest --passWithNoTests"'] }, npm],
  ['a test script that updates snapshots', { 'package.json': ['+    "test": "jest -u"'] }, npm],
  ['a make recipe that ignores failures', { Makefile: ['-\t./run_tests', '+\t-./run_tests'] }, make],
  ['|| true in a make recipe', { Makefile: ['+\t$(CC) x.c || true'] }, make],
  [
    'another test command as a warning',
    { 'package.json': ['-    "test": "jest"', '+    "test": "echo"'] },
    ['warning check_scripts_changed package.json'],
  ],
  [
    'a new pretest script',
    { 'package.json': ['+    "pretest": "node prepare.js",'] },
    ['warning check_scripts_changed package.json'],
  ],
  ['another make recipe', { Makefile: ['-\t./run_tests', '+\t./run_some_tests'] }, ['warning check_scripts_changed Makefile']],
  ['fewer compiler warnings', { Makefile: ['-CFLAGS = -Wall -Werror', '+CFLAGS ='] }, ['warning check_scripts_changed Makefile']],
]);

accepts([
  ['changed dependencies', { 'package.json': ['-    "x": "1"', '+    "x": "2"', '+    "lint-staged": "^1"'] }],
  ['one more script', { 'package.json': ['-    "test": "jest"', '+    "test": "jest",', '+    "test:watch": "jest --watch"'] }],
  ['scripts that are no check', { 'package.json': ['+    "postinstall": "husky || true",', '+    "test:update": "jest -u"'] }],
  [
    'one more source in a makefile',
    { Makefile: ['-SOURCES = a.c', '+SOURCES = a.c b.c', '+b.o: b.c', '+\t$(CC) -c -o b.o b.c'] },
  ],
  ['clean-up commands that may fail', { Makefile: ['+\trm -f *.o || true', '+\t-rm -rf out'] }],
  [
    'a changed recipe if half of the others change the file',
    { Makefile: ['-\tcc a.c', '+\tcc a.c b.c'] },
    othersWith({ Makefile: ['-\tcc a.c', '+\tcc a.c c.c'] }, {}),
  ],
]);
