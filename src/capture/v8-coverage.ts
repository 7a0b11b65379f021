// What Node wrote to NODE_V8_COVERAGE -> LCOV of the changed files. The files of one test run can have hundreds of
// megabytes, nearly all of it about other scripts, so that only this extract is stored.
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { countsOf, linesOfScript, type ScriptFunction } from '../parse/index.ts';
import { lcovRecord } from './lcov-text.ts';

const MAX_DUMP_BYTES = 128 * 1024 * 1024;
const MAX_SCRIPT_LENGTH = 16 * 1024 * 1024;

/** By changed file: each executable line, and whether it was executed. */
type Found = Map<string, Map<number, boolean>>;

/** Empty where nothing can be said. */
export function collectV8(folder: string, tree: string, paths: readonly string[]): string {
  const files = paths.filter((path) => /\.[cm]?[jt]sx?$/.test(path) && existsSync(join(tree, path)));
  if (!existsSync(folder) || files.length === 0) return '';
  const found: Found = new Map();
  const loaded = new Set<string>();
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name);
    const { size } = lstatSync(file);
    if (!lstatSync(file).isFile() || size > MAX_DUMP_BYTES) continue;
    readDump(readFileSync(file, 'utf8'), realpathSync(tree), files, { found, loaded });
  }
  addUnloaded(tree, files, { found, loaded });
  return [...found].map(([path, lines]) => lcovRecord(path, lines)).join('');
}

interface Result {
  found: Found;
  /** Folders from which a file was loaded. */
  loaded: Set<string>;
}

function readDump(text: string, tree: string, files: readonly string[], { found, loaded }: Result): void {
  for (const path of pathsIn(text, tree)) loaded.add(posix.dirname(path));
  const missing = files.filter((path) => {
    const scripts = scriptsOf(text, pathToFileURL(join(tree, path)).href);
    const lines = scripts.map((functions) => linesOfScript(readFileSync(join(tree, path), 'utf8'), functions));
    for (const each of lines) if (each !== null) addLines(found, path, each);
    return lines.every((each) => each === null);
  });
  if (missing.length > 0 && text.includes('"source-map-cache":{"')) readMaps(text, tree, missing, { found, loaded });
}

function addLines(found: Found, path: string, lines: Iterable<readonly [number, boolean]>): void {
  const known = found.get(path) ?? new Map<number, boolean>();
  found.set(path, known);
  for (const [line, ran] of lines) known.set(line, ran || known.get(line) === true);
}

/** The files of the tree that were loaded, without its dependencies. */
function* pathsIn(text: string, tree: string): Generator<string> {
  const mark = `"url":"${pathToFileURL(tree).href}/`;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) {
    const path = /^[^"?#]{1,1000}/.exec(text.slice(at + mark.length, at + mark.length + 1000))?.[0] ?? '';
    if (!path.includes('node_modules/')) yield decoded(path);
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The functions of every script with this address. Only these parts of the text are parsed. */
function scriptsOf(text: string, href: string): ScriptFunction[][] {
  const mark = `"url":"${href}`;
  const scripts: ScriptFunction[][] = [];
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) {
    const rest = /^(?:[?#][^"]{0,1000})?","functions":(?=\[)/.exec(text.slice(at + mark.length, at + mark.length + 1100));
    const start = rest === null ? -1 : at + mark.length + rest[0].length;
    const functions = start === -1 ? null : parseFunctions(text.slice(start, endOfArray(text, start)));
    if (functions !== null) scripts.push(functions);
  }
  return scripts;
}

/** Behind the bracket that closes the one at `start`. */
function endOfArray(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at);
    else if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}

function parseFunctions(text: string): ScriptFunction[] | null {
  try {
    const functions = JSON.parse(text) as unknown;
    return Array.isArray(functions) && functions.every(isFunction) ? functions : null;
  } catch {
    return null;
  }
}

function isFunction(value: unknown): value is ScriptFunction {
  const { ranges } = (value ?? {}) as { ranges?: unknown };
  if (!Array.isArray(ranges)) return false;
  return ranges.every((range) => {
    const { startOffset, endOffset, count } = (range ?? {}) as Record<string, unknown>;
    return [startOffset, endOffset, count].every((each) => typeof each === 'number');
  });
}

interface CachedMap {
  lineLengths?: unknown;
  data?: Partial<SourceMapPayload> | null;
}

/** Scripts that a loader or a build made of the changed files; Node keeps their source maps beside the counts. */
function readMaps(text: string, tree: string, files: readonly string[], { found, loaded }: Result): void {
  let maps: Record<string, CachedMap>;
  try {
    maps = (JSON.parse(text) as { 'source-map-cache'?: Record<string, CachedMap> })['source-map-cache'] ?? {};
  } catch {
    return;
  }
  for (const [href, { data, lineLengths }] of Object.entries(maps)) {
    if (!href.startsWith('file:') || href.includes('/node_modules/') || !isMap(data) || !Array.isArray(lineLengths)) continue;
    const sources = data.sources.map((source) => pathOfSource(source, data.sourceRoot ?? '', href, tree));
    for (const path of sources) if (path !== null) loaded.add(posix.dirname(path));
    if (!sources.some((path) => path !== null && files.includes(path))) continue;
    for (const functions of scriptsOf(text, href)) {
      for (const [source, lines] of mapLines(functions, lineLengths.map(Number), data)) {
        const path = pathOfSource(source, data.sourceRoot ?? '', href, tree);
        if (path !== null && files.includes(path)) addLines(found, path, lines);
      }
    }
  }
}

function isMap(data: CachedMap['data']): data is SourceMapPayload {
  return (
    typeof data?.mappings === 'string' && Array.isArray(data.sources) && data.sources.every((each) => typeof each === 'string')
  );
}

/** Null for a source outside the tree. */
function pathOfSource(source: string, root: string, href: string, tree: string): string | null {
  try {
    const place = root === '' || /^(?:\/|file:)/.test(source) ? source : `${root.replace(/\/$/, '')}/${source}`;
    const file = fileURLToPath(new URL(place, href));
    return file.startsWith(`${tree}/`) ? file.slice(tree.length + 1) : null;
  } catch {
    return null;
  }
}

/** By source: a line is executed if any part of it is. */
function mapLines(
  functions: readonly ScriptFunction[],
  lengths: readonly number[],
  data: SourceMapPayload,
): Map<string, Map<number, boolean>> {
  const bySource = new Map<string, Map<number, boolean>>();
  const end = functions[0]?.ranges[0]?.endOffset ?? -1;
  const size = lengths.reduce((sum, length) => sum + length + 1, 0);
  // The text that ran is not the one that the map is about.
  if (Math.abs(size - end) > 1 || size > MAX_SCRIPT_LENGTH || lengths.some((length) => !(length >= 0))) return bySource;
  const map = openMap(data);
  if (map === null) return bySource;
  const countAt = countsOf(functions);
  let start = 0;
  for (const [line, length] of lengths.entries()) {
    for (let column = 0; column < length; column += 1) {
      const entry = map.findEntry(line, column) as Partial<ReturnType<SourceMap['findEntry']>> & Record<string, unknown>;
      if (!('originalLine' in entry) || entry.generatedLine !== line || entry.generatedColumn !== column) continue;
      const source = String(entry.originalSource);
      const lines = bySource.get(source) ?? new Map<number, boolean>();
      bySource.set(source, lines);
      const original = Number(entry.originalLine) + 1;
      lines.set(original, countAt(start + column) > 0 || lines.get(original) === true);
    }
    start += length + 1;
  }
  return bySource;
}

/** Null for a map that cannot be read. */
function openMap(data: SourceMapPayload): SourceMap | null {
  try {
    return new SourceMap(data);
  } catch {
    return null;
  }
}

/** A file that is not loaded while others beside it are was not executed; elsewhere a build may have made something of it. */
function addUnloaded(tree: string, files: readonly string[], { found, loaded }: Result): void {
  for (const path of files) {
    if (found.has(path) || !loaded.has(dirname(path))) continue;
    const lines = readFileSync(join(tree, path), 'utf8').split('\n');
    addLines(
      found,
      path,
      lines.flatMap((text, index) => (text.trim() === '' ? [] : [[index + 1, false] as const])),
    );
  }
}
