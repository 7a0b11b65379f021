// A plan on the machine that works on it: its commits in an object store, its files in a run folder.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openMachine } from '../capture/index.ts';
import type { Plan, Run } from '../contract/index.ts';
import { createBundleRepository, createObjectStore, readBundle } from '../git/index.ts';
import { acceptanceSource, findGitVersion, type PreparedRun } from '../pipeline/index.ts';
import { openSelector } from '../pipeline/trees/open-selector.ts';
import { type RunFolder, runFile, type Store, writeStored } from '../store/index.ts';
import { BUNDLE, COPIED_FILES, RUN_FILES } from './plan.ts';

export interface PlanPlace {
  plan: Plan;
  /** The folder of the plan. */
  folder: string;
  /** The run folder to fill. */
  run: RunFolder;
  store: Store;
  area: string;
}

/** The run of the plan, with this machine in it. `machine` are members that another machine decided. */
export async function openPlan(
  { plan, folder, run: target, store, area }: PlanPlace,
  machine: Partial<Pick<Run, 'fingerprint' | 'sandbox' | 'host'>> = {},
): Promise<PreparedRun> {
  const { policy, base } = plan.run;
  const { commonDir } = await createBundleRepository(join(area, 'plan.git'), base.commit);
  await readBundle(commonDir, join(folder, BUNDLE));
  const root = join(folder, COPIED_FILES);
  const repository = { root: existsSync(root) ? root : commonDir, commonDir, isBare: true };
  const [objects, opened, git] = await Promise.all([
    createObjectStore(repository, join(area, 'objects')),
    openMachine(policy, folder),
    findGitVersion(),
  ]);
  const place = { repository, store, objects, area, folder: target, ...opened };
  const host = { platform: process.platform, arch: process.arch, node: process.version, git };
  const own = { sandbox: opened.sandbox.stored, fingerprint: opened.fingerprint, host };
  const run: Run = { ...plan.run, ...own, ...machine };
  mkdirSync(target.path, { recursive: true });
  cpSync(join(folder, RUN_FILES), target.path, { recursive: true });
  writeStored('run', runFile(target, 'run.json'), run);
  const commit = { commit: base.commit, tree: base.tree };
  const selector = await openSelector(objects, policy, commit);
  return { place, run, selector, acceptance: acceptanceSource(target, run) };
}
