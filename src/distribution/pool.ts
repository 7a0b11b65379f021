// The side of a run that asks a pool of workers to check its trees. It plans, waits, parses and scores; the workers only
// run commands. The captures in the store are the truth, the queue only says who works on what.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobOutcome, RemoteExecutor, TreeJob } from '../capture/index.ts';
import {
  compareFingerprints,
  ENGINE_VERSION,
  type Fingerprint,
  HydraError,
  hashOf,
  hydraError,
  type Policy,
  type RunSandbox,
} from '../contract/index.ts';
import { listTagsOf, type ResolvedCommit, writeBundle } from '../git/index.ts';
import type { Elsewhere, Pool, RunPlace } from '../pipeline/index.ts';
import type { PoolState, Queue } from '../queue/index.ts';
import { packFolder, type SharedStore } from '../store/index.ts';
import { type JobDescription, jobLabel, jobName, type Kit, openPoolStore, type PoolStore } from './pool-store.ts';
import { copyAdded, refuseUnshippable } from './shippable.ts';

/** What a worker says about itself. */
export interface WorkerDescription {
  pool: string;
  fingerprint: Fingerprint;
  sandbox: RunSandbox;
}

export interface PoolRequest {
  queue: Queue;
  store: SharedStore;
  /** The name that workers were started with; null for any. */
  name: string | null;
  signal: AbortSignal;
  /** A sentence for the user about a wait. */
  tell(text: string): void;
}

/** Workers of one name and one fingerprint share a queue. */
export function poolId(name: string, { id }: Fingerprint): string {
  return `${name}-${id}`;
}

const POLL_MS = 500;
const WORKERS_POLL_MS = 5000;

/** Waits until a worker is there: only it knows which kind of machine runs the checks. */
export async function findPool(request: PoolRequest): Promise<Pool> {
  const { queue, store, name, signal, tell } = request;
  let isTold = false;
  for (;;) {
    const pools = await untilReachable(() => queue.pools(), request);
    const live = pools.flatMap((state) => describe(state) ?? []).filter(({ worker }) => name === null || worker.pool === name);
    const [first] = live;
    if (first !== undefined) {
      refuseSeveral(live, name);
      const { fingerprint, sandbox, pool } = first.worker;
      const opened = { ...request, name: pool, pool: first.id };
      return { fingerprint, sandbox, open: (place, policy, note) => openElsewhere({ ...opened, tell: note }, place, policy) };
    }
    if (!isTold) tell(`No worker is connected to ${queue.address}. Start one: hydra worker --queue URL --store ${store.address}`);
    isTold = true;
    await delay(POLL_MS, undefined, { signal });
  }
}

function describe({ pool: id, workers }: PoolState): { id: string; worker: WorkerDescription } | null {
  const [first] = workers.filter(({ isDraining }) => !isDraining);
  return first === undefined ? null : { id, worker: first.description as WorkerDescription };
}

/** Results of two kinds of machines are not comparable, so the user chooses one. */
function refuseSeveral(live: readonly { worker: WorkerDescription }[], name: string | null): void {
  const [first, second] = live;
  if (first === undefined || second === undefined) return;
  const names = [...new Set(live.map(({ worker }) => worker.pool))];
  if (names.length > 1) throw hydraError('pools_several', { pools: names.join(', ') });
  const differences = compareFingerprints(first.worker.fingerprint, second.worker.fingerprint).join('; ');
  throw hydraError('pool_mixed', { pool: name ?? names[0] ?? '', differences });
}

/** The database may be away for a while: a run of hours must not end with it. */
const QUEUE_WAIT_MS = 15 * 60 * 1000;

async function untilReachable<Result>(
  ask: () => Promise<Result>,
  { queue, signal, tell }: Pick<PoolRequest, 'queue' | 'signal' | 'tell'>,
): Promise<Result> {
  const since = Date.now();
  for (let isTold = false; ; isTold = true) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof HydraError && error.code === 'queue_unreachable';
      if (!isAway || Date.now() - since > QUEUE_WAIT_MS) throw error;
      if (!isTold) tell(`The queue ${queue.address} does not answer. Waiting for it.`);
      await delay(POLL_MS, undefined, { signal });
    }
  }
}

interface OpenPool extends PoolRequest {
  name: string;
  /** The queue of the pool. */
  pool: string;
}

async function openElsewhere(request: OpenPool, place: RunPlace, policy: Policy): Promise<Elsewhere> {
  mkdirSync(place.area, { recursive: true });
  const store = openPoolStore(request.store, mkdtempSync(join(place.area, 'pool-')), request.tell);
  const copied = await shipCopied(store, place, policy);
  const remote = new PoolExecutor(request, store, place, policy, copied);
  return { shared: store, remote, copied: copied.hash };
}

/** The files that `copy` adds to every checkout. */
async function shipCopied(store: PoolStore, { repository, area }: RunPlace, policy: Policy): Promise<Kit['copied']> {
  if (policy.workspace.copy.length === 0) return { hash: hashOf(null), content: null };
  const folder = mkdtempSync(join(area, 'copied-'));
  const hash = copyAdded(repository.root, folder, policy);
  const packed = `${folder}.pack`;
  await packFolder(folder, packed);
  return { hash, content: await store.putFile(packed) };
}

/** Starting git for each commit would take longer than a short check; a worker reads all commits of a bundle. */
const COMMITS_PER_BUNDLE = 64;

/** How many of the oldest jobs are asked about at once: jobs end about in the order in which they were added. */
const ASKED_AT_ONCE = 32;

interface Waiting {
  /** Adds the job again. */
  add(): Promise<void>;
  /** One of them is in the store when the job is done. */
  keys: readonly string[];
  resolve(outcome: JobOutcome): void;
  reject(error: unknown): void;
}

class PoolExecutor implements RemoteExecutor {
  readonly #request: OpenPool;
  readonly #store: PoolStore;
  readonly #place: RunPlace;
  readonly #policy: Policy;
  readonly #copied: Kit['copied'];
  /** The bundle of each commit that the workers can get. */
  readonly #bundleOf = new Map<string, string>();
  readonly #unshipped = new Set<string>();
  #shipping: Promise<void> = Promise.resolve();
  #kit: Promise<string> | null = null;
  readonly #waiting = new Map<string, Waiting[]>();
  #isPolling = false;
  #workersSeenMs = performance.now();
  #isWithoutWorkers = false;

  constructor(request: OpenPool, store: PoolStore, place: RunPlace, policy: Policy, copied: Kit['copied']) {
    this.#request = request;
    this.#store = store;
    this.#place = place;
    this.#policy = policy;
    this.#copied = copied;
  }

  async run(job: TreeJob): Promise<JobOutcome> {
    const { queue, pool } = this.#request;
    // The same work for two runs is one job.
    const keys = job.inputs.map(({ key }) => key);
    const id = hashOf([...keys, job.setup.key]).slice(0, 40);
    const [base] = job.trees;
    if (base === undefined) throw new Error('a job needs the base');
    this.#kit ??= this.#putKit(base.own);
    const kit = await this.#kit;
    const bundles = await this.#ship(base.own.commit, job);
    const { trees, captures, setup } = job;
    const description: JobDescription = { kit, bundles, trees: [...trees], captures: [...captures], keys, setup };
    const descriptionName = jobName(`${id}-${hashOf(description).slice(0, 12)}`);
    await this.#store.putJson(descriptionName, description);
    const entry = { id, pool, payload: { description: descriptionName }, label: jobLabel(this.#place.folder.id, captures) };
    const add = () => untilReachable(() => queue.add(entry), this.#request);
    const { state } = await untilReachable(() => queue.state(id, pool), this.#request);
    // The same job of another run has ended since this run looked for the captures.
    if (state === 'completed' && (await this.#hasAll(job))) return { state: 'done' };
    // An ended job whose captures are gone from the store, or that was lost in an earlier run.
    if (state === 'completed' || state === 'failed') await untilReachable(() => queue.remove(id, pool), this.#request);
    await add();
    return this.#ended(id, { add, keys: [...keys, setup.key] });
  }

  #ended(id: string, job: Pick<Waiting, 'add' | 'keys'>): Promise<JobOutcome> {
    const outcome = new Promise<JobOutcome>((resolve, reject) => {
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), { ...job, resolve, reject }]);
    });
    if (!this.#isPolling) void this.#poll();
    return outcome;
  }

  /** One loop for all jobs: thousands of them must not ask the database each on its own. */
  async #poll(): Promise<void> {
    this.#isPolling = true;
    const { signal } = this.#request;
    try {
      while (this.#waiting.size > 0) {
        signal.throwIfAborted();
        const asked = [...this.#waiting.keys()].slice(0, ASKED_AT_ONCE);
        const ended = await Promise.all(asked.map((id) => this.#ask(id)));
        if (ended.some((isEnded) => isEnded)) continue;
        await this.#tellAboutWorkers();
        await delay(POLL_MS, undefined, { signal });
      }
    } catch (error) {
      for (const { reject } of [...this.#waiting.values()].flat()) reject(error);
      this.#waiting.clear();
    } finally {
      this.#isPolling = false;
    }
  }

  /** Without a worker that takes jobs, a run would wait in silence. */
  async #tellAboutWorkers(): Promise<void> {
    const { queue, store, name, pool, tell } = this.#request;
    if (performance.now() - this.#workersSeenMs < WORKERS_POLL_MS) return;
    const pools = await untilReachable(() => queue.pools(), this.#request);
    const state = pools.find((one) => one.pool === pool);
    this.#workersSeenMs = performance.now();
    const hasWorker = state?.workers.some(({ isDraining }) => !isDraining) ?? false;
    const isWithout = !hasWorker && (this.#isWithoutWorkers || (state?.waiting ?? 0) > 0);
    if (isWithout === this.#isWithoutWorkers) return;
    this.#isWithoutWorkers = isWithout;
    const start = `Start one: hydra worker --queue URL --store ${store.address} --pool ${name}`;
    tell(isWithout ? `No worker of pool ${name} takes jobs from ${queue.address}. ${start}` : `Pool ${name} has a worker again.`);
  }

  async #ask(id: string): Promise<boolean> {
    const { queue, pool } = this.#request;
    const { state, reason } = await untilReachable(() => queue.state(id, pool), this.#request);
    const waiting = this.#waiting.get(id) ?? [];
    if (state === 'unknown' && !(await this.#isCaptured(waiting))) {
      // Another run, or the user, removed it.
      await waiting[0]?.add();
      return false;
    }
    if (state === 'waiting' || state === 'active') return false;
    const outcome: JobOutcome =
      state === 'failed' ? { state: 'lost', reason: reason ?? 'no reason is known' } : { state: 'done' };
    for (const { resolve } of waiting) resolve(outcome);
    this.#waiting.delete(id);
    return true;
  }

  async #hasAll({ inputs }: TreeJob): Promise<boolean> {
    for (const expected of inputs) if ((await this.#store.find(expected)) === null) return false;
    return true;
  }

  async #isCaptured(waiting: readonly Waiting[]): Promise<boolean> {
    for (const key of waiting[0]?.keys ?? []) if (await this.#store.isPublished(key)) return true;
    return false;
  }

  async #putKit({ commit: base, tree }: ResolvedCommit): Promise<string> {
    await refuseUnshippable(this.#place.objects, tree, this.#policy);
    const { id: run } = this.#place.folder;
    const kit: Kit = { engine_version: ENGINE_VERSION, run, policy: this.#policy, base, copied: this.#copied };
    const name = `kits/${hashOf(kit)}`;
    await this.#store.putJson(name, kit);
    return name;
  }

  async #ship(base: string, { trees, captures }: TreeJob): Promise<string[]> {
    const named = [
      ...trees.flatMap(({ own, pinned }) => [own.commit, ...(pinned === null ? [] : [pinned.commit.commit])]),
      ...captures.flatMap(({ commit }) => commit?.commit ?? []),
    ];
    for (const commit of named) if (commit !== base && !this.#bundleOf.has(commit)) this.#unshipped.add(commit);
    // One after the other: the first of the jobs that come at the same time ships the commits of all.
    this.#shipping = this.#shipping.then(() => this.#shipAll(base));
    await this.#shipping;
    return [...new Set([base, ...named].map((commit) => this.#bundleOf.get(commit) ?? ''))];
  }

  async #shipAll(base: string): Promise<void> {
    const { objects, repository, area } = this.#place;
    if (this.#bundleOf.has(base) && this.#unshipped.size === 0) return;
    const folder = mkdtempSync(join(area, 'bundle-'));
    if (!this.#bundleOf.has(base)) {
      // The history of the base is large and the same for every run.
      const name = `bundles/${base}`;
      if (!(await this.#store.has(name))) {
        await writeBundle(objects, join(folder, 'base'), { base }, { tags: await listTagsOf(repository, base) });
        await this.#store.putNamed(name, join(folder, 'base'));
      }
      this.#bundleOf.set(base, name);
    }
    while (this.#unshipped.size > 0) {
      const some = [...this.#unshipped].slice(0, COMMITS_PER_BUNDLE);
      const commits = Object.fromEntries(some.map((commit) => [`shipped/${commit}`, commit]));
      // Each builds on the base alone, so that a worker needs only the bundles of its job.
      await writeBundle(objects, join(folder, 'more'), commits, { known: [base] });
      const name = await this.#store.putFile(join(folder, 'more'));
      for (const commit of some) {
        this.#bundleOf.set(commit, name);
        this.#unshipped.delete(commit);
      }
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
