// A temporary home for a benchmark: repositories, an environment of its own, and measuring a program with all it starts.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
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
  const group = openGroup();
  // `times` tells what a shell's children used; nothing in Node does.
  // Exit code 1 is an answer of Hydra, not a failure.
  const enter = group === null ? '' : `echo $$ > ${join(group.folder, 'cgroup.procs')}; `;
  const shell = `${enter}out=$("$@" 2>&1) || [ $? = 1 ] || { echo "$out" >&2; exit 1; }; times`;
  const output = execFileSync('sh', ['-c', shell, 'sh', program, ...args], { cwd: folder, env, encoding: 'utf8' });
  const seconds = (performance.now() - start) / 1000;
  const words = (output.trim().split('\n')[1] ?? '').split(' ');
  const ofChildren = words.reduce((sum, word) => {
    const [minutes, rest] = word.split('m');
    return sum + Number(minutes) * 60 + Number.parseFloat(rest);
  }, 0);
  const processor = group === null ? ofChildren : group.seconds();
  if (group !== null) rmdirSync(group.folder);
  return { seconds, processor };
}

/**
 * A control group that counts processor time. bubblewrap does not wait for the processes in its sandbox, so that \`times\`
 * misses them. Null where no group can be created: then only runs without a sandbox can be compared.
 */
function openGroup() {
  const kinds = [
    ['/sys/fs/cgroup/cpuacct', 'cpuacct.usage', (text) => Number(text) / 1e9],
    ['/sys/fs/cgroup', 'cpu.stat', (text) => Number(/usage_usec (\d+)/.exec(text)?.[1]) / 1e6],
  ];
  for (const [parent, file, read] of kinds) {
    const folder = join(parent, `hydra-bench-${process.pid}`);
    try {
      if (existsSync(folder)) rmdirSync(folder);
      mkdirSync(folder);
      if (existsSync(join(folder, file))) return { folder, seconds: () => read(readFileSync(join(folder, file), 'utf8')) };
      rmdirSync(folder);
    } catch {
      // Not allowed here.
    }
  }
  return null;
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
