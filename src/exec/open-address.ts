// Opens an address in the user's browser, if there is one. Failures are ignored.
import { startProcess } from './start-process.ts';

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

export function openInBrowser(address: string): void {
  const [program = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = startProcess(program, [...args, address], { stdio: ['ignore', 'ignore', 'ignore'], detached: true });
  child.on('error', () => {});
  child.unref();
}
