// `hydra ui`: serves the page until it is interrupted.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { hydraError } from '../contract/index.ts';
import { findProjectRoot } from '../doctor/index.ts';
import { openInBrowser } from '../exec/index.ts';
import { type ForcedMerge, startServer } from '../server/index.ts';
import { visibleText } from '../text/index.ts';
import type { Outcome } from './exit-code.ts';
import { viewQueue } from './pool.ts';

/** Fixed, so that bookmarks of the page stay valid. */
const DEFAULT_PORT = 4747;

export interface UiOptions {
  port?: string;
  open: boolean;
  blind?: boolean;
  queue?: string;
}

export async function ui({ port, open, blind = false, queue: address }: UiOptions): Promise<Outcome> {
  const root = await findProjectRoot(process.cwd());
  const print = (text: string) => void process.stderr.write(text);
  const announce = (merge: ForcedMerge) => print(renderForcedMerge(merge));
  const wanted = port === undefined ? DEFAULT_PORT : toPort(port);
  const queue = viewQueue(address);
  const common = { cwd: root, blind, announce, queue: queue?.state ?? null };
  const server = await startServer({ ...common, port: wanted, canUseOther: port === undefined });
  if (port === undefined && server.port !== DEFAULT_PORT)
    print(`Port ${DEFAULT_PORT} is in use, so Hydra listens on port ${server.port}.\n`);
  print(`Hydra is at ${server.newAddress()}\n`);
  if (blind) print('Names and scores of a run are hidden until you pick a candidate.\n');
  print('The code in this address opens the page once. Press Enter for a new address, Ctrl-C to stop the server.\n');
  const input = isReadable() ? createInterface({ input: process.stdin }) : null;
  input?.on('line', () => print(`Hydra is at ${server.newAddress()}\n`));
  if (open) openInBrowser(pathToFileURL(server.writeOpener()).href);
  await new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve());
  });
  input?.close();
  process.stdin.destroy();
  await server.close();
  await queue?.close();
  return { text: '', exitCode: 0 };
}

/** A background process is stopped when it reads from the terminal. Linux says whether it is one: the groups of both are equal. */
function isReadable(): boolean {
  if (!process.stdin.isTTY || process.platform !== 'linux') return true;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [, , group, , , terminalGroup] = fields;
  return group === terminalGroup;
}

/** Candidate and reason are untrusted: the request may come from a stolen session. */
function renderForcedMerge({ run, candidate, onto, toBranch, reason, code, minutes }: ForcedMerge): string {
  const what = `${candidate === null ? 'the first candidate' : `\`${visibleText(candidate)}\``} of run ${visibleText(run)}`;
  const into = onto === null ? '' : ` into \`${visibleText(onto)}\``;
  const target = toBranch === null ? into : ` as the new branch \`${visibleText(toBranch)}\``;
  return `
The page requests a forced merge: ${what}${target}.
Reason: ${visibleText(reason)}
Code: ${code} (valid for ${minutes} minutes). If you did not request this, stop the server with Ctrl-C.
`;
}

function toPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw hydraError('usage', { problem: `Expected --port to be a number up to 65535, got \`${text}\`.`, command: 'hydra ui' });
}
