// Room pipeline: the captures of one tree. Its checks run in a row in a workspace of their own; what is known already
// is taken from the cache.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Capture, canonicalJson, hashOf, hydraError } from '../contract/index.ts';
import { listMissingLfsFiles } from '../git/index.ts';
import {
  type CachedCapture,
  captureFolder,
  copyFiles,
  findCachedCapture,
  readStoredIfPresent,
  storeCachedCapture,
  writeFolderAtomically,
} from '../store/index.ts';
import {
  commandLeft,
  copyInstalled,
  createWorkspace,
  keptFolder,
  planSetup,
  putInOrder,
  readManifests,
  removeWorkspace,
  runSetup,
  type SetupPlan,
  type Workspace,
} from '../workspace/index.ts';
import { captureCheck, diskLimit, OUTPUT_LIMIT_BYTES, rawFiles, storeCapture } from './capture-check.ts';
import { captureKey } from './capture-key.ts';
import { SETUP_CHECK } from './capture-names.ts';
import type { CaptureStage, TreeContext } from './capture-stage.ts';
import type { CheckPlan } from './checks.ts';
import type { Task } from './schedule.ts';

const SETUP_TIMEOUT_SECONDS = 900;
const MEGABYTE = 1024 * 1024;

/** The captures of one tree: checks in a row in one workspace, which is made only when one has to run. */
export class TreeCapture {
  readonly #stage: CaptureStage;
  readonly #context: TreeContext;
  #setup: SetupPlan | null = null;
  #environmentHash = '';
  #workspace: Workspace | null = null;
  #setupFailed = false;
  #builds: readonly CheckPlan[] = [];

  constructor(stage: CaptureStage, context: TreeContext) {
    this.#stage = stage;
    this.#context = context;
  }

  async plan(checks: readonly CheckPlan[]): Promise<Task[]> {
    const { brought, env } = this.#context;
    this.#setup = await this.#planSetup();
    this.#environmentHash = hashOf({ env, setup: this.#setup?.key ?? null, brought });
    this.#builds = checks.filter(({ kind }) => kind === 'build');
    const open = checks.filter((check) => !this.#isCaptured(check));
    const cached = new Map(open.map((check) => [check, this.#findInCache(check)]));
    const known = [...cached].find(([{ id }]) => id === 'test')?.[1]?.capture ?? null;
    const missing = open.filter((check) => cached.get(check) === null && !this.#isNeedless(check, known));
    // What a build leaves in the tree is not kept: whatever runs in a new tree needs the builds before it.
    const toRun = missing.length === 0 ? [] : checks.filter((check) => check.kind === 'build' || missing.includes(check));
    for (const [check, capture] of cached) {
      if (capture !== null && !toRun.includes(check)) await this.#takeFromCache(check, capture);
    }
    return toRun.length === 0 ? [] : this.#tasksFor(toRun);
  }

  async #planSetup(): Promise<SetupPlan | null> {
    const { policy, objects, run } = this.#stage;
    const { topFiles, env, commit } = this.#context;
    const { setup: setting, copy, link } = policy.workspace;
    if (setting === null) return null;
    const manifests = await readManifests(objects, commit.tree, topFiles);
    return planSetup({ setting, manifests, env, run: run.id, brought: [...copy, ...link] });
  }

  /** What runs a command takes a place; the tree is checked out, put in order and removed beside the checks of others. */
  #tasksFor(checks: readonly CheckPlan[]): Task[] {
    const tasks: Task[] = [];
    const add = (name: string, run: () => Promise<void>, changes: Partial<Task> = {}) => {
      const after = tasks.at(-1)?.id ?? null;
      const own = { id: `${this.#context.index} ${name}`, after, expectedMs: 0, alone: false, aside: true, run };
      tasks.push({ ...own, ...changes });
    };
    add('open', () => this.#open());
    if (this.#setup !== null) add('set up', () => this.#install(), { aside: false });
    for (const check of checks) {
      const expectedMs = this.#stage.knownDurations.get(check.id) ?? null;
      add(`before ${check.id}`, () => this.#putInOrder());
      add(check.id, () => this.#run(check), { expectedMs, alone: check.alone, aside: false });
    }
    add('close', () => this.#close());
    return tasks;
  }

  #folder(check: string): string {
    return captureFolder(this.#stage.run, this.#context.subject, this.#context.prefix + check);
  }

  /** Only when a run is resumed. */
  #isCaptured(check: CheckPlan): boolean {
    return readStoredIfPresent('capture', join(this.#folder(check.id), 'capture.json')) !== null;
  }

  /** Tests that fail show that the runner reports failures; only where all is green a failing one has to be added. */
  #isNeedless({ canaries }: CheckPlan, known: Capture | null): boolean {
    if (canaries === undefined || this.#context.subject.kind === 'baseline') return false;
    const test = known ?? readStoredIfPresent('capture', join(this.#folder('test'), 'capture.json'));
    return test !== null && !(test.ended === 'exited' && test.exit_code === 0);
  }

  #cacheKey(check: CheckPlan): string {
    const { commit, env, prefix } = this.#context;
    const limits = [OUTPUT_LIMIT_BYTES, this.#diskLimitBytes()];
    return captureKey(check, {
      tree: commit.tree,
      prefix,
      builds: this.#builds,
      env,
      environment: this.#environmentHash,
      limits,
    });
  }

  #findInCache(check: CheckPlan): CachedCapture | null {
    const { store, useCache } = this.#stage;
    return useCache ? findCachedCapture(store, this.#cacheKey(check)) : null;
  }

  async #takeFromCache(check: CheckPlan, cached: CachedCapture): Promise<void> {
    const capture: Capture = { ...cached.capture, from_cache: true };
    await copyFolder(cached.folder, this.#folder(check.id), capture);
    this.#announceEnd(capture);
  }

  async #open(): Promise<void> {
    const { repository, objects, policy, area, tags, signal } = this.#stage;
    const { commit, index, env } = this.#context;
    if (signal.aborted) return;
    const request = {
      repository,
      store: objects,
      commit: commit.commit,
      tags: await tags(),
      area,
      index,
      env,
      brought: policy.workspace,
    };
    this.#workspace = await createWorkspace(request);
  }

  /** The first tree that needs a set-up runs it; the others wait and copy the result. */
  async #install(): Promise<void> {
    const { installing, commit } = this.#context;
    const [plan, workspace] = [this.#setup, this.#workspace];
    if (plan === null || workspace === null || this.#stage.signal.aborted) return;
    workspace.isInOrder = false;
    const kept = keptFolder(this.#stage.area, plan, commit.tree);
    // Of the same dependencies, then of the same tree.
    for (const key of [plan.key, kept]) await installing.get(key);
    await copyInstalled(plan, kept, workspace.folder);
    const command = commandLeft(plan, kept);
    if (command === null) return;
    const own = this.#runSetup(plan, command, kept, workspace);
    installing.set(command === plan.command ? plan.key : kept, own);
    await own;
  }

  async #putInOrder(): Promise<void> {
    if (this.#stage.signal.aborted || this.#setupFailed || this.#workspace === null) return;
    await putInOrder(this.#workspace);
  }

  async #runSetup(plan: SetupPlan, command: string, kept: string, workspace: Workspace): Promise<void> {
    const { signal, events, policy } = this.#stage;
    const check = { id: SETUP_CHECK, command, timeoutSeconds: SETUP_TIMEOUT_SECONDS };
    events.add({ type: 'check_started', ...this.#subject(), check: this.#context.prefix + SETUP_CHECK });
    const raw = rawFiles(workspace, SETUP_CHECK);
    const ending = await runSetup({
      plan,
      command,
      workspace: workspace.folder,
      kept,
      env: workspace.env,
      brought: [...policy.workspace.copy, ...policy.workspace.link],
      ...raw,
      timeoutMs: SETUP_TIMEOUT_SECONDS * 1000,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
      disk: diskLimit(workspace, this.#diskLimitBytes()),
      signal,
    });
    if (signal.aborted) return;
    const capture = await storeCapture(check, ending, raw, this.#captureRequest(workspace, SETUP_CHECK));
    this.#announceEnd(capture);
    this.#setupFailed = !(capture.ended === 'exited' && capture.exit_code === 0);
    if (this.#setupFailed && this.#context.subject.kind === 'baseline') {
      const reason = capture.ended === 'exited' ? `exit code ${capture.exit_code}` : capture.ended.replace('_', ' ');
      throw hydraError('setup_failed', { command, reason, log: this.#folder(SETUP_CHECK) });
    }
  }

  async #run(check: CheckPlan): Promise<void> {
    const { signal, events, store, objects } = this.#stage;
    // A tree without its dependencies measures nothing: the failed set-up stands for all its checks.
    if (signal.aborted || this.#setupFailed || this.#workspace === null || this.#isNeedless(check, null)) return;
    events.add({ type: 'check_started', ...this.#subject(), check: this.#context.prefix + check.id });
    const testsSeen = (tests: number) => this.#announceTests(check, tests);
    const capture = await captureCheck(check, { ...this.#captureRequest(this.#workspace, check.id), testsSeen });
    if (capture === null) return;
    this.#announceEnd(capture);
    // With pointers in place of content it says nothing about a tree that is whole.
    const isWhole = listMissingLfsFiles(objects).length === 0;
    if (capture.ended === 'exited' && isWhole) storeCachedCapture(store, this.#cacheKey(check), this.#folder(check.id));
  }

  #captureRequest(workspace: Workspace, check: string) {
    const { commit, mask } = this.#context;
    const { signal } = this.#stage;
    const [environmentHash, diskLimitBytes] = [this.#environmentHash, this.#diskLimitBytes()];
    return { workspace, tree: commit.tree, environmentHash, mask, signal, diskLimitBytes, folder: this.#folder(check) };
  }

  #diskLimitBytes(): number {
    return this.#stage.policy.workspace.disk_limit_mb * MEGABYTE;
  }

  async #close(): Promise<void> {
    if (this.#workspace !== null) await removeWorkspace(this.#workspace);
  }

  #subject(): { candidate: string | null } {
    const { subject } = this.#context;
    return { candidate: subject.kind === 'baseline' ? null : subject.name };
  }

  #announceTests({ id }: CheckPlan, tests_seen: number): void {
    this.#stage.events.add({ type: 'check_progress', ...this.#subject(), check: this.#context.prefix + id, tests_seen });
  }

  #announceEnd({ check, ended, exit_code, duration_ms, from_cache }: Capture): void {
    this.#stage.events.add({
      type: 'check_finished',
      ...this.#subject(),
      check: this.#context.prefix + check,
      ended,
      exit_code,
      duration_ms,
      from_cache,
    });
  }
}

function copyFolder(from: string, to: string, capture: Capture): Promise<void> {
  return writeFolderAtomically(to, async (temporary) => {
    copyFiles(from, temporary);
    writeFileSync(join(temporary, 'capture.json'), canonicalJson(capture));
  });
}
