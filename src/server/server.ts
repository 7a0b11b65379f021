// The local server of `hydra ui`. It listens on loopback only, and runs as long as its process.
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { ZodError } from 'zod';
import { diskErrorOf, HydraError, hydraError, type QueueState } from '../contract/index.ts';
import { apiRoutes } from './api.ts';
import { type ForcedMerge, openConfirmations } from './confirmations.ts';
import { sendFile } from './logs.ts';
import { type OpenerFile, writeOpenerFile } from './opener-file.ts';
import { openQueueReport } from './queue-report.ts';
import { openRaces } from './races.ts';
import { guard } from './security.ts';
import { openSessions } from './sessions.ts';

export interface RunningServer {
  port: number;
  /** An address with a new code, which opens the page once. */
  newAddress(): string;
  /** A file with such an address that only its owner can read. It is removed after use. */
  writeOpener(): string;
  close(): Promise<void>;
}

export interface ServerRequest {
  cwd: string;
  /** 0 for any free port. */
  port: number;
  /** Whether to take any free port if this one is in use; otherwise that is an error. */
  canUseOther?: boolean;
  /** Whether names and scores of undecided runs are hidden. */
  blind?: boolean;
  /** Asks the queue that the page shows; null or missing for none. */
  queue?: (() => Promise<QueueState>) | null;
  /** Shows the code of a forced merge to the user, where no client of the server sees it. */
  announce(merge: ForcedMerge): void;
}

const LOOPBACK = '127.0.0.1';

/** More than any request needs. */
const MAX_BODY_BYTES = 1024 * 1024;

export async function startServer({
  cwd,
  port,
  canUseOther = false,
  blind = false,
  queue = null,
  announce,
}: ServerRequest): Promise<RunningServer> {
  const sessions = openSessions();
  const app = new Hono();
  const server = createAdaptorServer({ fetch: (request) => app.fetch(request) });
  const actual = await listen(server, port, canUseOther);
  app.use('*', guard({ sessions, port: actual }));
  app.use('*', limitBody);
  app.onError((error, context) => {
    const { status, code, message, next } = describeError(error);
    return context.json({ error: { code, message, next } }, status);
  });
  app.notFound((context) =>
    context.json({ error: { code: 'not_found', message: 'There is nothing here.', next: 'Go back to the list of runs.' } }, 404),
  );
  const races = openRaces(cwd);
  const state = { cwd, blind, races, queue: openQueueReport(queue), sessions, confirmations: openConfirmations(announce) };
  app.route('/api', apiRoutes(state));
  addPage(app);
  const addressOf = (code: string) => `http://${LOOPBACK}:${actual}/?code=${code}`;
  const openers: OpenerFile[] = [];
  return {
    port: actual,
    newAddress: () => addressOf(sessions.createCode()),
    writeOpener: () => {
      const code = sessions.createCode(() => opener.remove());
      const opener = writeOpenerFile(cwd, addressOf(code));
      openers.push(opener);
      return opener.path;
    },
    close: async () => {
      for (const opener of openers) opener.remove();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // First, so that no further race starts while the running ones are stopped.
      if ('closeAllConnections' in server) server.closeAllConnections();
      await races.close();
      await closed;
    },
  };
}

type HttpServer = ReturnType<typeof createAdaptorServer>;

/** Returns the port. */
async function listen(server: HttpServer, port: number, canUseOther: boolean): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, LOOPBACK, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    if (canUseOther && port !== 0) return listen(server, 0, false);
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'another program uses it' : (code ?? 'unknown error');
    throw hydraError('port_unusable', { port: String(port), reason }, { value: String(port) });
  }
  return (server.address() as AddressInfo).port;
}

/** By the announced length, before anything is read. No client of this API sends a body of unknown length. */
const limitBody: MiddlewareHandler = async (context, next) => {
  const bytes = Number(context.req.header('content-length') ?? 0);
  if (bytes <= MAX_BODY_BYTES && context.req.header('transfer-encoding') === undefined) return next();
  const message = `The request has no length, or is larger than ${MAX_BODY_BYTES} bytes.`;
  return context.json({ error: { code: 'usage', message, next: 'docs/api.md says what it takes.' } }, 413);
};

interface ErrorAnswer {
  status: 400 | 409 | 500;
  code: string;
  message: string;
  next: string;
}

function describeError(thrown: Error): ErrorAnswer {
  const error = diskErrorOf(thrown) ?? thrown;
  if (error instanceof HydraError) return { status: 409, code: error.code, message: error.message, next: error.next };
  if (error instanceof ZodError || error instanceof SyntaxError)
    return {
      status: 400,
      code: 'usage',
      message: `The request is not understood: ${error.message}`,
      next: 'docs/api.md says what it takes.',
    };
  return { status: 500, code: 'fault', message: error.message, next: 'Look at the terminal that runs `hydra ui`.' };
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Next to the compiled program. */
const PAGE_FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../web');

function addPage(app: Hono): void {
  app.get('/', () => sendFile(join(PAGE_FOLDER, 'index.html'), undefined, TYPES['.html'] ?? ''));
  app.get('/assets/:name', (context) => {
    const name = context.req.param('name');
    const file = join(PAGE_FOLDER, 'assets', name);
    const type = TYPES[extname(name)];
    if (!/^[\w.-]+$/.test(name) || type === undefined || !existsSync(file)) return context.notFound();
    return sendFile(file, undefined, type);
  });
}
