// The clones of the agents, each with the installed dependencies of the base.
import { join } from 'node:path';
import { diskLimit, OUTPUT_LIMIT_BYTES, rawFiles } from '../capture/index.ts';
import type { Policy } from '../contract/index.ts';
import { cleanEnvironment } from '../exec/index.ts';
import { listTopFiles, listUntracked, type ResolvedCommit } from '../git/index.ts';
import type { RunPlace } from '../pipeline/index.ts';
import {
  copyInstalled,
  createWorkspace,
  isSetUp,
  keptFolder,
  planSetup,
  readManifests,
  removeWorkspace,
  runSetup,
  type SetupPlan,
  setupCommand,
} from '../workspace/index.ts';

const SETUP_TIMEOUT_MS = 900_000;
const MEGABYTE = 1024 * 1024;

export interface AgentGround {
  place: Pick<RunPlace, 'repository' | 'objects' | 'area' | 'folder' | 'sandbox'>;
  policy: Policy;
  base: ResolvedCommit;
}

/** Once, in a separate checkout, so that every agent starts with the same. Null if there is nothing to install. */
export async function installDependencies({ place, policy, base }: AgentGround, signal: AbortSignal): Promise<SetupPlan | null> {
  const { repository, objects, area, sandbox } = place;
  const env = cleanEnvironment(process.env, policy.scoring.environment?.variables);
  const [topFiles = new Map<string, string>()] = await listTopFiles(objects, [base.tree]);
  const manifests = await readManifests(objects, base.tree, topFiles);
  const { setup: setting, ...copied } = policy.workspace;
  const own = [...copied.copy, ...copied.link];
  const plan = planSetup({
    ...{ setting, manifests, env, run: place.folder.id, copied: own },
    ...{ tree: null, isConfined: sandbox.sandbox !== null },
  });
  if (plan === null) return null;
  const kept = keptFolder(area, plan, base.tree);
  if (isSetUp(plan, kept)) return plan;
  const workspace = await createWorkspace({
    ...{ repository, store: objects, base: base.commit, commit: base.commit, env, copied },
    area: join(area, 'setup'),
    index: 0,
    sandbox: sandbox.sandbox,
  });
  await copyInstalled(plan, kept, workspace);
  await runSetup({
    plan,
    command: setupCommand(plan, workspace.folder),
    checkout: workspace,
    confinement: workspace.confinement,
    kept,
    env: workspace.env,
    copied: own,
    ...rawFiles(workspace, 'setup'),
    timeoutMs: SETUP_TIMEOUT_MS,
    outputLimitBytes: OUTPUT_LIMIT_BYTES,
    disk: diskLimit(workspace, policy.workspace.disk_limit_mb * MEGABYTE),
    signal,
  });
  await removeWorkspace(workspace);
  // A failed set-up also fails on the base, which reports it with its output.
  return isSetUp(plan, kept) ? plan : null;
}

/** `untracked` are the files that exist before the agent starts. */
export async function openAgentWorkspace(
  { place, policy, base }: AgentGround,
  env: Record<string, string>,
  setup: SetupPlan | null,
  index: number,
) {
  const { repository, objects, area } = place;
  const workspace = await createWorkspace({
    ...{ repository, store: objects, base: base.commit, commit: base.commit, env, copied: policy.workspace },
    area: join(area, 'agents'),
    index,
    sandbox: policy.race.sandbox ? place.sandbox.sandbox : null,
  });
  if (setup !== null) await copyInstalled(setup, keptFolder(area, setup, base.tree), workspace);
  return { workspace, untracked: await listUntracked(workspace) };
}
