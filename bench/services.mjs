// Redis and PostgreSQL for a benchmark, on loopback, with their data in a temporary folder.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServices } from '../scripts/services.mjs';

/** PostgreSQL does not run as root. */
const NOBODY = 65_534;

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The services that are installed here, by name, each with its URL. They end with `stop`. */
export async function startServices(folder) {
  const { redis, postgres } = findServices();
  const started = [];
  // Not in `folder`, which only its owner may enter.
  let data = null;
  const urls = {};
  if (redis !== null) {
    const port = await freePort();
    started.push(
      spawn(redis, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], { stdio: 'ignore' }),
    );
    urls.Redis = `redis://127.0.0.1:${port}`;
  }
  if (postgres !== null) {
    const port = await freePort();
    data = mkdtempSync(join(tmpdir(), 'hydra-bench-postgres-'));
    const user = process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    if (user.uid !== undefined) chownSync(data, NOBODY, NOBODY);
    const options = { ...user, cwd: data, stdio: 'ignore', env: { PATH: process.env.PATH, LC_ALL: 'C' } };
    execFileSync(join(postgres, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust'], options);
    const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', data];
    started.push(spawn(join(postgres, 'postgres'), args, options));
    urls.PostgreSQL = `postgres://bench@127.0.0.1:${port}/postgres`;
  }
  const ended = started.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  const stop = async () => {
    for (const child of started) child.kill('SIGINT');
    await Promise.all(ended);
    if (data !== null) rmSync(data, { recursive: true, force: true });
  };
  return { urls, stop };
}
