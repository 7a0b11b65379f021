// `hydra ui`: serves the page until it is interrupted.
import { hydraError } from '../contract/index.ts';
import { findProjectRoot } from '../doctor/index.ts';
import { openInBrowser } from '../exec/index.ts';
import { startServer } from '../server/index.ts';
import type { Outcome } from './exit-code.ts';

export interface UiOptions {
  port: string;
  open: boolean;
}

export async function ui({ port, open }: UiOptions): Promise<Outcome> {
  const root = await findProjectRoot(process.cwd());
  const server = await startServer(root, toPort(port));
  process.stderr.write(
    `Hydra is at ${server.address}\nKeep this address secret: it contains the access token. Press Ctrl-C to stop the server.\n`,
  );
  if (open) openInBrowser(server.address);
  await new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve());
  });
  await server.close();
  return { text: '', exitCode: 0 };
}

function toPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw hydraError('usage', { problem: `Expected --port to be a number up to 65535, got \`${text}\`.`, command: 'hydra ui' });
}
