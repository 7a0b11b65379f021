// Bundles the compiled command line into a few files: loading hundreds of small modules would take Node longer than
// a whole `hydra score` with cached results.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './project.mjs';

const NOTICES = 'third-party-licenses.txt';

/**
 * Replaces the modules in `cli/` with the bundle; the other folders stay, because the package exports them.
 * @param {string} dist
 */
export async function bundleCommandLine(dist) {
  const { rolldown } = await import('rolldown');
  const folder = join(dist, 'cli');
  const build = await rolldown({
    input: join(folder, 'main.js'),
    external: optionalPackages(),
    platform: 'node',
    logLevel: 'warn',
  });
  const { output } = await build.generate({ format: 'esm', chunkFileNames: '[name].js' });
  await build.close();
  for (const name of readdirSync(folder)) if (name.endsWith('.js')) rmSync(join(folder, name));
  const modules = new Set();
  for (const file of output) {
    if (file.type !== 'chunk') continue;
    mkdirSync(dirname(join(folder, file.fileName)), { recursive: true });
    writeFileSync(join(folder, file.fileName), file.code);
    for (const id of file.moduleIds) modules.add(id);
  }
  writeNotices(dist, [...modules]);
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
