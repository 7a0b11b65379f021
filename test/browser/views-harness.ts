// A page with a single view for tests with large input, built by Vite and served with the Content-Security-Policy of the page.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const WEB = join(import.meta.dirname, '../../web');
const ENTRY = '/views-harness.jsx';
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'";
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Views</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"><script type="module" src="/entry.js"></script></head>
<body><main><h1>Views</h1><div id="place"></div></main></body></html>`;

/** Tests show a view with showDiff, showLog and showMatrix. A log is a function of the offset. */
const CODE = `
import '${WEB}/styles/base.css';
import { createRoot } from 'react-dom/client';
import { DiffView } from '${WEB}/diff/diff-view.tsx';
import { LogView } from '${WEB}/logs/log-view.tsx';
import { TestMatrix } from '${WEB}/task-tests/test-matrix.tsx';
let root = createRoot(document.getElementById('place'));
let count = 0;
const render = (view) => root.render(<div key={++count}>{view}</div>);
window.showDiff = (props) => render(<DiffView {...props} />);
window.showLog = (source, props) => render(<LogView source={source} query="" linkToOffset={(offset) => '#at-' + offset} {...props} />);
window.showMatrix = (props) => render(<TestMatrix logs={{ run: 'R', captures: [] }} {...props} />);
window.textLog = (text) => {
  const bytes = new TextEncoder().encode(text);
  return {
    size: bytes.length,
    read: async (start, end) => bytes.subarray(start, end),
    search: async (wanted, from) => {
      const offsets = [];
      const hay = new TextDecoder('latin1').decode(bytes).toLowerCase();
      for (let at = hay.indexOf(wanted.toLowerCase(), from); at !== -1; at = hay.indexOf(wanted.toLowerCase(), at + 1)) offsets.push(at);
      return { offsets, next: null };
    },
  };
};
/** Lines of 64 bytes that contain their number: line 5 starts at byte 320. */
window.madeLog = (size) => {
  window.bytesRead = 0;
  const lineOf = (number) => ('line ' + number + ' ' + '.'.repeat(64)).slice(0, 63) + '\\n';
  return {
    size,
    read: async (start, end) => {
      window.bytesRead += end - start;
      let text = '';
      const first = Math.floor(start / 64);
      for (let line = first; line * 64 < end; line++) text += lineOf(line);
      return new TextEncoder().encode(text.slice(start - first * 64, end - first * 64));
    },
    search: async (wanted, from) => {
      const number = Number(/^line (\\d+) $/.exec(wanted)?.[1]);
      return { offsets: Number.isNaN(number) || number * 64 < from ? [] : [number * 64], next: null };
    },
  };
};
`;

export interface Harness {
  address: string;
  /** Names of the requested scripts. */
  requested: string[];
  close(): Promise<void>;
}

export async function startHarness(): Promise<Harness> {
  const files = await buildFiles();
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html';
    if (type === 'text/javascript') requested.push(path);
    const body = path === '/' ? PAGE : files.get(path);
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': POLICY,
    });
    response.end(body);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, requested, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => {
    server.close(() => closed());
  });
}

async function buildFiles(): Promise<Map<string, string | Uint8Array>> {
  const virtual: Plugin = {
    name: 'views-harness',
    resolveId: (id) => (id === ENTRY ? join(WEB, ENTRY) : null),
    load: (id) => (id === join(WEB, ENTRY) ? CODE : null),
  };
  const built = await build({
    configFile: false,
    root: WEB,
    base: './',
    logLevel: 'silent',
    plugins: [virtual],
    build: {
      write: false,
      target: 'es2023',
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      modulePreload: false,
      rolldownOptions: {
        input: { entry: ENTRY },
        output: { entryFileNames: 'entry.js', chunkFileNames: '[name].js', assetFileNames: 'style.css' },
      },
    },
  });
  if (!('output' in built)) throw new Error('Vite built more than one page.');
  return new Map(built.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]));
}
