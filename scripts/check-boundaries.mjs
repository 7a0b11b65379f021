// Reads every source file and refuses what the table of modules in boundaries.mjs does not allow.
// Usage: node scripts/check-boundaries.mjs [--root DIR]
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { findCycles, importedFile, isHook, isTest, judgeImport, MODULES, moduleOf } from './boundaries.mjs';
import { isMain, ROOT } from './project.mjs';
import { readSource } from './purity.mjs';

/** @typedef {{ path: string, line: number, what: string }} Violation */
/** @typedef {{ path: string, imports: import('./purity.mjs').Import[], violations: Violation[] }} SourceFile */

const SOURCE_FILE = /\.[cm]?[jt]sx?$/;
const NOT_OURS = /(^|\/)(node_modules|dist)\//;
/** Modules whose numbers are the same bits on every machine. */
const EXACT = new Set(['scoring', 'tune']);

/** @returns {string[]} paths from the root, with forward slashes, sorted */
function sourcePaths(/** @type {string} */ root) {
  return ['src', 'web']
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => SOURCE_FILE.test(path) && !NOT_OURS.test(path))
    .sort();
}

/** @returns {SourceFile} */
function checkFile(/** @type {string} */ root, /** @type {string} */ path) {
  const module = moduleOf(path);
  if (module === null) {
    return { path, imports: [], violations: [{ path, line: 1, what: 'is in no module; boundaries.mjs lists them all' }] };
  }
  const pure = MODULES[module]?.pure === true && !isTest(path) && !isHook(path);
  const text = readFileSync(join(root, path), 'utf8');
  const { imports, faults } = readSource(path, text, { pure, exactArithmetic: EXACT.has(module) });
  const violations = faults.map((fault) => ({ path, ...fault }));
  for (const { line, specifier, names } of imports) {
    const what = specifier === null ? 'imports a computed path, which no check can follow' : judgeImport(path, specifier, names);
    if (what !== null) violations.push({ path, line, what });
  }
  return { path, imports, violations };
}

/** @returns {Violation[]} */
function circles(/** @type {SourceFile[]} */ files) {
  const targets = (/** @type {SourceFile} */ { path, imports }) =>
    imports.map(({ specifier }) => importedFile(path, specifier ?? ''));
  const graph = new Map(files.map((file) => [file.path, targets(file).filter((target) => target !== null)]));
  return findCycles(graph).map((way) => {
    const [path = '', next] = way;
    const { imports = [] } = files.find((file) => file.path === path) ?? {};
    const line = imports.find(({ specifier }) => importedFile(path, specifier ?? '') === next)?.line ?? 1;
    return { path, line, what: `circular import: ${way.join(' -> ')}` };
  });
}

/**
 * @param {string} root
 * @returns {{ ok: boolean, lines: string[] }} A line per violation, then the totals.
 */
export function checkBoundaries(root) {
  const files = sourcePaths(root).map((path) => checkFile(root, path));
  const violations = [...files.flatMap((file) => file.violations), ...circles(files)];
  const found = violations.map(({ path, line, what }) => `${path}:${line}: ${what}`);
  return { ok: violations.length === 0, lines: [...found, `${files.length} files, ${violations.length} violations`] };
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({ options: { root: { type: 'string', default: ROOT } } });
  const { ok, lines } = checkBoundaries(resolve(values.root));
  for (const line of lines) console.log(line);
  process.exitCode = ok ? 0 : 1;
}
