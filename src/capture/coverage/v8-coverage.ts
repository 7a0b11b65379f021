// Converts Node's NODE_V8_COVERAGE output to LCOV of the changed files. The files of one test run can have hundreds of
// megabytes, nearly all of it about other scripts, so only this extract is stored.

import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRegularFile, readTreeText } from '../../exec/index.ts';
import { languageOf } from '../../languages/index.ts';
import { linesOfScript } from '../../parse/index.ts';
import { lcovRecord } from './lcov-text.ts';
import { scriptsOf } from './v8-scripts.ts';
import { mappedSources } from './v8-source-maps.ts';

const MAX_DUMP_BYTES = 128 * 1024 * 1024;

/** By changed file: each executable line, and whether it was executed. */
type Found = Map<string, Map<number, boolean>>;

/** Empty if nothing is known. */
export function collectV8(folder: string, tree: string, paths: readonly string[]): string {
  const files = paths.filter((path) => languageOf(path)?.id === 'javascript' && existsSync(join(tree, path)));
  if (!existsSync(folder) || files.length === 0) return '';
  const found: Found = new Map();
  const loaded = new Set<string>();
  for (const name of readdirSync(folder).sort()) {
    const dump = readRegularFile(join(folder, name), MAX_DUMP_BYTES);
    if (dump !== null) readDump(dump.toString('utf8'), realpathSync(tree), files, { found, loaded });
  }
  addUnloaded(tree, files, { found, loaded });
  return [...found].map(([path, lines]) => lcovRecord(path, lines)).join('');
}

interface Result {
  found: Found;
  /** Files of the tree that ran, or that were compiled to something that ran. */
  loaded: Set<string>;
}

function readDump(text: string, tree: string, files: readonly string[], { found, loaded }: Result): void {
  for (const path of pathsIn(text, tree)) loaded.add(path);
  const missing = files.filter((path) => {
    const scripts = scriptsOf(text, pathToFileURL(join(tree, path)).href);
    const lines = scripts.map((functions) => linesOfScript(readTreeText(tree, path) ?? '', functions));
    for (const each of lines) if (each !== null) addLines(found, path, each);
    return lines.every((each) => each === null);
  });
  if (missing.length === 0) return;
  for (const { path, lines } of mappedSources(text, tree, missing)) {
    loaded.add(path);
    if (lines !== null) addLines(found, path, lines);
  }
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

/** A file that is not loaded while others next to it are was not executed; elsewhere a build may have used it. */
function addUnloaded(tree: string, files: readonly string[], { found, loaded }: Result): void {
  const folders = new Set([...loaded].map((path) => posix.dirname(path)));
  for (const path of files) {
    if (found.has(path) || loaded.has(path) || !folders.has(posix.dirname(path))) continue;
    const lines = (readTreeText(tree, path) ?? '').split('\n');
    addLines(
      found,
      path,
      lines.flatMap((text, index) => (text.trim() === '' ? [] : [[index + 1, false] as const])),
    );
  }
}
