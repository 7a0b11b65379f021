// Which files of the checkout a check writes: tracked files, and new ones that test runners and other tools load by themselves.

import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Capture, type CheckKind, MAX_LISTED_FILES } from '../contract/index.ts';
import { runProgram } from '../exec/index.ts';
import { listNew, listRewritten, listTracked, type ViewedCheckout } from '../git/index.ts';
import { isSourceFile } from '../languages/index.ts';
import { supportRole } from '../tools/index.ts';
import type { Workspace } from '../workspace/index.ts';

export type WrittenFiles = Pick<Capture, 'rewritten' | 'created'>;

/** Dependencies: a set-up writes them, and a build must not. */
const DEPENDENCIES = ['node_modules', '.venv', 'venv', 'vendor'];
/** Contents of these are too many to list, and nothing loads them by name. */
const SKIPPED = [...DEPENDENCIES, '.git', '__pycache__', '.pytest_cache', '.mypy_cache', '.cache', 'target', 'coverage'];
/** Tools keep these inside the dependencies. */
const CACHES = ['*/.cache/*', '*/__pycache__/*', '*/.vite/*', '*/.vite-temp/*', '*/.vitest/*', '*/.bin/*'];

/** Called before a check; the returned function lists after it. Neither throws: a check may remove the checkout. */
export async function watchFiles(
  workspace: Workspace,
  kind: CheckKind,
): Promise<(after: ViewedCheckout) => Promise<WrittenFiles>> {
  const before = new Set(await listLoaded(workspace, kind));
  const stamp = join(workspace.outputs, 'stamp');
  writeFileSync(stamp, '');
  return async (after) => {
    if (!existsSync(after.folder)) return {};
    const rewritten = await listRewritten(after).catch(() => []);
    const added = (await listLoaded(after, kind)).filter((path) => !before.has(path));
    const loaded = await besideTracked(workspace, kind, added);
    const created = [...loaded, ...(kind === 'build' ? await changedDependencies(workspace, stamp) : [])];
    return { ...listed('rewritten', rewritten), ...listed('created', created) };
  };
}

/** Tests create projects with settings in temporary folders; only settings in folders of the tree apply to it. */
async function besideTracked(workspace: Workspace, kind: CheckKind, paths: readonly string[]): Promise<readonly string[]> {
  if (kind === 'build' || paths.length === 0) return paths;
  const folders = new Set((await listTracked(workspace)).map((path) => dirname(path)));
  return paths.filter((path) => folders.has(dirname(path)));
}

function listed<Name extends keyof WrittenFiles>(name: Name, paths: readonly string[]): Partial<Record<Name, string[]>> {
  if (paths.length === 0) return {};
  return { [name]: paths.slice(0, MAX_LISTED_FILES) } as Record<Name, string[]>;
}

async function listLoaded(checkout: ViewedCheckout, kind: CheckKind): Promise<string[]> {
  const files = await listNew(checkout, SKIPPED).catch(() => []);
  return files.filter((path) => isLoaded(path, kind));
}

/** Tests write files beside themselves for many reasons: of theirs only settings count. */
function isLoaded(path: string, kind: CheckKind): boolean {
  const role = supportRole(path);
  if (role === 'test')
    return /(?:^|\/)conftest\.py$/.test(path) || (kind === 'build' && (isSourceFile(path) || SNAPSHOT.test(path)));
  return role === 'runner' || role === 'config' || role === 'hydra';
}

/** Read by tests as source is. */
const SNAPSHOT = /\.(?:snap|ambr)$/;

/** Files of dependencies that changed since the stamp was written. */
async function changedDependencies({ folder }: Workspace, stamp: string): Promise<string[]> {
  const folders = DEPENDENCIES.filter((name) => existsSync(join(folder, name)));
  if (folders.length === 0) return [];
  const caches = CACHES.flatMap((pattern) => ['-not', '-path', pattern]);
  const args = [...folders, '-type', 'f', '-cnewer', stamp, ...caches, '-print0'];
  const { stdout } = await runProgram('find', args, { cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } });
  return stdout.toString('utf8').split('\0').filter(Boolean).sort();
}
