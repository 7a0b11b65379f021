// Finds the Chromium that the browser tests drive. It never installs one.
// Imports no package: it must run before node_modules exists.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isMain } from './project.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** `--no-sandbox` because containers run the tests as root; the other flags stop background work and dialogs. */
export const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The program that HYDRA_CHROMIUM names, else the first one on the PATH. @returns {string | null} */
export function findBrowser() {
  const chosen = process.env.HYDRA_CHROMIUM ?? '';
  if (chosen !== '') return isExecutable(chosen) ? chosen : null;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC_PATH];
  return paths.find(isExecutable) ?? null;
}

/** One line: why there is no browser, and how to get one. */
export function explainMissingBrowser() {
  const chosen = process.env.HYDRA_CHROMIUM ?? '';
  return chosen === ''
    ? `no Chromium found (${NAMES.join(', ')}); install one, on Debian with \`apt-get install chromium\`, or set HYDRA_CHROMIUM to its path`
    : `HYDRA_CHROMIUM is ${chosen}, which is not an executable file; set it to the path of a Chromium`;
}

function isExecutable(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (isMain(import.meta.url)) {
  const browser = findBrowser();
  if (browser === null) console.error(explainMissingBrowser());
  else console.log(browser);
  process.exitCode = browser === null ? 1 : 0;
}
