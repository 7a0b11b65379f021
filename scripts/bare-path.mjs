// A folder for the PATH with Node, npm, git, a shell and the basic tools of a system, and nothing else.
// Imports no package: it must run before node_modules exists.
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { WORK_FOLDER } from './lock.mjs';

const NAMES = [
  ...['node', 'npm', 'npx', 'git', 'sh', 'bash', 'env'],
  ...[
    '[',
    'basename',
    'cat',
    'chmod',
    'cmp',
    'cp',
    'cut',
    'date',
    'dd',
    'diff',
    'dirname',
    'du',
    'echo',
    'expr',
    'false',
    'find',
  ],
  ...['grep', 'gzip', 'head', 'hostname', 'id', 'ln', 'ls', 'mkdir', 'mkfifo', 'mktemp', 'mv', 'nice', 'nohup', 'od', 'printf'],
  ...['pwd', 'readlink', 'realpath', 'rm', 'rmdir', 'sed', 'seq', 'setsid', 'sha256sum', 'sleep', 'sort', 'stat', 'tail', 'tar'],
  ...['tee', 'test', 'timeout', 'touch', 'tr', 'true', 'truncate', 'uname', 'uniq', 'wc', 'which', 'xargs', 'yes'],
];

/** Programs without which parts of the test suite are skipped, by the names that the tests start. */
const OPTIONAL = ['bwrap', 'python3', 'go', 'cargo', 'ruby', 'rspec', 'php', 'phpunit', 'java', 'mvn', 'gradle', 'cmake', 'make'];

/** The variables of an environment in which the optional programs are not found. */
export function bareEnvironment() {
  return { PATH: join(WORK_FOLDER, 'bare-bin'), CI: '', HYDRA_CHROMIUM: '' };
}

/** Fills the folder with links to the programs of the current PATH. Other processes may use it: nothing changes if it is right. */
export function makeBarePath() {
  const { PATH: folder } = bareEnvironment();
  const found = NAMES.flatMap((name) => findProgram(name) ?? []);
  const links = existsSync(folder) ? readdirSync(folder) : [];
  const isRight = found.every(({ name, file }) => links.includes(name) && readlinkSync(join(folder, name)) === file);
  if (isRight && links.length === found.length) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(WORK_FOLDER, '.gitignore'), '*\n');
  for (const { name, file } of found) symlinkSync(file, join(folder, name));
}

/** The optional programs that are not on the PATH. */
export function missingPrograms() {
  return OPTIONAL.filter((name) => findProgram(name) === null);
}

/** @returns {{ name: string, file: string } | null} */
function findProgram(/** @type {string} */ name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const file = folders.map((folder) => join(folder, name)).find(isExecutable);
  return file === undefined ? null : { name, file: realpathSync(file) };
}

function isExecutable(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
