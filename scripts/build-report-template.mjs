// Builds report.html.br, the web UI as one file, into which `hydra report --html` writes its data. It loads nothing:
// script and style are inline, and the Content-Security-Policy allows only these two by hash.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { PAGE_BUILD, PAGE_TARGET } from './build-web.mjs';

/** The same as in src/report/render-html.ts; a test compares them. */
export const DATA_MARK = '<!--hydra-data-->';

/**
 * @param {string} outDir
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function buildReportTemplate(outDir) {
  // Imported here, because this module must load before node_modules exists.
  const { build } = await import('vite');
  try {
    const built = await build({
      ...PAGE_BUILD,
      build: {
        ...PAGE_TARGET,
        write: false,
        cssCodeSplit: false,
        // Also what the page would load later must be in the file.
        assetsInlineLimit: Number.MAX_SAFE_INTEGER,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    if (!('output' in built)) throw new Error('Vite returned more than one build.');
    // Compressed, because the package contains the same scripts as assets of the page.
    writeFileSync(join(outDir, 'report.html.br'), brotliCompressSync(inlineAll(built.output)));
    return { ok: true, output: '' };
  } catch (error) {
    return { ok: false, output: `${error instanceof Error ? error.message : String(error)}\n` };
  }
}

/** @typedef {{ type: string, fileName: string, code?: string, source?: string | Uint8Array }} BuiltFile */

function inlineAll(/** @type {readonly BuiltFile[]} */ files) {
  const textOf = (/** @type {string} */ ending) => {
    const found = files.filter(({ fileName }) => fileName.endsWith(ending));
    if (found.length !== 1) throw new Error(`Expected one ${ending} file in the report, got ${found.length}.`);
    return String(found[0]?.code ?? found[0]?.source ?? '');
  };
  const [html, script, style] = [textOf('.html'), safeScript(textOf('.js')), textOf('.css').trim()];
  if (/<\/style/i.test(style)) throw new Error('The style sheet contains </style, which would close its element.');
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

/** Escapes what would close the script element or open a comment; `\/` and `\!` mean `/` and `!` in JavaScript literals. */
function safeScript(/** @type {string} */ script) {
  return script
    .trim()
    .replaceAll(/<\/(script)/gi, '<\\/$1')
    .replaceAll('<!--', '<\\!--');
}

function hashOf(/** @type {string} */ text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
