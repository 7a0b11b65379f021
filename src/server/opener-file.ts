// The file that `hydra ui` gives to the browser instead of an address: the command line of a browser is visible to every user
// of the machine, the content of this file only to its owner.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { locateStore } from '../store/index.ts';
import { renderOpenerPage } from './access-page.ts';

export interface OpenerFile {
  path: string;
  remove(): void;
}

/**
 * In `.hydra` if the project has runs: some packaged browsers cannot read the temporary folder of the system, nor hidden folders directly in the
 * home folder.
 */
export function writeOpenerFile(root: string, address: string): OpenerFile {
  const { path: store } = locateStore(root);
  const folder = mkdtempSync(join(existsSync(store) ? store : tmpdir(), 'ui-'));
  const path = join(folder, 'open.html');
  writeFileSync(path, renderOpenerPage(address), { mode: 0o600, flag: 'wx' });
  return { path, remove: () => rmSync(dirname(path), { recursive: true, force: true }) };
}
