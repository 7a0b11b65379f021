// A temporary home for a benchmark: repositories, an environment of its own, and measuring a program with all it starts.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
export const home = mkdtempSync(join(tmpdir(), 'hydra-bench-'));
export const env = {
  ...process.env,
  XDG_CACHE_HOME: join(home, 'cache'),
  TMPDIR: join(home, 'tmp'),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};
mkdirSync(env.TMPDIR);

/** Seconds on the clock, and seconds of processor time of the program and all it started. */
export function measure(folder, program, args) {
  const start = performance.now();
  // `times` tells what a shell's children used; nothing in Node does.
  // Exit code 1 is an answer of Hydra, not a failure.
  const shell = 'out=$("$@" 2>&1) || [ $? = 1 ] || { echo "$out" >&2; exit 1; }; times';
  const output = execFileSync('sh', ['-c', shell, 'sh', program, ...args], { cwd: folder, env, encoding: 'utf8' });
  const seconds = (performance.now() - start) / 1000;
  const words = (output.trim().split('\n')[1] ?? '').split(' ');
  const processor = words.reduce((sum, word) => {
    const [minutes, rest] = word.split('m');
    return sum + Number(minutes) * 60 + Number.parseFloat(rest);
  }, 0);
  return { seconds, processor };
}

/** Runs the built program. */
export const hydra = (folder, ...args) => measure(folder, process.execPath, [main, ...args]);

export function removeHome() {
  rmSync(home, { recursive: true, force: true });
}

/** Branches of one change each, written in one go: thousands of files one by one would take longer than what is measured. */
export function createRepository(name, files, branches) {
  const folder = join(home, name);
  const data = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const commit = (branch, mark, from, changes) =>
    [
      `commit refs/heads/${branch}\nmark :${mark}\ncommitter Bench <bench@example.org> 946684800 +0000\n${data(branch)}`,
      from === null ? '' : `from :${from}\n`,
      ...Object.entries(changes).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
    ].join('');
  const stream = [
    commit('main', 1, null, files),
    ...Object.entries(branches).map(([branch, changes], index) => commit(branch, index + 2, 1, changes)),
  ].join('');
  const git = (args, input) => execFileSync('git', args, { cwd: folder, env, input, stdio: ['pipe', 'ignore', 'inherit'] });
  mkdirSync(folder);
  git(['init', '--quiet', '--initial-branch', 'main']);
  git(['fast-import', '--quiet'], stream);
  git(['reset', '--hard', '--quiet']);
  return folder;
}

export const configFor = (commands, more = '') =>
  `${more}[scoring.commands]\n${Object.entries(commands)
    .map(([check, command]) => `${check} = ${JSON.stringify(command)}\n`)
    .join('')}`;
