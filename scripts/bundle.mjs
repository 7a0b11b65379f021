// Bundles the command line and the modules that the package exports into a few files: loading hundreds of small modules
// would take Node longer than a whole `hydra score` with cached results.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './project.mjs';

const NOTICES = 'third-party-licenses.txt';
/** The last two are the `exports` of package.json. */
const ENTRIES = { main: 'cli/main.js', contract: 'contract/index.js', scoring: 'scoring/index.js' };
/** Stack traces need the names of functions and classes. */
const KEPT_NAMES = { function: true, class: true };

/**
 * Replaces the modules in `cli/` with the bundle; the other folders stay for tests and benches, which import single modules.
 * @param {string} dist
 */
export async function bundleProgram(dist) {
  const { rolldown } = await import('rolldown');
  const { parseAst } = await import('rolldown/parseAst');
  const folder = join(dist, 'cli');
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(dist, file)])),
    external: optionalPackages(),
    platform: 'node',
    logLevel: 'warn',
  });
  const { output } = await build.generate({
    format: 'esm',
    chunkFileNames: '[name].js',
    comments: false,
    minify: {
      compress: { keepNames: KEPT_NAMES, joinVars: false },
      mangle: { keepNames: KEPT_NAMES },
      codegen: { removeWhitespace: true },
    },
  });
  await build.close();
  for (const name of readdirSync(folder)) if (name.endsWith('.js')) rmSync(join(folder, name));
  const modules = new Set();
  for (const file of output) {
    if (file.type !== 'chunk') continue;
    mkdirSync(dirname(join(folder, file.fileName)), { recursive: true });
    writeFileSync(join(folder, file.fileName), inLines(file.code, parseAst(file.code)));
    for (const id of file.moduleIds) modules.add(id);
  }
  writeNotices(dist, [...modules]);
}

/**
 * Puts each statement on a line of its own: Node prints the whole line of an uncaught error.
 * @param {string} code
 * @param {ReturnType<typeof import('rolldown/parseAst').parseAst>} program
 */
function inLines(code, { body, hashbang }) {
  return [...(hashbang === null ? [] : [hashbang]), ...body].map(({ start, end }) => `${code.slice(start, end)}\n`).join('');
}

/** Packages that users install if they need them: these are loaded from there, and never bundled. @returns {string[]} */
function optionalPackages() {
  return Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).peerDependencies ?? {});
}

/**
 * Writes the licenses of the packages that the modules come from beside the bundle.
 * @param {string} folder
 * @param {string[]} modules
 */
export function writeNotices(folder, modules) {
  const notices = packagesOf(modules).map(noticeOf);
  if (notices.length > 0) writeFileSync(join(folder, NOTICES), notices.join('\n'));
}

/** The package folders of the modules, sorted. */
function packagesOf(/** @type {string[]} */ modules) {
  const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0] ?? '');
  return [...new Set(folders.filter((folder) => folder !== ''))].sort();
}

/** Most licenses require their text in every copy. */
function noticeOf(/** @type {string} */ folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const path = join(folder, file ?? '');
  const text = file !== undefined && existsSync(path) ? readFileSync(path, 'utf8').trim() : `License: ${license}`;
  return `${name} ${version}\n\n${text}\n`;
}
