// The Chromium that the tests of the page drive: one that is here, or Debian's package where it may be installed.
// It never imports a package: it must work before node_modules exists.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isMain, runCaptured } from './project.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Fresh, silent and without a window; without the sandbox, because containers run tests as root. */
export const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Null when there is none. @returns {string | null} */
export function findBrowser() {
  const named = process.env.HYDRA_CHROMIUM;
  if (named !== undefined && named !== '') return isProgram(named) ? named : null;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC];
  return places.find(isProgram) ?? null;
}

function isProgram(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds a browser, or installs one quietly where this process may do that.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function ensureBrowser() {
  if (findBrowser() !== null) return { ok: true, output: '' };
  const isChosen = (process.env.HYDRA_CHROMIUM ?? '') !== '';
  const mayInstall = !isChosen && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const tried = mayInstall ? await install() : '';
  if (findBrowser() !== null) return { ok: true, output: '' };
  const missing = isChosen
    ? `HYDRA_CHROMIUM names ${process.env.HYDRA_CHROMIUM}, which cannot be started.\n`
    : `There is no Chromium: none of ${NAMES.join(', ')} is on the PATH.\n`;
  return {
    ok: false,
    output: `${tried}${missing}Next step: install one (Debian: \`apt-get install chromium\`), or name one with HYDRA_CHROMIUM.\n`,
  };
}

async function install() {
  const quietly = ['-qq', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  const listed = await runCaptured('apt-get', ['update', '-qq']);
  const installed = await runCaptured('apt-get', ['install', ...quietly, 'chromium']);
  return installed.ok ? '' : `${listed.output}${installed.output}`;
}

if (isMain(import.meta.url)) {
  const { ok, output } = await ensureBrowser();
  process.stderr.write(output);
  console.log(findBrowser() ?? '');
  process.exitCode = ok ? 0 : 2;
}
