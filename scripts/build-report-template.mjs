// The page in one file, report.html, into which `hydra report --html` writes its data. It opens from a disk and
// loads nothing: script and style stand in it, and its Content-Security-Policy allows exactly those two.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_BUILD, PAGE_TARGET } from './build-web.mjs';

/** As in src/report/render-html.ts; a test holds the two together. */
export const DATA_MARK = '<!--hydra-data-->';

/**
 * @param {string} outDir
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function buildReportTemplate(outDir) {
  // Loaded here: the other scripts must work before it is installed.
  const { build } = await import('vite');
  try {
    const built = await build({
      ...PAGE_BUILD,
      build: {
        ...PAGE_TARGET,
        write: false,
        cssCodeSplit: false,
        // All that the page may load later has to be in the file, too.
        assetsInlineLimit: Number.MAX_SAFE_INTEGER,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    if (!('output' in built)) throw new Error('Vite gave no single build.');
    writeFileSync(join(outDir, 'report.html'), inlineAll(built.output));
    return { ok: true, output: '' };
  } catch (error) {
    return { ok: false, output: `${error instanceof Error ? error.message : String(error)}\n` };
  }
}

/** @typedef {{ type: string, fileName: string, code?: string, source?: string | Uint8Array }} BuiltFile */

function inlineAll(/** @type {readonly BuiltFile[]} */ files) {
  const textOf = (/** @type {string} */ ending) => {
    const found = files.filter(({ fileName }) => fileName.endsWith(ending));
    if (found.length !== 1) throw new Error(`One ${ending} file was expected in the report, not ${found.length}.`);
    return String(found[0]?.code ?? found[0]?.source ?? '');
  };
  const [html, script, style] = [textOf('.html'), safeScript(textOf('.js')), textOf('.css').trim()];
  if (/<\/style/i.test(style)) throw new Error('The style would end its own element.');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html
    .replace(/\s*<script[^>]*src=[^>]*><\/script>/, '')
    .replace(/\s*<link rel="stylesheet"[^>]*>/, () => `\n    <style>${style}</style>`)
    .replace(
      '<meta charset="utf-8" />',
      (meta) => `${meta}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace('</body>', () => `  ${DATA_MARK}\n    <script type="module">${script}</script>\n  </body>`);
}

/** In strings, templates and regular expressions of a script, `\/` and `\!` mean the same as `/` and `!`. */
function safeScript(/** @type {string} */ script) {
  return script
    .trim()
    .replaceAll(/<\/(script)/gi, '<\\/$1')
    .replaceAll('<!--', '<\\!--');
}

function hashOf(/** @type {string} */ text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
