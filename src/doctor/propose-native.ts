// Proposals for projects with CMake, Meson, autotools or make.
import { isInstalled } from './installed-tools.ts';
import { distinct, type FailedAttempt, NO_SETUP, type ProjectProposals, type Proposal } from './proposal.ts';
import type { TopFolder } from './top-folder.ts';

const WITHOUT_INSTALL = { profile: 'make', withoutInstall: [NO_SETUP], installs: [], notes: [] } as const;
/** `option(ENABLE_X_TEST "..." OFF)` */
const OPTION = /\boption\s*\(\s*(\w+)\s+"[^"]*"\s+(\w+)\s*\)/gi;
const NAMES_TESTS = /(?:^|_)(?:UNIT_?)?(?:TESTS?|TESTING)(?:_|$)/i;
const NEEDS_MORE_THAN_TESTS = /FUZZ|VALGRIND|COVERAGE|SANITI|INSTALL|BENCH|INTEGRATION|DISABLE|SKIP|NO_TEST/i;

export function usesCTest(top: TopFolder): boolean {
  return /\b(?:enable_testing|include\s*\(\s*CTest)\b/i.test(cmakeText(top));
}

/** Tests are often declared one folder below. */
function cmakeText(top: TopFolder): string {
  const files = ['CMakeLists.txt', ...['tests', 'test', 'cmake'].map((folder) => `${folder}/CMakeLists.txt`)];
  return files.map(top.read).join('\n');
}

export function proposeCMake(top: TopFolder): ProjectProposals {
  const folder = top.names.includes('build') ? 'cmake-build' : 'build';
  const off = [...top.read('CMakeLists.txt').matchAll(OPTION)].filter(([, , value = '']) => /^(?:off|no|false|0)$/i.test(value));
  const options = off.flatMap(([, name = '']) => (NAMES_TESTS.test(name) && !NEEDS_MORE_THAN_TESTS.test(name) ? [name] : []));
  const build = (flags: readonly string[], because: string): Proposal => {
    const command = `cmake -S . -B ${folder}${flags.map((flag) => ` ${flag}`).join('')} && cmake --build ${folder}`;
    return { command, because, repair: (failure) => repairCMake(flags, because, failure) };
  };
  const repairCMake = (flags: readonly string[], because: string, { output }: FailedAttempt): Proposal[] => {
    const flag = '-DCMAKE_POLICY_VERSION_MINIMUM=3.5';
    const isTooOld = /Compatibility with CMake < 3\.5 has been removed/.test(output) && !flags.includes(flag);
    return isTooOld ? [build([...flags, flag], `${because}, written for a CMake before 3.5`)] : [];
  };
  const withTests = options.map((name) => `-D${name}=ON`);
  const tested = {
    command: `ctest --test-dir ${folder} --output-on-failure`,
    because: 'CMakeLists.txt declares tests for CTest',
  };
  return {
    ...WITHOUT_INSTALL,
    because: 'CMakeLists.txt is at the top of the repository',
    checks: {
      build: distinct([
        ...(withTests.length > 0 ? [build(withTests, `CMakeLists.txt has ${options.join(', ')}, off by default`)] : []),
        build([], 'CMakeLists.txt is here'),
      ]),
      test: usesCTest(top) ? [tested] : [],
      lint: [],
    },
  };
}

export function proposeMeson(): ProjectProposals {
  const because = 'meson.build is here';
  return {
    ...WITHOUT_INSTALL,
    because: 'meson.build is at the top of the repository',
    checks: {
      build: [{ command: 'meson setup build && meson compile -C build', because }],
      test: [{ command: 'meson test -C build', because }],
      lint: [],
    },
  };
}

const MAKEFILE = /^(?:GNUm|M|m)akefile$/;

export function proposeMake(top: TopFolder): ProjectProposals {
  const file = top.find(MAKEFILE);
  const text = file === undefined ? '' : top.read(file);
  const target = (name: string) =>
    new RegExp(`^${name}\\s*:(?!=)`, 'm').test(text)
      ? [{ command: `make ${name}`, because: `the Makefile has a target \`${name}\``, isOwn: true }]
      : [];
  return {
    ...WITHOUT_INSTALL,
    because: `${file ?? 'Makefile'} is at the top of the repository`,
    checks: {
      build: [...target('build'), ...target('all'), { command: 'make', because: 'a Makefile is here' }],
      test: ['test', 'check', 'tests', 'unittest', 'unit'].flatMap(target),
      lint: target('lint'),
    },
  };
}

export function proposeAutotools(top: TopFolder): ProjectProposals {
  const isGenerated = top.names.includes('configure');
  const prepare = isGenerated ? '' : 'autoreconf --install && ';
  const because = isGenerated ? 'configure is here' : 'configure.ac is here';
  return {
    ...WITHOUT_INSTALL,
    because: `${isGenerated ? 'configure' : 'configure.ac'} is at the top of the repository`,
    checks: {
      build: [{ command: `${prepare}./configure && make`, because }],
      test: [{ command: 'make check', because }],
      lint: [],
    },
    notes: isGenerated || isInstalled('autoreconf') ? [] : ['configure.ac needs autoconf and automake, which are not installed.'],
  };
}
