// Workers as processes of the built program, and runs that use them.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-repository.ts';
import { type Ending, MAIN } from './run-hydra.ts';

/** Far longer than anything takes; only a test that would never end reaches it. */
const DEADLINE_MS = 120_000;
const POLL_MS = 50;

export async function until(what: string, isTrue: () => boolean): Promise<void> {
  const since = Date.now();
  while (!isTrue()) {
    if (Date.now() - since > DEADLINE_MS) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export interface StartedWorker {
  process: ChildProcess;
  /** What it printed so far. */
  log(): string;
}

export interface StartedRun {
  process: ChildProcess;
  log(): string;
  ended: Promise<Ending>;
}

export class PoolScene {
  readonly #queue: string;
  readonly #home = temporaryFolder();
  readonly store: string;
  readonly #variables: NodeJS.ProcessEnv;
  readonly #workers: StartedWorker[] = [];

  /** Without a store, a folder. */
  constructor(queue: string, { store, variables = {} }: { store?: string; variables?: NodeJS.ProcessEnv } = {}) {
    this.#queue = queue;
    this.#variables = variables;
    this.store = store ?? join(this.#home, 'store');
    if (store === undefined) mkdirSync(this.store);
  }

  #env(changes: Record<string, string>): NodeJS.ProcessEnv {
    const own = { HYDRA_QUEUE: this.#queue, HYDRA_STORE: this.store, XDG_CACHE_HOME: join(this.#home, 'cache'), NO_COLOR: '' };
    return { ...process.env, ...own, ...this.#variables, ...changes };
  }

  /** Resolves when it waits for jobs. */
  async worker(args: readonly string[] = [], env: Record<string, string> = {}): Promise<StartedWorker> {
    const all = [MAIN, 'worker', '--lease', '2', ...args];
    const child = spawn(process.execPath, all, { env: this.#env(env), stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    const worker = { process: child, log: () => text };
    this.#workers.push(worker);
    await until('a worker that waits for jobs', () => text.includes('waits for jobs') || child.exitCode !== null);
    return worker;
  }

  /** `hydra` with the queue and the store in its environment. */
  start(args: readonly string[], folder: string): StartedRun {
    let text = '';
    let child: ChildProcess | null = null;
    const ended = new Promise<Ending>((resolve) => {
      const options = { cwd: folder, env: this.#env({}), maxBuffer: 1e9 };
      const started = execFile(process.execPath, [MAIN, ...args], options, (_error, stdout, stderr) => {
        resolve({ stdout, stderr, exitCode: started.exitCode ?? -1 });
      });
      started.stderr?.on('data', (chunk: string) => {
        text += chunk;
      });
      child = started;
    });
    if (child === null) throw new Error('the program was not started');
    return { process: child, log: () => text, ended };
  }

  run(args: readonly string[], folder: string): Promise<Ending> {
    return this.start(args, folder).ended;
  }

  /** Takes the store away, like a network that is gone. */
  unmount(): () => void {
    renameSync(this.store, `${this.store}-away`);
    return () => {
      if (existsSync(`${this.store}-away`)) renameSync(`${this.store}-away`, this.store);
    };
  }

  /** How often workers started each job, by the checks that they announced. */
  announced(): string[] {
    return this.#workers.flatMap(({ log }) => log().match(/(?<=Z )(?:base|c\d+|[a-z]+): .*/g) ?? []);
  }

  logs(): string {
    return this.#workers.map(({ log }) => log()).join('');
  }

  async close(): Promise<void> {
    for (const { process: child } of this.#workers) {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
    }
    await until('the end of all workers', () =>
      this.#workers.every(({ process: child }) => child.exitCode !== null || child.signalCode !== null),
    );
  }
}
