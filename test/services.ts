// Private Redis and PostgreSQL servers on loopback, with their data in temporary folders.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { explainMissingServices, findServices } from '../scripts/services.mjs';

export type DatabaseName = 'PostgreSQL' | 'Redis';

/** In CI the tests fail instead of skipping themselves. */
export const isWithoutServices = explainMissingServices() !== null && (process.env.CI ?? '') === '';

export interface Service {
  url: string;
  start(): Promise<void>;
  /** Shuts down in an orderly way. */
  stop(): Promise<void>;
  /** Ends like after a crash. */
  crash(): Promise<void>;
}

interface Program {
  url: string;
  command: string[];
  uid?: { uid: number; gid: number } | undefined;
  isReady(output: string): boolean;
  stopSignal: NodeJS.Signals;
  crashSignal: NodeJS.Signals;
}

const folders: string[] = [];
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(async () => {
  await Promise.all([...children].map((child) => endChild(child, 'SIGQUIT')));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export async function startService(database: DatabaseName): Promise<Service> {
  const problem = explainMissingServices();
  if (problem !== null) throw new Error(problem);
  const program = database === 'Redis' ? await redisProgram() : await postgresProgram();
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals) => {
    if (child !== null) await endChild(child, signal);
    child = null;
  };
  const service = {
    url: program.url,
    async start() {
      child = await startChild(program);
    },
    stop: () => end(program.stopSignal),
    crash: () => end(program.crashSignal),
  };
  await service.start();
  return service;
}

async function redisProgram(): Promise<Program> {
  const [folder, port] = [temporaryFolder(), await freePort()];
  const persistence = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder];
  return {
    url: `redis://127.0.0.1:${port}/0`,
    command: [findServices().redis ?? '', '--bind', '127.0.0.1', '--port', String(port), '--daemonize', 'no', ...persistence],
    isReady: (output) => output.includes('Ready to accept connections'),
    stopSignal: 'SIGTERM',
    crashSignal: 'SIGKILL',
  };
}

async function postgresProgram(): Promise<Program> {
  const [folder, port] = [temporaryFolder(), await freePort()];
  const programs = findServices().postgres ?? '';
  const data = join(folder, 'data');
  mkdirSync(data);
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  if (user !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  const options = ['-D', data, '-U', 'hydra', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(programs, 'initdb'), options, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...user });
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off', max_connections: '60' };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    url: `postgres://hydra:secret@127.0.0.1:${port}/postgres`,
    command: [join(programs, 'postgres'), '-D', data, '-p', String(port), ...flags],
    uid: user,
    isReady: (output) => output.includes('database system is ready to accept connections'),
    stopSignal: 'SIGINT',
    crashSignal: 'SIGQUIT',
  };
}

function startChild({ command, uid, isReady }: Program): Promise<ChildProcess> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], ...uid });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (piece: Buffer) => {
      output += piece.toString();
      if (isReady(output)) resolve(child);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${file} ended before it was ready:\n${output}`)));
  });
}

function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

function unprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres', 'nobody'].map((name) => users.find((user) => user.startsWith(`${name}:`))).find(Boolean);
  const [, , uid, gid] = (line ?? '').split(':').map(Number);
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres or nobody to run PostgreSQL as.');
  return { uid, gid };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hydra-service-'));
  folders.push(folder);
  return folder;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
