// Builds run.json: candidates, settings, machine and time of a run.
import { ENGINE_VERSION, type Fingerprint, type Run, type RunSandbox, SCHEMA_VERSION } from '../contract/index.ts';
import { runProgram } from '../exec/index.ts';
import type { RunFolder } from '../store/index.ts';
import type { Candidate } from './candidates.ts';
import { NOT_PINNED, type Pinned } from './pinning.ts';

/** The scored commits in the object store, each compared with the base. */
export interface Snapshots extends Pick<Run, 'base' | 'task' | 'policy' | 'merge_of' | 'again_of' | 'test_sources'> {
  candidates: readonly Candidate[];
  /** When the agents started, if that was before scoring. */
  startedAt?: string;
  /** False: results of earlier runs were not to be used. */
  useCache?: boolean;
}

export interface RunSurroundings extends Pick<Run, 'seed' | 'canaries' | 'examples'> {
  pinned: readonly Pinned[];
  /** Its version. */
  git: string;
  sandbox: RunSandbox;
  fingerprint: Fingerprint;
}

export async function findGitVersion(): Promise<string> {
  const { stdout } = await runProgram('git', ['--version'], { env: { PATH: process.env.PATH ?? '' } });
  return stdout.toString('utf8').trim().replace('git version ', '');
}

export function describeRun(
  folder: RunFolder,
  { base, task, merge_of, again_of, policy, candidates, test_sources: sources = [], startedAt, useCache = true }: Snapshots,
  { pinned, seed, canaries, examples = [], git, sandbox, fingerprint }: RunSurroundings,
): Run {
  return {
    schema_version: SCHEMA_VERSION,
    engine_version: ENGINE_VERSION,
    run_id: folder.id,
    task,
    merge_of,
    ...(again_of === undefined ? {} : { again_of }),
    ...(useCache ? {} : { ignores_cache: true }),
    base,
    policy,
    candidates: candidates.map(
      ({ name, source, commit, start, credentials_written: written = [], repository_writes: writes = [] }, index) => ({
        ...{ name, source, ...commit, start, ...(pinned[index] ?? NOT_PINNED) },
        ...(written.length === 0 ? {} : { credentials_written: written }),
        ...(writes.length === 0 ? {} : { repository_writes: writes }),
      }),
    ),
    ...(sources.length === 0 ? {} : { test_sources: sources }),
    ...(examples.length === 0 ? {} : { examples }),
    ...(seed === undefined ? {} : { seed }),
    canaries,
    sandbox,
    fingerprint,
    host: {
      platform: process.platform,
      arch: process.arch,
      node: process.version,
      git,
    },
    started_at: startedAt ?? new Date().toISOString(),
    finished_at: null,
  };
}
