// Files that the base's settings name: setup files, presets, plug-ins, included parts, and modules that settings import.

import { extensionsOf, LANGUAGES } from '../../languages/index.ts';
import { mixedFile, supportRole } from '../../tools/index.ts';
import { folderOf } from './places.ts';

export interface References {
  paths: ReadonlySet<string>;
  patterns: readonly RegExp[];
}

export type Texts = ReadonlyMap<string, string>;

const BUILD_FILE =
  /(?:^|\/)(?:CMakeLists\.txt|meson\.build|configure\.ac|Makefile\.\w+|build\.gradle(?:\.kts)?|pom\.xml)$|\.(?:mk|cmake)$/;
const MAX_SETTINGS = 200;

/** The files of the base whose references are followed. */
export function settingsFiles(paths: readonly string[]): string[] {
  const isSettings = (path: string) => {
    const role = supportRole(path);
    return (
      role === 'runner' ||
      role === 'config' ||
      role === 'script' ||
      path === 'hydra.toml' ||
      mixedFile(path) !== null ||
      BUILD_FILE.test(path)
    );
  };
  return paths.filter((path) => isSettings(path) && !/(?:^|\/)node_modules\//.test(path)).slice(0, MAX_SETTINGS);
}

/** Settings that name files which a tool loads into the checks; none that also list the sources of a product. */
const KEYS =
  'setupFiles|setupFilesAfterEnv|globalSetup|globalTeardown|testEnvironment|testRunner|reporters?|resolver|transform|presets?|plugins?|extends|require|loaders?|file|snapshotSerializers|snapshotResolver|bootstrap|pytest_plugins';
const KEYED = new RegExp(
  `["']?\\b(?:${KEYS})\\b["']?[ \\t]{0,8}[:=][ \\t]{0,8}(\\[[^\\]]{0,2000}\\]|\\{[^}]{0,2000}\\}|(?:\\n[ \\t]{0,20}-[^\\n]{0,200}){1,40}|["'][^"'\\n]{0,400}["']|[^\\n]{0,400})`,
  'g',
);
const FLAG =
  /(?:^|[\s"'])(?:-r|--require|--import|--loader|--experimental-loader|--config|--setup|--setup-files?|--file|-p|--bootstrap)[ =]{1,4}["']?([\w@./*-]{1,200})/g;
const LONG_FLAG = /[\s"']--(?:require|import|loader|config|bootstrap)[ =]{1,4}["']?([\w@./*-]{1,200})/g;
/** A program of the checks: `python3 tools/generate.py`. Programs in other folders may be the product. */
const PROGRAM =
  /\b(?:node|tsx|ts-node|bun|deno run|python3?|ruby|php|perl|lua|sh|bash|source|\.)[ \t]{1,4}((?:\.\/)?(?:[\w-]{1,80}\/){0,4}(?:tools?|scripts?|ci|dev|etc|support|hack|misc|contrib|build-aux|tasks|config)\/[\w./-]{1,200})/g;
const INCLUDE = /^[ \t]{0,8}-?s?include[ \t(]{1,4}([^\n)#]{1,400})/gm;
const IMPORT = /(?:from|import|require)[ \t(]{0,8}["'](\.{1,2}\/[\w@./-]{1,200})["']/g;
const QUOTED = /["'](?:<rootDir>\/)?([\w@./*-]{1,200})["']/g;
const WORD = /[\w@./*-]{1,200}/g;

/** Follows the references of settings files, and those of the modules that they import. */
export function findReferences(settings: Texts, files: ReadonlySet<string>, read: (path: string) => string | null): References {
  const paths = new Set<string>();
  const patterns: RegExp[] = [];
  const open: Opened[] = [...settings].map(([path, text]) => ({ path, text, depth: 0 }));
  for (let at = 0; at < open.length && at < MAX_SETTINGS; at += 1) {
    const from = open[at] as Opened;
    const names = namesIn(from);
    patterns.push(...names.filter(({ named }) => named.includes('*')).map(({ named }) => patternOf(folderOf(from.path), named)));
    for (const found of filesNamed(names, from.path, files)) {
      if (paths.has(found)) continue;
      paths.add(found);
      const text = from.depth < MAX_DEPTH ? read(found) : null;
      if (text !== null) open.push({ path: found, text, depth: from.depth + 1 });
    }
  }
  for (const entry of entryPoints(settings, files)) paths.delete(entry);
  return { paths, patterns: patterns.filter((pattern) => !matchesProduct(pattern, files)) };
}

/** A plug-in that is tested on itself is the product: its own package names it as an entry point. */
function entryPoints(settings: Texts, files: ReadonlySet<string>): string[] {
  return [...settings].flatMap(([path, text]) => {
    if (mixedFile(path) !== 'package.json') return [];
    const named = JSON.stringify(membersOf(text, ['main', 'module', 'bin', 'exports']));
    return [...named.matchAll(QUOTED)].flatMap(([, name = '']) => resolve(folderOf(path), name, files) ?? []);
  });
}

/** A pattern over all sources says what a tool processes, not what it loads. */
function matchesProduct(pattern: RegExp, files: ReadonlySet<string>): boolean {
  return [...files].some((path) => PRODUCT_FOLDER.test(path) && supportRole(path) === null && pattern.test(path));
}

const MAX_DEPTH = 2;

interface Opened {
  path: string;
  text: string;
  /** How many references away from a settings file. */
  depth: number;
}

interface Name {
  named: string;
  isImport: boolean;
}

function filesNamed(names: readonly Name[], from: string, files: ReadonlySet<string>): string[] {
  return names.flatMap(({ named, isImport }) => {
    const found = named.includes('*') ? null : resolve(folderOf(from), named, files);
    return found === null || (isImport && isProductPlace(from, found)) ? [] : [found];
  });
}

const PRODUCT_FOLDER = /(?:^|\/)(?:src|lib|app|pkg|internal)\//;

/** A setup file may import the product; that does not make the product part of the settings. */
function isProductPlace(from: string, path: string): boolean {
  return folderOf(from) !== folderOf(path) && PRODUCT_FOLDER.test(path);
}

export function isReferenced(path: string, { paths, patterns }: References): boolean {
  return paths.has(path) || patterns.some((pattern) => pattern.test(path));
}

/** A module that settings import is followed by its imports alone. */
function namesIn({ path, text: whole, depth }: Opened): Name[] {
  const text = settingsIn(path, whole.slice(0, MAX_TEXT));
  const first = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
  const imports = /\.[cm]?[jt]s$/.test(path) ? first(IMPORT) : [];
  const asImports = imports.map((named) => ({ named, isImport: true }));
  return depth > 0 ? asImports : [...asImports, ...settingsNames(path, first).map((named) => ({ named, isImport: false }))];
}

function settingsNames(path: string, first: (pattern: RegExp) => string[]): string[] {
  const isBuild = BUILD_FILE.test(path) || supportRole(path) === 'script';
  const programs = first(PROGRAM);
  if (isBuild) return [...first(INCLUDE).flatMap((names) => names.match(WORD) ?? []), ...first(LONG_FLAG), ...programs];
  const values = first(KEYED).flatMap((value) => [
    ...[...value.matchAll(QUOTED)].map((match) => match[1] ?? ''),
    ...unquoted(value),
  ]);
  return [...first(FLAG), ...programs, ...values.filter((value) => value.length > 1)];
}

const MAX_TEXT = 200_000;
/** The members of package.json that name files of tools; `exports` names product source with the same words. */
const TOOL_MEMBERS = ['scripts', 'jest', 'mocha', 'ava', 'vitest', 'nyc', 'c8', 'tap', 'babel', 'eslintConfig'];

function settingsIn(path: string, text: string): string {
  return mixedFile(path) === 'package.json' ? JSON.stringify(membersOf(text, TOOL_MEMBERS)) : text;
}

function membersOf(text: string, names: readonly string[]): Record<string, unknown> {
  try {
    const members = JSON.parse(text) as Record<string, unknown>;
    return Object.fromEntries(names.map((name) => [name, members[name]]));
  } catch {
    return {};
  }
}

function unquoted(value: string): string[] {
  return /["']/.test(value) ? [] : (value.match(WORD) ?? []);
}

const LOADED = ['javascript', 'php', 'python', 'ruby'];
const EXTENSIONS = [
  '',
  ...LANGUAGES.filter(({ id }) => LOADED.includes(id)).flatMap((language) => extensionsOf(language).map((each) => `.${each}`)),
  ...['.json', '/index.js', '/index.ts', '/jest-preset.js'],
];

/** Relative to the folder of the settings or to the root; a dotted name may be a Python module. */
function resolve(folder: string, name: string, files: ReadonlySet<string>): string | null {
  const places = [
    joined(folder, name),
    joined('', name),
    joined(folder, name.replaceAll('.', '/')),
    joined('', name.replaceAll('.', '/')),
  ];
  for (const place of places) {
    const found = place === null ? undefined : EXTENSIONS.map((end) => place + end).find((path) => files.has(path));
    if (found !== undefined) return found;
  }
  return null;
}

/** Null if the path leaves the tree. */
function joined(folder: string, name: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of name.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.length === 0 ? null : parts.join('/');
}

/** `*` within a name, `**` across folders. */
function patternOf(folder: string, glob: string): RegExp {
  const whole = joined(folder, glob) ?? glob;
  const text = whole
    .split(/(\*{1,2}\/?)/)
    .map((part) =>
      part.startsWith('**') ? '.*' : part.startsWith('*') ? `[^/]*${part.slice(1)}` : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('');
  return new RegExp(`^${text}$`);
}
