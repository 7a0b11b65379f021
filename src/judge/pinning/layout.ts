// What the base tree says about where its product source is, and which files decide its checks.

import { familyOf, holdsTests, isData, languageOf } from '../../languages/index.ts';
import { mixedFile, supportRole } from '../../tools/index.ts';
import { deniedPlace, folderOf, isSettingsName } from './places.ts';
import { findReferences, type References, settingsFiles, type Texts } from './references.ts';
import { isHeader, type Names } from './shadowing.ts';
import { sourcesOfTestTargets } from './test-targets.ts';

export interface BaseLayout extends Names {
  /** Folders with product source, by language. */
  sourceFolders: ReadonlyMap<string, ReadonlySet<string>>;
  /** The languages of product source and tests. */
  languages: ReadonlySet<string>;
  /** Folders with a manifest of a package: their own files include settings of tools. */
  packageFolders: ReadonlySet<string>;
  references: References;
  /** Sources of the base that contain only tests or helpers of tests. */
  testOnly: ReadonlySet<string>;
  /** The text of product source, to see which data it names. */
  productText: string;
  /** The text of the tests. */
  testText: string;
}

const [MAX_SOURCES, MAX_FILE, MAX_TOTAL] = [4000, 200_000, 16_000_000];

/** The files of the base whose text the layout needs. */
export function filesForLayout(paths: readonly string[]): string[] {
  const sources = paths.filter((path) => familyOf(path) !== null && !/(?:^|\/)node_modules\//.test(path)).slice(0, MAX_SOURCES);
  return [...new Set([...settingsFiles(paths), ...manifestsIn(paths), ...sources])];
}

const MANIFEST = /(?:^|\/)(?:requirements[\w-]*\.txt|setup\.(?:py|cfg)|Cargo\.toml|Gemfile|go\.mod|Pipfile)$/;
const PACKAGE_FILE = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.py|Cargo\.toml|go\.mod|composer\.json|Gemfile)$/;

function manifestsIn(paths: readonly string[]): string[] {
  return paths.filter((path) => MANIFEST.test(path) || mixedFile(path) !== null);
}

export function describeBase(paths: readonly string[], texts: Texts): BaseLayout {
  const files = new Set(paths);
  const settings = new Map(settingsFiles(paths).flatMap((path) => entryOf(texts, path)));
  const references = findReferences(settings, files, (path) => texts.get(path) ?? null);
  const sources = paths.filter((path) => isSourceByName(path) && !references.paths.has(path));
  const testOnly = findTestOnly(sources, texts, files);
  const product = sources.filter((path) => !testOnly.has(path));
  const productText = joined(product, texts);
  const tests = paths.filter((path) => supportRole(path) === 'test' || testOnly.has(path));
  return {
    files,
    folders: new Set(paths.flatMap(allFolders)),
    external: new Set([...declaredIn(paths, texts), ...externalImports(product, texts, files)]),
    resolvesBareNames: [...settings.values()].some((text) => /baseUrl|modulePaths|moduleDirectories|NODE_PATH/.test(text)),
    sourceFolders: foldersByLanguage([...product, ...testsBesideSource(paths)]),
    languages: new Set([...product, ...tests].flatMap((path) => familyOf(path) ?? [])),
    packageFolders: new Set(paths.filter((path) => PACKAGE_FILE.test(path)).map(folderOf)),
    references,
    testOnly,
    productText,
    testText: joined(tests, texts),
  };
}

/** Tests by their names alone are in folders of source, even where the source does not exist yet. */
function testsBesideSource(paths: readonly string[]): string[] {
  return paths.filter(
    (path) => supportRole(path) === 'test' && supportRole(path.replace(/[^/]*$/, 'x.c')) === null && folderOf(path) !== '',
  );
}

function entryOf(texts: Texts, path: string): [string, string][] {
  const text = texts.get(path);
  return text === undefined ? [] : [[path, text]];
}

function joined(paths: readonly string[], texts: Texts): string {
  const parts: string[] = [];
  let size = 0;
  for (const path of paths) {
    const text = texts.get(path)?.slice(0, MAX_FILE) ?? '';
    size += text.length;
    if (size > MAX_TOTAL) break;
    parts.push(text);
  }
  return parts.join('\n');
}

function allFolders(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** A tracked file in a folder such as `dist` counts: the base decides. */
function isSourceByName(path: string): boolean {
  const isSource = familyOf(path) !== null && supportRole(path) === null && !isSettingsName(path);
  return isSource && deniedPlace(path, () => true) === null && !/(?:^|\/)setup\.py$/.test(path);
}

function foldersByLanguage(paths: readonly string[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const path of paths) {
    const language = familyOf(path) ?? '';
    folders.set(language, (folders.get(language) ?? new Set()).add(folderOf(path)));
  }
  return folders;
}

/** Where most sources import a test library, the product is about tests. */
const MAX_TEST_SHARE = 0.5;
const RUST_MODULE =
  /#\[cfg\(test\)\]\s{0,20}(?:#\[path\s{0,8}=\s{0,8}"([^"\n]{1,200})"\]\s{0,20})?(?:pub(?:\([^)\n]{0,40}\))?\s{1,8})?mod\s{1,8}(\w{1,80})\s{0,8};/g;
const RUST_PATH = /#\[path\s{0,8}=\s{0,8}"([^"\n]{1,200})"\]/g;

function findTestOnly(sources: readonly string[], texts: Texts, files: ReadonlySet<string>): Set<string> {
  const known = sources.filter((path) => texts.has(path));
  const helpers = known.filter((path) => isForTests(path, texts.get(path) ?? ''));
  const isMinority = helpers.length < known.length * MAX_TEST_SHARE;
  // In Go, product source never imports the testing package.
  const byLibrary = helpers.filter((path) => isMinority || familyOf(path) === 'go');
  return new Set([...byLibrary, ...rustTestFiles(texts), ...sourcesOfTestTargets(texts, files)]);
}

/** Whether a source imports a library for tests, or defines tests. */
function isForTests(path: string, text: string): boolean {
  return (
    languageOf(path)?.tests?.library?.test(text) === true || (familyOf(path) === 'c' && C_TESTS.test(text) && !MACRO.test(text))
  );
}

const C_TESTS =
  /^[ \t]{0,8}(?:TEST|TEST_F|TEST_P|TYPED_TEST|TEST_CASE|SCENARIO|BOOST_(?:AUTO|FIXTURE|DATA)_TEST_CASE|START_TEST)[ \t]{0,4}\([^\n]{1,200}\)[ \t]{0,8}\{?[ \t\r]*$/m;
/** A header that defines the macros is a test library. */
const MACRO = /^[ \t]{0,8}#[ \t]{0,8}define[ \t]{1,8}(?:TEST|TEST_F|TEST_P|TEST_CASE|SCENARIO|START_TEST)\b/m;

/** Files that Rust sources include only for tests: `#[cfg(test)] mod name;` and `#[path = "..."]` in files of tests. */
function rustTestFiles(texts: Texts): string[] {
  return [...texts].flatMap(([path, text]) => {
    if (!holdsTests(path)) return [];
    const folder = folderOf(path);
    const own = /(?:^|\/)(?:lib|main|mod)\.rs$/.test(path) ? folder : path.replace(/\.rs$/, '');
    const below = (base: string, name: string) => normalized(base === '' ? name : `${base}/${name}`);
    const modules = [...text.matchAll(RUST_MODULE)].flatMap(([, at, name = '']) =>
      at === undefined ? [below(own, `${name}.rs`), below(own, `${name}/mod.rs`)] : [below(folder, at)],
    );
    const included = supportRole(path) === 'test' ? [...text.matchAll(RUST_PATH)].map(([, at = '']) => below(folder, at)) : [];
    return [...modules, ...included.filter((each) => supportRole(each) === null && !each.startsWith('src/'))];
  });
}

function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const PYTHON_REQUIREMENT = /^[ \t"']{0,12}([A-Za-z][\w.-]{1,60})(?:\[[\w,]{0,60}\])?[ \t]{0,4}(?:[<>=!~;,"']|$)/gm;

/** Names of the dependencies that the base declares, as they are imported. */
function declaredIn(paths: readonly string[], texts: Texts): string[] {
  return manifestsIn(paths).flatMap((path) => {
    const text = (texts.get(path) ?? '').slice(0, MAX_FILE);
    if (mixedFile(path) === 'package.json') return packageNames(text);
    if (!/requirements|pyproject|setup\.|Pipfile/.test(path)) return [];
    return [...text.matchAll(PYTHON_REQUIREMENT)].map(([, name = '']) => name.replaceAll('-', '_').toLowerCase());
  });
}

function packageNames(text: string): string[] {
  try {
    const members = JSON.parse(text) as Record<string, unknown>;
    return ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((name) => Object.keys(members[name] ?? {}));
  } catch {
    return [];
  }
}

const PYTHON_IMPORT = /^[ \t]{0,12}(?:import|from)[ \t]{1,4}([A-Za-z_]\w{0,60})/gm;
const SYSTEM_INCLUDE = /^[ \t]{0,8}#[ \t]{0,8}include[ \t]{0,8}<([\w./+-]{1,120})>/gm;

/** Modules and headers that the base's product source uses and that its tree does not contain. */
function externalImports(product: readonly string[], texts: Texts, files: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  for (const path of product) {
    const text = (texts.get(path) ?? '').slice(0, MAX_FILE);
    const pattern = { python: PYTHON_IMPORT, c: SYSTEM_INCLUDE }[familyOf(path) ?? ''];
    if (pattern !== undefined) for (const [, name = ''] of text.matchAll(pattern)) names.add(name);
  }
  const inTree = new Set([...files].flatMap((path) => endings(path)));
  return [...names].filter((name) => !inTree.has(name));
}

/** Every way to name a file of the tree: `b/c.h` for `a/b/c.h`, and the folders and stems that Python imports. */
function endings(path: string): string[] {
  const parts = path.split('/');
  const isNamed = familyOf(path) === 'python' || isHeader(path);
  if (!isNamed) return [];
  return [
    ...parts.map((_, index) => parts.slice(index).join('/')),
    ...parts.slice(0, -1),
    (parts.at(-1) ?? '').replace(/\.\w+$/, ''),
  ];
}

/** Whether the base's product source, or added lines of the candidate's, name this file. */
export function isNamed(path: string, text: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = folderOf(path).split('/').at(-1) ?? '';
  const isIndex = /^(?:__init__|index|mod|lib|main)\.\w+$/.test(name);
  const stem = isIndex ? folder : name.replace(/\.\w+$/, '');
  if (!isIndex && text.includes(name)) return true;
  const isWord = (word: string) =>
    word.length > 2 &&
    new RegExp(`["'\`/.]${escaped(word)}["'\`/.]|\\b(?:import|from|require|use|mod)\\s.{0,80}\\b${escaped(word)}\\b`).test(text);
  return isWord(stem) || (isData(path) && isWord(folder));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
