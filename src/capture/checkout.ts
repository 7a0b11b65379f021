// One checkout of a subject and the captures made in it, in order. It stays open between the stages of a run,
// so that further runs need no second clone, set-up or build.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Capture,
  type CaptureInputs,
  type Check,
  canonicalJson,
  checkId,
  type ExpectedInputs,
  formatCheckRun,
  HydraError,
  hashOf,
  hydraError,
  inputsOf,
  mustFail,
  otherInput,
  type PlannedCapture,
  SETUP_CHECK,
  type SubjectTrees,
} from '../contract/index.ts';
import { listMissingLfsFiles, type ResolvedCommit } from '../git/index.ts';
import {
  type CachedCapture,
  type CaptureSeals,
  captureFolder,
  copyFiles,
  findCachedCapture,
  hasStoredFiles,
  readStoredIfPresent,
  type Subject,
  storeCachedCapture,
  writeFolderAtomically,
} from '../store/index.ts';
import {
  copyInstalled,
  createWorkspace,
  isInstalled,
  isSetUp,
  keptFolder,
  type Manifests,
  OTHER_IDENTITY,
  planSetup,
  removeWorkspace,
  resetWorkspace,
  runSetup,
  type SetupPlan,
  setupCommand,
  switchWorkspace,
  type Workspace,
} from '../workspace/index.ts';
import { captureCheck, diskLimit, OUTPUT_LIMIT_BYTES, rawFiles, storeCapture, storeLostCapture } from './check.ts';
import type { RemoteExecutor } from './executor.ts';
import type { Installations } from './installations.ts';
import { captureKey, localKey } from './key.ts';
import type { SecretMasker } from './mask-secrets.ts';
import type { Task } from './schedule.ts';
import type { CaptureStage } from './stage.ts';

const SETUP_TIMEOUT_SECONDS = 900;
const MEGABYTE = 1024 * 1024;

export interface CheckoutContext {
  subject: Subject;
  /** The base and the subject. */
  trees: readonly SubjectTrees[];
  /** The commits measured in this checkout; the first one is checked out when it is opened. */
  commits: Partial<Record<PlannedCapture['run']['tree'], ResolvedCommit>>;
  /** The builds that every other check needs, in order; run once per checkout. */
  builds: readonly PlannedCapture[];
  /** The files of the tree that decide what is installed. */
  manifests: Manifests;
  /** The base, if its manifests are the same: then its dependencies are used. Null if they differ. */
  installsFrom: ResolvedCommit | null;
  index: number;
  env: Record<string, string>;
  mask: SecretMasker;
  /** Changes with the files that are added to every checkout. */
  copied: string;
  /** Running set-ups of this run. */
  installations: Installations;
  /** Keys of set-ups whose result cannot be shared: each checkout has to run them. */
  unshared: Set<string>;
  seals: CaptureSeals;
  purpose: CheckoutPurpose;
}

/**
 * checks: the usual checkout of a tree. independent: in another folder, under other conditions.
 * metrics: for metrics alone, so that the runs before them do not differ between candidates.
 */
export type CheckoutPurpose = 'checks' | 'independent' | 'metrics';

/** How a set-up or a build in a checkout is stored. */
export function preparationOf(purpose: CheckoutPurpose, check: Check): Check {
  return purpose === 'checks' ? check : { check: 'step', of: purpose, step: checkId(check) };
}

export class Checkout {
  readonly #stage: CaptureStage;
  readonly #context: CheckoutContext;
  readonly #setup: SetupPlan | null;
  readonly #environmentHash: string;
  #workspace: Workspace | null = null;
  /** The commit whose files are in the workspace. */
  #current: string | null = null;
  #isBuilt = false;
  #setupFailed = false;

  constructor(stage: CaptureStage, context: CheckoutContext) {
    this.#stage = stage;
    this.#context = context;
    const { manifests, env, copied, installsFrom, purpose } = context;
    const { setup: setting, copy, link } = stage.policy.workspace;
    const tree = installsFrom === null ? this.#firstCommit().tree : null;
    const isConfined = stage.sandbox !== null;
    const added = [...copy, ...link];
    this.#setup = planSetup({ setting, manifests, env, run: stage.run.id, copied: added, tree, isConfined });
    this.#environmentHash = hashOf({
      ...{ machine: stage.fingerprint.id, setup: this.#setup?.state ?? null, copied },
      ...{ variables: stage.environment, network: stage.policy.sandbox.network },
      ...(stage.policy.sandbox.mode === 'off' ? { sandbox: 'off' } : {}),
      ...(purpose === 'independent' ? { identity: OTHER_IDENTITY } : {}),
    });
  }

  /** Uses cached captures; the returned tasks capture the rest. `closes`: the checkout ends with them. */
  async plan(captures: readonly PlannedCapture[], closes: boolean): Promise<Task[]> {
    const open = captures.filter((capture) => !this.#isCaptured(capture));
    if (open.length === 0 || (await this.#takeFailedSetup())) return [];
    const known = new Map<PlannedCapture, CachedCapture | null>();
    for (const capture of open) known.set(capture, (await this.#findShared(capture)) ?? this.#findInCache(capture));
    const missing = open.filter((capture) => known.get(capture) === null);
    const { remote } = this.#stage;
    const isHere = remote === null && missing.length > 0;
    const toRun = isHere ? this.#withBuilds(missing, captures) : missing;
    for (const [capture, found] of known) if (found !== null && !toRun.includes(capture)) await this.#take(capture, found);
    if (toRun.length === 0) return [];
    return remote === null ? this.#tasksFor(toRun, closes) : [this.#remoteTask(remote, toRun)];
  }

  #remoteTask(remote: RemoteExecutor, captures: readonly PlannedCapture[]): Task {
    const id = `${this.#context.index} ${captures.map(({ run }) => formatCheckRun(run)).join(' ')}`;
    const run = () => this.#runElsewhere(remote, captures);
    return { id, after: null, expectedMs: 0, alone: false, isBackground: true, isElsewhere: true, run };
  }

  async #runElsewhere(remote: RemoteExecutor, captures: readonly PlannedCapture[]): Promise<void> {
    const { signal, events } = this.#stage;
    if (signal.aborted) return;
    for (const { run, reason } of captures)
      events.add({ type: 'check_started', ...this.#subject(), check: formatCheckRun(run), reason });
    const outcome = await remote.run({
      trees: this.#context.trees,
      captures,
      inputs: captures.map((capture) => this.#inputs(capture)),
      setup: { key: this.#setupKey(), name: this.#setupName() },
    });
    if (signal.aborted || (await this.#takeFailedSetup())) return;
    for (const capture of captures) {
      const found = await this.#findShared(capture);
      if (found !== null) await this.#take(capture, found);
      else if (outcome.state === 'lost') await this.#storeLost(capture, outcome.reason);
      else throw new Error(`the capture ${formatCheckRun(capture.run)} is missing after its job was done`);
    }
  }

  /** On the base nothing is left to compare with; a candidate that is lost twice where the base survives is measured by that. */
  async #storeLost(planned: PlannedCapture, reason: string): Promise<void> {
    if (this.#context.subject.kind === 'baseline') throw hydraError('base_lost', { check: checkId(planned.run), reason });
    const name = formatCheckRun(planned.run);
    const check = { name: checkId(planned.run), command: planned.command, timeoutSeconds: planned.timeoutSeconds };
    const { tree } = this.#commitOf(planned);
    const capture = await storeLostCapture(check, {
      key: this.#key(planned),
      tree,
      environmentHash: this.#environmentHash,
      folder: this.#folder(name),
      reason,
    });
    this.#context.seals.add(this.#folder(name), capture);
    this.#announceEnd(name, capture, planned);
  }

  /** Nothing can be measured in a checkout whose set-up failed on another machine: true if that is so. */
  async #takeFailedSetup(): Promise<boolean> {
    if (this.#setup === null) return false;
    const name = this.#setupName();
    const expected = { key: this.#setupKey(), environment_hash: this.#environmentHash };
    const found = this.#fitting(name, expected, readShared((await this.#stage.shared?.find(expected)) ?? null));
    if (found === null) return false;
    await copyFolder(found.folder, this.#folder(name), found.capture);
    this.#context.seals.add(this.#folder(name), found.capture);
    this.#setupFailed = true;
    return true;
  }

  /** Build output is not stored: every check in a new checkout needs the builds before it. */
  #withBuilds(missing: readonly PlannedCapture[], captures: readonly PlannedCapture[]): PlannedCapture[] {
    if (this.#isBuilt) return [...missing];
    const isBuild = ({ kind }: PlannedCapture) => kind === 'build';
    const planned = captures.filter((capture) => isBuild(capture) || missing.includes(capture));
    if (planned.some(isBuild)) return planned;
    const again = this.#context.builds.map((build) => ({ ...build, reason: 'the checkout has no build of these files' }));
    return [...again, ...missing];
  }

  /** Commands take a slot; checking out, restoring and removing checkouts happen in parallel with other checks. */
  #tasksFor(captures: readonly PlannedCapture[], closes: boolean): Task[] {
    const tasks: Task[] = [];
    const add = (name: string, run: () => Promise<void>, changes: Partial<Task> = {}) => {
      const after = tasks.at(-1)?.id ?? null;
      const own = { id: `${this.#context.index} ${name}`, after, expectedMs: 0, alone: false, isBackground: true, run };
      tasks.push({ ...own, ...changes });
    };
    if (this.#workspace === null) {
      add('open', () => this.#open());
      if (this.#setup !== null) add('set up', () => this.#install(), { isBackground: false });
    }
    const first = new Map<string, PlannedCapture>();
    for (const capture of captures) {
      const name = formatCheckRun(capture.run);
      const expectedMs = this.#expectedMs(capture);
      const equal = first.get(this.#key(capture));
      if (equal !== undefined) {
        add(name, () => this.#copy(equal, capture));
        continue;
      }
      first.set(this.#key(capture), capture);
      add(`before ${name}`, () => this.#prepare(capture));
      add(name, () => this.#run(capture), { expectedMs, alone: capture.alone, isBackground: false });
    }
    if (closes) add('close', () => this.close());
    return tasks;
  }

  /** The duration of a part of the tests is unknown. */
  #expectedMs({ run }: PlannedCapture): number | null {
    const isWhole = run.attempt === null || run.attempt.kind === 'again';
    return isWhole ? (this.#stage.knownDurations.get(checkId(run)) ?? null) : 0;
  }

  #folder(name: string): string {
    return captureFolder(this.#stage.run, this.#context.subject, name);
  }

  /** Only for a resumed run. */
  #isCaptured({ run }: PlannedCapture): boolean {
    return readStoredIfPresent('capture', join(this.#folder(formatCheckRun(run)), 'capture.json')) !== null;
  }

  #commitOf({ run, commit: instead }: PlannedCapture): ResolvedCommit {
    const commit = instead ?? this.#context.commits[run.tree];
    if (commit === undefined) throw new Error(`the checkout has no ${run.tree} tree`);
    return commit;
  }

  #localKey(capture: PlannedCapture): string {
    const { env, builds } = this.#context;
    const commands = [...builds.map(({ command }) => command), capture.command].join('\n');
    return localKey(this.#key(capture), commands, env, this.#setup?.key ?? null);
  }

  #key(capture: PlannedCapture): string {
    const { builds } = this.#context;
    return captureKey(capture, {
      tree: this.#commitOf(capture).tree,
      builds: builds.map((build) => ({ command: build.command, tree: this.#commitOf(build).tree })),
      environment: this.#environmentHash,
      limits: [OUTPUT_LIMIT_BYTES, this.#diskLimitBytes()],
    });
  }

  #findInCache(capture: PlannedCapture): CachedCapture | null {
    const { store, useCache } = this.#stage;
    const name = formatCheckRun(capture.run);
    const refuse = (reason: string) => this.#announceRefused(name, reason);
    const cached = useCache && capture.usesCache ? findCachedCapture(store, this.#localKey(capture), refuse) : null;
    const found = this.#fitting(name, this.#inputs(capture), cached);
    return found === null ? null : { ...found, capture: { ...found.capture, from_cache: true } };
  }

  #inputs(planned: PlannedCapture): CaptureInputs {
    const { command, timeoutSeconds } = planned;
    const { tree } = this.#commitOf(planned);
    return {
      ...{ key: this.#key(planned), tree, command },
      ...{ environment_hash: this.#environmentHash, timeout_seconds: timeoutSeconds },
    };
  }

  /** Null for a capture of something else, which was exchanged where it was stored. */
  #fitting(name: string, expected: ExpectedInputs, found: CachedCapture | null): CachedCapture | null {
    if (found === null) return null;
    const reason = otherInput(expected, inputsOf(found.capture));
    if (reason !== null) this.#announceRefused(name, `${found.folder}: ${reason}`);
    return reason === null ? found : null;
  }

  #announceRefused(name: string, reason: string): void {
    const { candidate } = this.#subject();
    const text = `A stored capture for ${candidate ?? 'the base'}, ${name}, is not used: ${reason}. The check runs again.`;
    this.#stage.events.add({ type: 'note', text });
  }

  /** Taken for this run by another machine, or by this one for the same tree under another name. */
  async #findShared(capture: PlannedCapture): Promise<CachedCapture | null> {
    const expected = this.#inputs(capture);
    const found = readShared((await this.#stage.shared?.find(expected)) ?? null);
    return this.#fitting(formatCheckRun(capture.run), expected, found);
  }

  async #take(planned: PlannedCapture, found: CachedCapture): Promise<void> {
    const { run, leftOut, authors } = planned;
    const asked = {
      ...(leftOut === null ? {} : { left_out: [...leftOut] }),
      ...(authors === null ? {} : { authors: [...authors] }),
    };
    const capture: Capture = { ...found.capture, check: checkId(run), ...asked };
    const name = formatCheckRun(run);
    await copyFolder(found.folder, this.#folder(name), capture);
    await this.#stage.shared?.keep(this.#key(planned), this.#folder(name));
    this.#context.seals.add(this.#folder(name), capture);
    this.#announceEnd(name, capture, planned);
  }

  /** Two authors with the same tests share one run on this tree. */
  async #copy(from: PlannedCapture, to: PlannedCapture): Promise<void> {
    const folder = this.#folder(formatCheckRun(from.run));
    const capture = readStoredIfPresent('capture', join(folder, 'capture.json'));
    if (capture !== null) await this.#take(to, { capture: { ...capture, from_cache: true }, folder });
  }

  async #open(): Promise<void> {
    const { area, signal } = this.#stage;
    const { commit } = this.#firstCommit();
    if (signal.aborted) return;
    this.#workspace = await this.#createWorkspace(area, commit);
    this.#current = commit;
  }

  async #createWorkspace(area: string, commit: string): Promise<Workspace> {
    const { repository, objects, policy, sandbox } = this.#stage;
    const { index, env, purpose, trees } = this.#context;
    const identity = purpose === 'independent' ? OTHER_IDENTITY : null;
    const base = trees.find(({ subject }) => subject.kind === 'baseline')?.own.commit ?? commit;
    const request = { repository, store: objects, base, commit, area, index, env, copied: policy.workspace };
    return createWorkspace({ ...request, sandbox, identity });
  }

  /** The first checkout that needs a set-up runs it; the others wait and copy the result. */
  async #install(): Promise<void> {
    const { installations, unshared } = this.#context;
    const [plan, workspace] = [this.#setup, this.#workspace];
    if (plan === null || workspace === null || this.#stage.signal.aborted || this.#setupFailed) return;
    workspace.isPristine = false;
    workspace.untracked?.forget();
    const kept = keptFolder(this.#stage.area, plan, this.#firstCommit().tree);
    const canCopy = () => isInstalled(plan) || isSetUp(plan, kept) || unshared.has(plan.key);
    const { installsFrom } = this.#context;
    const isOwnTree = installsFrom === null || installsFrom.tree === this.#firstCommit().tree;
    const isFirst = await installations.once(plan.key, canCopy, async () => {
      if (isOwnTree) await this.#runSetup(plan, plan.command, kept, workspace);
      else await this.#installInBase(plan, installsFrom);
      if (!this.#setupFailed && !isInstalled(plan)) unshared.add(plan.key);
    });
    if (this.#setupFailed || (isFirst && isOwnTree)) return;
    const isAlwaysOpen = () => false;
    await installations.once(kept, isAlwaysOpen, async () => {
      await copyInstalled(plan, kept, workspace);
      if (!isSetUp(plan, kept)) await this.#runSetup(plan, setupCommand(plan, workspace.folder), kept, workspace);
    });
  }

  /** Scripts of a candidate must not decide what its rivals depend on: shared dependencies are installed in the base's tree. */
  async #installInBase(plan: SetupPlan, base: ResolvedCommit): Promise<void> {
    const { area, signal } = this.#stage;
    if (signal.aborted) return;
    const workspace = await this.#createWorkspace(join(area, 'installations'), base.commit);
    try {
      await this.#runSetup(plan, plan.command, keptFolder(area, plan, base.tree), workspace, base);
    } finally {
      await removeWorkspace(workspace);
    }
  }

  /** The commit that is checked out when the checkout is opened. */
  #firstCommit(): ResolvedCommit {
    const { own, pinned } = this.#context.commits;
    const first = own ?? pinned;
    if (first === undefined) throw new Error('the checkout has no tree');
    return first;
  }

  async #prepare(capture: PlannedCapture): Promise<void> {
    if (this.#stage.signal.aborted || this.#setupFailed || this.#workspace === null) return;
    const commit = this.#commitOf(capture);
    if (this.#current !== commit.commit) {
      await switchWorkspace(this.#workspace, commit);
      this.#current = commit.commit;
    } else await resetWorkspace(this.#workspace);
  }

  async #runSetup(
    plan: SetupPlan,
    command: string,
    kept: string,
    workspace: Workspace,
    { tree } = this.#firstCommit(),
  ): Promise<void> {
    const { signal, events, policy } = this.#stage;
    const { purpose } = this.#context;
    const name = this.#setupName();
    const reason = 'the checks need the dependencies';
    events.add({ type: 'check_started', ...this.#subject(), check: name, reason });
    const raw = rawFiles(workspace, name);
    const ending = await runSetup({
      ...{ plan, command, kept },
      checkout: workspace,
      confinement: workspace.confinement,
      env: workspace.env,
      copied: [...policy.workspace.copy, ...policy.workspace.link],
      ...raw,
      timeoutMs: SETUP_TIMEOUT_SECONDS * 1000,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
      disk: diskLimit(workspace, this.#diskLimitBytes()),
      signal,
    });
    if (signal.aborted) return;
    const check = { name: SETUP_CHECK, command, timeoutSeconds: SETUP_TIMEOUT_SECONDS };
    const capture = await storeCapture(
      check,
      ending,
      raw,
      this.#captureRequest(workspace, { tree, name, key: this.#setupKey() }),
    );
    this.#context.seals.add(this.#folder(name), capture);
    this.#announceEnd(name, capture);
    this.#setupFailed = !(capture.ended === 'exited' && capture.exit_code === 0);
    if (this.#setupFailed && this.#context.subject.kind === 'baseline' && purpose === 'checks') {
      const ended = capture.ended === 'exited' ? `exit code ${capture.exit_code}` : capture.ended.replace('_', ' ');
      throw hydraError('setup_failed', { command, reason: ended, log: this.#folder(name) });
    }
    if (this.#setupFailed) await this.#stage.shared?.keep(this.#setupKey(), this.#folder(name));
  }

  #setupName(): string {
    const { purpose, commits } = this.#context;
    const tree = purpose === 'checks' && commits.own === undefined ? 'pinned' : 'own';
    return formatCheckRun({ ...preparationOf(purpose, { check: SETUP_CHECK }), tree, attempt: null });
  }

  #setupKey(): string {
    return hashOf({ setup: this.#setupName(), tree: this.#firstCommit().tree, environment: this.#environmentHash });
  }

  async #run(planned: PlannedCapture): Promise<void> {
    const { signal, events, store, objects } = this.#stage;
    // A checkout without its dependencies measures nothing: the failed set-up is the result of all its checks.
    if (signal.aborted || this.#setupFailed || this.#workspace === null) return;
    const name = formatCheckRun(planned.run);
    events.add({ type: 'check_started', ...this.#subject(), check: name, reason: planned.reason });
    const { key, tree } = this.#inputs(planned);
    const request = this.#captureRequest(this.#workspace, { key, tree, name });
    const kind = planned.run.attempt?.kind;
    const isOnline = kind === 'plain' || kind === 'online';
    const network = isOnline ? 'on' : this.#stage.policy.sandbox.network[planned.kind];
    const testsSeen = (tests: number) => this.#announceTests(name, tests);
    const capture = await captureCheck(this.#described(planned), name, { ...request, network, testsSeen });
    if (planned.kind === 'build') this.#isBuilt = true;
    if (capture === null) return;
    this.#context.seals.add(this.#folder(name), capture);
    await this.#stage.shared?.keep(this.#key(planned), this.#folder(name));
    this.#announceEnd(name, capture, planned);
    // With pointer files the result does not apply to a complete tree.
    const isWhole = listMissingLfsFiles(objects).length === 0;
    if (capture.ended === 'exited' && isWhole && planned.usesCache)
      storeCachedCapture(store, this.#localKey(planned), this.#folder(name));
  }

  #described(planned: PlannedCapture): PlannedCapture {
    if (planned.independent === null || this.#setup !== null) return planned;
    return { ...planned, independent: { ...planned.independent, dependencies: 'none' } };
  }

  #captureRequest(workspace: Workspace, { key, tree, name }: { key: string; tree: string; name: string }) {
    const { mask } = this.#context;
    const { signal } = this.#stage;
    const [environmentHash, diskLimitBytes] = [this.#environmentHash, this.#diskLimitBytes()];
    return { workspace, key, tree, environmentHash, mask, signal, diskLimitBytes, folder: this.#folder(name) };
  }

  #diskLimitBytes(): number {
    return this.#stage.policy.workspace.disk_limit_mb * MEGABYTE;
  }

  async close(): Promise<void> {
    const workspace = this.#workspace;
    this.#workspace = null;
    this.#isBuilt = false;
    if (workspace !== null) await removeWorkspace(workspace);
  }

  #subject(): { candidate: string | null } {
    const { subject } = this.#context;
    return { candidate: subject.kind === 'baseline' ? null : subject.name };
  }

  #announceTests(check: string, tests_seen: number): void {
    this.#stage.events.add({ type: 'check_progress', ...this.#subject(), check, tests_seen });
  }

  #announceEnd(check: string, capture: Capture, planned: PlannedCapture | null = null): void {
    const { ended, exit_code, duration_ms, from_cache } = capture;
    const isPlanted = planned !== null && mustFail(planned.run) && ended === 'exited';
    this.#stage.events.add({
      ...{ type: 'check_finished' as const, ...this.#subject(), check },
      ...{ ended, exit_code, duration_ms, from_cache },
      ...(isPlanted ? { planted_failure: this.#stage.plantedFailure(planned, capture, this.#folder(check)) } : {}),
    });
  }
}

/** Null if it is damaged: then it is taken again. */
function readShared(folder: string | null): CachedCapture | null {
  if (folder === null) return null;
  try {
    const capture = readStoredIfPresent('capture', join(folder, 'capture.json'));
    return capture !== null && hasStoredFiles(folder, capture) ? { folder, capture } : null;
  } catch (error) {
    if (error instanceof HydraError) return null;
    throw error;
  }
}

function copyFolder(from: string, to: string, capture: Capture): Promise<void> {
  return writeFolderAtomically(to, async (temporary) => {
    copyFiles(from, temporary);
    writeFileSync(join(temporary, 'capture.json'), canonicalJson(capture));
  });
}
