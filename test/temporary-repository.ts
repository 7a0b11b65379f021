// Real repositories in temporary folders, created and read with the real git.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Files = Readonly<Record<string, string | null>>;

const ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Tester',
  GIT_AUTHOR_EMAIL: 'tester@example.org',
  GIT_COMMITTER_NAME: 'Tester',
  GIT_COMMITTER_EMAIL: 'tester@example.org',
};

const made: string[] = [];

/** Called after each test file, see vitest.config.ts. */
export function removeTemporaryFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hydra-test-')));
  made.push(folder);
  return folder;
}

export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, env: ENVIRONMENT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (content === null) rmSync(file, { force: true });
    else writeFileSync(file, content);
  }
}

/** A repository whose branch main has the files; each further branch changes some of them. */
export function createRepository(files: Files, branches: Readonly<Record<string, Files>> = {}): string {
  const folder = join(temporaryFolder(), 'repository');
  mkdirSync(folder);
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  // One process for all commits: starting git three times for each takes longer than most commands of Hydra.
  const commits = [
    importedCommit('main', null, files),
    ...Object.entries(branches).map(([name, changes]) => importedCommit(name, 'main', changes)),
  ];
  feedGit(folder, Buffer.concat(commits), 'fast-import', '--quiet');
  git(folder, 'reset', '--quiet', '--hard');
  return folder;
}

/** A commit in the format of `git fast-import`. */
function importedCommit(branch: string, parent: string | null, files: Files): Buffer {
  const when = `Tester <tester@example.org> ${Math.floor(Date.now() / 1000)} +0000`;
  const message = parent === null ? 'base' : branch;
  const head = [
    `commit refs/heads/${branch}`,
    `author ${when}`,
    `committer ${when}`,
    `data ${Buffer.byteLength(message)}`,
    message,
  ];
  const from = parent === null ? [] : [`from refs/heads/${parent}`];
  const changes = Object.entries(files).flatMap(([path, content]) => {
    if (content === null) return [Buffer.from(`D ${quoted(path)}\n`)];
    const body = Buffer.from(content);
    return [Buffer.from(`M 100644 inline ${quoted(path)}\ndata ${body.length}\n`), body, Buffer.from('\n')];
  });
  return Buffer.concat([Buffer.from(`${[...head, ...from].join('\n')}\n`), ...changes, Buffer.from('\n')]);
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function feedGit(folder: string, input: Buffer, ...args: string[]): void {
  execFileSync('git', args, { cwd: folder, env: ENVIRONMENT, input, stdio: ['pipe', 'pipe', 'pipe'] });
}

export function commit(folder: string, files: Files, message: string): void {
  writeFiles(folder, files);
  git(folder, 'add', '--all', '--force', '.');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
}

/** The whole state of a repository that Hydra must not change, as text. */
export function stateOf(folder: string): string {
  const gitDir = join(folder, git(folder, 'rev-parse', '--git-common-dir').trim());
  const hashOf = (file: string) => (existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'none');
  const hooks = existsSync(join(gitDir, 'hooks'))
    ? readdirSync(join(gitDir, 'hooks')).map((name) => [name, hashOf(join(gitDir, 'hooks', name))])
    : [];
  return JSON.stringify(
    {
      refs: git(folder, 'for-each-ref'),
      head: readFileSync(join(gitDir, 'HEAD'), 'utf8'),
      index: hashOf(join(gitDir, 'index')),
      status: git(folder, 'status', '--porcelain', '--ignored', '--untracked-files=all').replace(/^!! \.hydra\/.*\n/gm, ''),
      stash: git(folder, 'stash', 'list'),
      config: hashOf(join(gitDir, 'config')),
      hooks,
      objects: git(folder, 'count-objects', '-v'),
    },
    null,
    1,
  );
}

/** Waits for a condition that another process fulfills; the test's own time limit ends it. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
