// Sources that the base's build files compile into test programs only.
import { familyOf } from '../../languages/index.ts';
import { folderOf } from './places.ts';
import type { Texts } from './references.ts';

interface Target {
  /** Empty if the build file gives it none. */
  name: string;
  sources: readonly string[];
  isTest: boolean;
}

/** A path in a build file. */
const PATH = /[\w./+-]{1,200}/g;
const COMPILED: readonly (string | null)[] = ['c', 'fortran', 'rust'];
const MAX_TEXT = 200_000;
/** A test may also start the product: its name has to say that it is a test program. */
const TEST_WORD = /(?<!con|at|pro|de|la|grea|fas|bes|hot|old|high|low)test|spec(?![a-z])|check(?![a-z])/i;

/** `files` are the paths of the base. A source that another target compiles too is product source, and so is one without a main function. */
export function sourcesOfTestTargets(texts: Texts, files: ReadonlySet<string>): string[] {
  const targets = [...texts].flatMap(([path, text]) => targetsIn(path, text.slice(0, MAX_TEXT)));
  const tests = targets.filter(({ isTest }) => isTest);
  // A second build file may compile the same program without running it.
  const names = new Set(tests.map(({ name }) => name));
  const others = targets.filter(({ isTest, name }) => !isTest && (name === '' || !names.has(name)));
  const product = new Set(others.flatMap(({ sources }) => sources));
  const chosen = tests.flatMap(({ name, sources }) => sources.filter((path) => isTestSource(path, name, texts.get(path) ?? '')));
  return [...new Set(chosen)].filter((path) => files.has(path) && !product.has(path));
}

function isTestSource(path: string, target: string, text: string): boolean {
  if (familyOf(path) === 'rust') return true;
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return TEST_WORD.test(stem) || (TEST_WORD.test(target) && /\bmain\s{0,4}\(/.test(text));
}

function targetsIn(path: string, text: string): Target[] {
  const below = (names: readonly string[]) => names.map((name) => normalized(`${folderOf(path)}/${name}`));
  const read = TARGETS.find(({ file }) => file.test(path))?.read ?? (() => []);
  return read(text).map(({ name, sources, isTest }) => ({ name, sources: below(sources), isTest }));
}

const TARGETS: readonly { file: RegExp; read(text: string): Target[] }[] = [
  { file: /(?:^|\/)CMakeLists\.txt$|\.cmake$/, read: cmakeTargets },
  { file: /(?:^|\/)meson\.build$/, read: mesonTargets },
  { file: /(?:^|\/)Makefile\.am$/, read: automakeTargets },
  { file: /(?:^|\/)(?:GNUmakefile|[Mm]akefile)$/, read: makeTargets },
  { file: /(?:^|\/)Cargo\.toml$/, read: cargoTargets },
];

const CMAKE_TARGET = /\badd_(executable|library)\s*\(\s*([\w:.+-]{1,100})([^)]{0,8000})\)/gi;
const CMAKE_SOURCES = /\btarget_sources\s*\(\s*([\w:.+-]{1,100})([^)]{0,8000})\)/gi;
const CMAKE_TEST = /\badd_test\s*\(([^)]{0,2000})\)|\b(?:gtest|catch|doctest)_(?:discover|add)_tests\s*\(([^)]{0,2000})\)/gi;

function cmakeTargets(whole: string): Target[] {
  const text = whole.replace(/#[^\n]*/g, '');
  const run = new Set(
    [...text.matchAll(CMAKE_TEST)].flatMap(([, one = '', other = '']) => `${one} ${other}`.match(/[\w:.+-]{1,100}/g) ?? []),
  );
  const own = [...text.matchAll(CMAKE_TARGET)].map(([, kind = '', name = '', sources = '']) => ({
    name,
    sources,
    isProgram: kind.toLowerCase() === 'executable',
  }));
  const more = [...text.matchAll(CMAKE_SOURCES)].map(([, name = '', sources = '']) => ({
    name,
    sources,
    isProgram: own.some((each) => each.name === name && each.isProgram),
  }));
  return [...own, ...more].map(({ name, sources, isProgram }) => ({
    name,
    sources: sourcesIn(sources),
    isTest: isProgram && run.has(name),
  }));
}

const MESON_TARGET = /(?:(\w{1,80})\s*=\s*)?\b(executable|\w{0,10}library)\s*\(([^)]{0,8000})\)/g;
const MESON_TEST = /\btest\s*\(([^)]{0,2000})\)/g;

function mesonTargets(text: string): Target[] {
  const run = new Set([...text.matchAll(MESON_TEST)].flatMap(([, named = '']) => named.match(/\w{1,80}/g) ?? []));
  return [...text.matchAll(MESON_TARGET)].map((match) => {
    const [, variable = '', kind = '', named = ''] = match;
    const isArgument = /\btest\s*\([^()]{0,200}$/.test(text.slice(Math.max(0, match.index - 300), match.index));
    const isTest = kind === 'executable' && (isArgument || run.has(variable));
    return { name: /['"]([^'"\n]{1,100})['"]/.exec(named)?.[1] ?? '', sources: sourcesIn(named), isTest };
  });
}

const AUTOMAKE_LIST =
  /^(check_PROGRAMS|TESTS|EXTRA_PROGRAMS|bin_PROGRAMS|noinst_PROGRAMS)[ \t]*\+?=((?:[^\n\\]|\\\n|\\.){0,8000})/gm;
const AUTOMAKE_SOURCES = /^(\w{1,100})_SOURCES[ \t]*\+?=((?:[^\n\\]|\\\n|\\.){0,8000})/gm;

function automakeTargets(text: string): Target[] {
  const lists = [...text.matchAll(AUTOMAKE_LIST)].filter(([, list]) => list === 'check_PROGRAMS' || list === 'TESTS');
  const run = new Set(
    lists.flatMap(([, , names = '']) => names.match(/[\w-]{1,100}/g) ?? []).map((name) => name.replace(/\W/g, '_')),
  );
  return [...text.matchAll(AUTOMAKE_SOURCES)].map(([, name = '', sources = '']) => ({
    name,
    sources: sourcesIn(sources),
    isTest: run.has(name),
  }));
}

const RULE = /^([\w./-]{1,100})[ \t]*:(?![=:])([^\n]{0,2000})((?:\n\t[^\n]{0,2000}){0,40})/gm;

/** Programs that `make test` or `make check` starts, with the sources among their prerequisites and in their commands. */
function makeTargets(text: string): Target[] {
  const rules = [...text.matchAll(RULE)].map(([, name = '', needs = '', commands = '']) => ({ name, needs, commands }));
  const tests = rules.filter(({ name }) => /^(?:test|tests|check|unittest|run-tests?|run_tests?)$/.test(name));
  const run = new Set(
    tests.flatMap(({ needs, commands }) => [
      ...words(needs),
      ...[...commands.matchAll(/\.\/([\w./-]{1,100})/g)].map(([, program = '']) => program),
    ]),
  );
  return rules
    .filter(({ name }) => !tests.some((test) => test.name === name))
    .map(({ name, needs, commands }) => {
      const output = /\s-o[ \t]{1,4}([\w./-]{1,100})/.exec(commands)?.[1] ?? name;
      return { name: output, sources: sourcesIn(`${needs} ${commands}`), isTest: run.has(name) || run.has(output) };
    })
    .filter(({ sources }) => sources.length > 0);
}

/** `[[test]]` and `[[bench]]` with a path of their own. */
function cargoTargets(text: string): Target[] {
  return [...text.matchAll(/^\[\[(test|bench|bin|example)\]\]([^[]{0,2000})/gm)].map(([, kind, entries = '']) => ({
    name: '',
    sources: sourcesIn(/^\s*path\s*=\s*"([^"\n]{1,200})"/m.exec(entries)?.[1] ?? ''),
    isTest: kind === 'test' || kind === 'bench',
  }));
}

function words(text: string): string[] {
  return text.match(/[\w./-]{1,100}/g) ?? [];
}

/** Without variables for the folder of the build file. */
function sourcesIn(text: string): string[] {
  return (
    text
      .replace(/\$[{(]\w{1,80}[})]\//g, '')
      .match(PATH)
      ?.filter((path) => COMPILED.includes(familyOf(path))) ?? []
  );
}

function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
