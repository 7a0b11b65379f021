// The runs of a repository: creates, finds, lists and removes them.
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { openPrivateFolder } from './private-folder.ts';
import type { RunFolder } from './run-folder.ts';

export interface Store {
  /** The folder `.hydra` of the repository. */
  path: string;
}

const EXCLUDED = '/.hydra/';

/** Creates nothing: there may be no runs yet. */
export function locateStore(root: string): Store {
  return { path: join(root, '.hydra') };
}

/** Hides `.hydra` from git through info/exclude, never through the user's .gitignore. */
export function openStore(root: string, commonDir: string): Store {
  const { path } = locateStore(root);
  for (const folder of [path, join(path, 'runs')]) openPrivateFolder(folder);
  const exclude = join(commonDir, 'info/exclude');
  const lines = existsSync(exclude) ? readFileSync(exclude, 'utf8') : '';
  if (!lines.split('\n').includes(EXCLUDED)) {
    mkdirSync(dirname(exclude), { recursive: true });
    appendFileSync(exclude, `${lines === '' || lines.endsWith('\n') ? '' : '\n'}${EXCLUDED}\n`);
  }
  return { path };
}

/** Ids sort by time, in milliseconds, so that the later of two runs is the newest. */
export function createRun(store: Store, now: Date): RunFolder {
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const milliseconds = now.getUTCMilliseconds().toString(16).padStart(3, '0');
  const id = `${stamp}-${milliseconds}${randomBytes(2).toString('hex').slice(0, 3)}`;
  const path = join(store.path, 'runs', id);
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return createRun(store, now);
    throw error;
  }
  return { id, path };
}

/** Newest first. */
export function listRuns(store: Store): RunFolder[] {
  return listFolders(store).filter(({ path }) => existsSync(join(path, 'run.json')));
}

/** Folders of runs that were killed before they wrote run.json. */
export function listUnbegunRuns(store: Store): RunFolder[] {
  return listFolders(store).filter(({ path }) => !existsSync(join(path, 'run.json')));
}

function listFolders(store: Store): RunFolder[] {
  const folder = join(store.path, 'runs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .reverse()
    .map((id) => ({ id, path: join(folder, id) }));
}

/** The newest run, or the one whose id begins with `wanted`. */
export function findRun(store: Store, wanted: string | null): RunFolder {
  const runs = listRuns(store);
  if (wanted === null) {
    const newest = runs[0];
    if (newest === undefined) throw hydraError('no_runs', {}, { place: { file: store.path } });
    return newest;
  }
  const matches = runs.filter(({ id }) => id === wanted || (wanted.length > 0 && id.startsWith(wanted)));
  const [only, second] = matches;
  if (only === undefined) throw hydraError('unknown_run', { run: wanted }, { value: wanted });
  if (second !== undefined)
    throw hydraError('ambiguous_run', { run: wanted, runs: matches.map(({ id }) => id).join(', ') }, { value: wanted });
  return only;
}

/** A run folder that lies anywhere, for example one copied from another machine. */
export function findRunFolder(path: string): RunFolder | null {
  if (!path.includes('/') && !path.startsWith('.')) return null;
  const run = join(path, 'run.json');
  if (!existsSync(run)) return null;
  return { id: readId(run) ?? path, path: resolve(path) };
}

/** A damaged run.json is for the reader of the run to complain about. */
function readId(file: string): string | null {
  try {
    const { run_id: id } = JSON.parse(readFileSync(file, 'utf8')) as { run_id?: unknown };
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

export function removeRun(run: RunFolder): void {
  rmSync(run.path, { recursive: true, force: true });
}
