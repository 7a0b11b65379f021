// Bundles web/ with Vite into static files, and fails when the first view loads too much script.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeNotices } from './bundle.mjs';
import { ROOT } from './project.mjs';

export const WEB_FOLDER = join(ROOT, 'web');

/** Settings that all builds of the page share. */
export const PAGE_BUILD = {
  configFile: /** @type {const} */ (false),
  root: WEB_FOLDER,
  base: './',
  logLevel: /** @type {const} */ ('silent'),
};
/** Browsers that support light-dark() and nesting, so that Vite does not rewrite them. */
export const PAGE_TARGET = {
  target: 'es2023',
  cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
  modulePreload: { polyfill: false },
};

/** Compressed script that the first view may load. */
const MAX_SCRIPT_BYTES = 200 * 1000;

/**
 * @param {string} outDir
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function buildWeb(outDir) {
  if (!existsSync(WEB_FOLDER)) return { ok: true, output: '' };
  // Imported here, because this module must load before node_modules exists.
  const { build } = await import('vite');
  try {
    const built = await build({
      ...PAGE_BUILD,
      build: { ...PAGE_TARGET, outDir, emptyOutDir: true, assetsInlineLimit: 0 },
    });
    if ('output' in built)
      writeNotices(
        outDir,
        built.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])),
      );
  } catch (error) {
    return { ok: false, output: `${error instanceof Error ? error.message : String(error)}\n` };
  }
  const bytes = firstViewBytes(outDir);
  const ok = bytes <= MAX_SCRIPT_BYTES;
  const kilobytes = (bytes / 1000).toFixed(0);
  return {
    ok,
    output: ok ? '' : `The first view loads ${kilobytes} kB of compressed script (limit: ${MAX_SCRIPT_BYTES / 1000} kB).\n`,
  };
}

/** The compressed size of the scripts in index.html and their static imports. */
export function firstViewBytes(/** @type {string} */ outDir) {
  const assets = join(outDir, 'assets');
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const textOf = (/** @type {string} */ name) => readFileSync(join(assets, name), 'utf8');
  const html = readFileSync(join(outDir, 'index.html'), 'utf8');
  const wanted = names.filter((name) => html.includes(name));
  for (const name of wanted) {
    for (const other of names) {
      if (!wanted.includes(other) && new RegExp(`(from|import)\\s*"\\./${other.replaceAll('.', '\\.')}"`).test(textOf(name)))
        wanted.push(other);
    }
  }
  return wanted.reduce((sum, name) => sum + gzipSync(textOf(name)).length, 0);
}
