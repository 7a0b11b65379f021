import { expect, test } from 'vitest';
import { sourcesOfTestTargets } from './test-targets.ts';

const FILES = new Set(['lib.cpp', 'lib.h', 'xmltest.cpp', 'tool.cpp', 'sub/check.c', 'sub/part.c', 'src/cases.rs']);

test.each([
  [
    'CMake',
    'CMakeLists.txt',
    'add_library(lib lib.cpp lib.h)\nadd_executable(xmltest xmltest.cpp lib.cpp)\nadd_executable(tool tool.cpp)\nadd_test(\n  NAME t\n  COMMAND xmltest\n)',
    ['xmltest.cpp'],
  ],
  [
    'CMake with discovered tests',
    'CMakeLists.txt',
    'add_executable(all_tests ${CMAKE_CURRENT_SOURCE_DIR}/xmltest.cpp)\ngtest_discover_tests(all_tests)',
    ['xmltest.cpp'],
  ],
  ['CMake without a test', 'CMakeLists.txt', 'add_executable(tool tool.cpp)\n# add_test(NAME t COMMAND tool)', []],
  ['Meson', 'sub/meson.build', "e = executable('e', 'check.c')\nlibrary('l', 'part.c')\ntest('e', e)", ['sub/check.c']],
  [
    'Meson, inside of the test',
    'sub/meson.build',
    "test('a', executable('check', ['check.c'], dependencies: [d]))",
    ['sub/check.c'],
  ],
  [
    'Automake',
    'sub/Makefile.am',
    'check_PROGRAMS = check\ncheck_SOURCES = check.c part.c\nbin_PROGRAMS = a\na_SOURCES = part.c',
    ['sub/check.c'],
  ],
  [
    'Make',
    'Makefile',
    'lib.o: lib.cpp lib.h\n\txmltest: x\nxmltest: xmltest.cpp lib.cpp\n\tcc $^\ntest: xmltest\n\t./xmltest\n',
    ['xmltest.cpp'],
  ],
  [
    'Make with a second way to build the test program',
    'Makefile',
    'xmltest: xmltest.cpp lib.a\nlib.o: lib.cpp\neffc:\n\tgcc xmltest.cpp lib.cpp -o xmltest\ncheck: xmltest\n\t./xmltest\n',
    ['xmltest.cpp'],
  ],
  [
    'a test that starts the product',
    'CMakeLists.txt',
    'add_executable(tool tool.cpp)\nadd_test(NAME t COMMAND tool --version)',
    [],
  ],
  [
    'a test program with product source',
    'CMakeLists.txt',
    'add_executable(tests xmltest.cpp lib.cpp)\nadd_test(NAME t COMMAND tests)',
    ['xmltest.cpp'],
  ],
  ['Cargo', 'Cargo.toml', '[[test]]\nname = "a"\npath = "src/cases.rs"\n', ['src/cases.rs']],
])('finds the sources of test programs in build files of %s', (_, path, text, expected) => {
  expect(sourcesOfTestTargets(new Map([[path, text]]), FILES)).toEqual(expected);
});
