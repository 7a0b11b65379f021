// The port of `hydra ui`: fixed by default, so that bookmarks stay valid; another one if it is in use.
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../src/server/index.ts';
import { createRepository } from '../temporary-repository.ts';
import { ensureProgram, MAIN, runHydra } from './run-hydra.ts';

let folder: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  await ensureProgram();
  folder = createRepository({ 'a.txt': 'a\n' });
}, 60_000);
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Resolves with null if another program uses the port. */
function occupy(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      closing.push(() => new Promise((closed) => server.close(closed)));
      resolve(server);
    });
  });
}

function portOf(server: Server | null): number {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('takes the wanted port if it is free', async () => {
  const holder = await occupy(0);
  const port = portOf(holder);
  await closing.pop()?.();
  const server = await startServer({ cwd: folder, port, canUseOther: true, announce: () => {} });
  closing.push(() => server.close());
  expect([server.port, new URL(server.newAddress()).port]).toEqual([port, String(port)]);
});

test('takes any free port instead of the default port, and says so', async () => {
  // Whether this test or another program holds it, the default port is in use.
  await occupy(4747);
  const child = spawn(process.execPath, [MAIN, 'ui', '--no-open'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  closing.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const printed = await new Promise<string>((resolve) => {
    let text = '';
    child.stderr.on('data', (piece) => {
      text += piece;
      if (/Hydra is at \S+\n/.test(text)) resolve(text);
    });
  });
  const [, port = ''] = /^Port 4747 is in use, so Hydra listens on port (\d+)\.$/m.exec(printed) ?? [];
  expect(printed).toContain(`http://127.0.0.1:${port}/?code=`);
});

test('a port that the user chose is never replaced', async () => {
  const port = portOf(await occupy(0));
  const { exitCode, stderr } = await runHydra(['ui', '--no-open', '--port', String(port)], folder);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`Hydra cannot listen on port ${port}: another program uses it.`);
  expect(stderr).toContain('--port 0 takes any free one');
});
