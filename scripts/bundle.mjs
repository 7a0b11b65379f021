// The compiled command line and all it needs as a few files. Node takes longer to find, read and link
// hundreds of small modules than `hydra score` may take for ten candidates whose results are known.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NOTICES = 'third-party-licenses.txt';

/**
 * Puts files in place of the modules of `cli/`; the other folders stay as they are.
 * @param {string} dist
 */
export async function bundleCommandLine(dist) {
  const { rolldown } = await import('rolldown');
  const folder = join(dist, 'cli');
  const build = await rolldown({ input: join(folder, 'main.js'), platform: 'node', logLevel: 'warn' });
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

/**
 * The licences of the packages that modules come from, beside the files they went into.
 * @param {string} folder
 * @param {string[]} modules
 */
export function writeNotices(folder, modules) {
  const notices = packagesOf(modules).map(noticeOf);
  if (notices.length > 0) writeFileSync(join(folder, NOTICES), notices.join('\n'));
}

/** The folders of the packages that modules belong to, sorted. */
function packagesOf(/** @type {string[]} */ modules) {
  const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0] ?? '');
  return [...new Set(folders.filter((folder) => folder !== ''))].sort();
}

/** Their licences ask that the text goes with every copy. */
function noticeOf(/** @type {string} */ folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const path = join(folder, file ?? '');
  const text = file !== undefined && existsSync(path) ? readFileSync(path, 'utf8').trim() : `Licence: ${license}`;
  return `${name} ${version}\n\n${text}\n`;
}
