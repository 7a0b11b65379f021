// `npm run dev` serves the page from web/ with Vite's hot reload, with the data of a real `hydra ui`.
// Argument: the repository whose runs the page shows (default: this one).
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { PAGE_BUILD, WEB_FOLDER } from './build-web.mjs';
import { ROOT } from './project.mjs';

const MAIN = join(ROOT, 'dist/cli/main.js');
const HOST = '127.0.0.1';

await ensureBuilt();
// npm runs scripts in the project's folder; a relative path is relative to where the user typed the command.
const repository = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? '.');
const api = await startApi(repository);
const page = await startPage(api.address);
console.log(`Page with hot reload: ${page.address}`);
console.log(`Runs of: ${repository}`);
console.log('The API is the built one: restart this command after a change in src/. Ctrl-C ends it.');
process.exitCode = await api.ended;
await page.close();

/**
 * Starts `hydra ui` in a repository. Its address has a code that the page exchanges for a cookie.
 * @param {string} cwd
 * @returns {Promise<{ address: URL, ended: Promise<number> }>}
 */
async function startApi(cwd) {
  const child = spawn(process.execPath, [MAIN, 'ui', '--no-open'], { cwd, stdio: ['ignore', 'inherit', 'pipe'] });
  // The terminal sends Ctrl-C to `hydra ui` as well, which ends its races first; this process waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  /** @type {Promise<number>} */
  const ended = new Promise((resolveEnd) => child.once('close', (code) => resolveEnd(code ?? 1)));
  let printed = '';
  /** @type {Promise<URL>} */
  const address = new Promise((resolveAddress) => {
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text) => {
      printed += text;
      const found = /http:\S+(?=\s)/.exec(printed)?.[0];
      if (found !== undefined) resolveAddress(new URL(found));
      // The codes of forced merges.
      if (/^Code: /m.test(text)) process.stderr.write(text);
    });
  });
  const started = await Promise.race([address, ended]);
  if (started instanceof URL) return { address: started, ended };
  process.stderr.write(printed);
  process.exit(started);
}

/**
 * The browser keeps the cookie that `hydra ui` sets, and `hydra ui` judges every request: this server adds no
 * credentials, so another page or program gets no more through it than it would get directly.
 * @param {URL} apiAddress
 */
async function startPage(apiAddress) {
  const { createServer } = await import('vite');
  let origin = '';
  const toApi = {
    target: apiAddress.origin,
    // `hydra ui` answers only requests under its own host name and from its own origin.
    changeOrigin: true,
    configure: (/** @type {import('vite').HttpProxy.ProxyServer} */ proxy) => {
      proxy.on('proxyReq', (request, { headers }) => {
        if (headers.origin === origin) request.setHeader('origin', apiAddress.origin);
      });
    },
  };
  const server = await createServer({
    ...PAGE_BUILD,
    logLevel: 'info',
    clearScreen: false,
    server: {
      host: HOST,
      cors: false,
      fs: { allow: [WEB_FOLDER, join(ROOT, 'src'), join(ROOT, 'node_modules')] },
      // The sources in web/api/ have the same prefix.
      proxy: { '^/api/(?![^?]*\\.tsx?(?:\\?|$))': toApi, '^/\\?code=': toApi },
    },
  });
  await server.listen();
  const bound = server.httpServer?.address();
  if (bound === null || bound === undefined || typeof bound === 'string') throw new Error('The Vite server has no port.');
  origin = `http://${HOST}:${bound.port}`;
  return { address: `${origin}/${apiAddress.search}`, close: () => server.close() };
}
