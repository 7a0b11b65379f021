// The open checkouts of a worker, one desk per tree of a run. A desk stays open after its job, so that the next checks of
// the same tree need no second checkout, set-up or build.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Capturer, type Installations, type Machine, openCapturer } from '../capture/index.ts';
import { ENGINE_VERSION, formatCheckRun, hashOf, hydraError } from '../contract/index.ts';
import { createBundleRepository, createObjectStore, type ObjectStore, type Repository, readBundle } from '../git/index.ts';
import { plantedFailure } from '../pipeline/index.ts';
import { captureFolder, type RunFolder, unpackFolder } from '../store/index.ts';
import { removeFolder } from '../workspace/index.ts';
import type { JobDescription, Kit, PoolStore } from './pool-store.ts';

/** Each has a checkout with its dependencies. */
const MAX_DESKS = 12;
/** Numbers of checkouts of one desk: each has ports of its own. */
const CHECKOUTS_EACH = 8;

export interface DesksPlace {
  area: string;
  store: PoolStore;
  machine: Machine;
  installations: Installations;
}

/** The commits and settings of a run on this machine. */
interface Ground {
  kit: Kit;
  repository: Repository;
  objects: ObjectStore;
  bundles: Map<string, Promise<void>>;
}

interface Desk {
  /** The key of each capture in the run folder, by its name. */
  keys: Map<string, string>;
  run: RunFolder;
  capturer: Capturer;
  folder: string;
  stop: AbortController;
}

export class Desks {
  readonly #place: DesksPlace;
  readonly #grounds = new Map<string, Promise<Ground>>();
  /** Least recently used first. */
  readonly #desks = new Map<string, Desk>();
  /** The last job of each desk: jobs of one tree take turns. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #closing = new Set<Promise<void>>();
  #created = 0;

  constructor(place: DesksPlace) {
    this.#place = place;
  }

  /** An aborted job leaves a checkout in an unknown state: its desk is closed. */
  async use(job: JobDescription, signal: AbortSignal, work: (desk: Desk) => Promise<void>): Promise<void> {
    const key = hashOf([job.kit, job.captures[0]?.subject ?? null]);
    const before = this.#turns.get(key) ?? Promise.resolve();
    const turn = before.catch(() => {}).then(() => this.#work(key, job, signal, work));
    this.#turns.set(key, turn);
    await turn;
  }

  async #work(key: string, job: JobDescription, signal: AbortSignal, work: (desk: Desk) => Promise<void>): Promise<void> {
    signal.throwIfAborted();
    const ground = await this.#ground(job.kit);
    for (const name of job.bundles) await this.#read(ground, name);
    const desk = this.#desks.get(key) ?? (await this.#open(ground));
    forgetReplaced(desk, job);
    // In use: not among those that are closed for room.
    this.#desks.delete(key);
    const stop = () => desk.stop.abort();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await work(desk);
      signal.throwIfAborted();
      this.#desks.set(key, desk);
    } catch (error) {
      await this.#close(desk);
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
    for (const [other, idle] of [...this.#desks].slice(0, Math.max(0, this.#desks.size - MAX_DESKS))) {
      this.#desks.delete(other);
      this.#closeBeside(idle);
    }
  }

  /** The next job need not wait for the removal of a checkout. */
  #closeBeside(desk: Desk): void {
    const closed = this.#close(desk).catch(() => {});
    this.#closing.add(closed);
    void closed.finally(() => this.#closing.delete(closed));
  }

  #ground(name: string): Promise<Ground> {
    const known = this.#grounds.get(name);
    if (known !== undefined) return known;
    const opened = this.#openGround(name);
    this.#grounds.set(name, opened);
    opened.catch(() => this.#grounds.delete(name));
    return opened;
  }

  async #openGround(name: string): Promise<Ground> {
    const { area, store } = this.#place;
    const kit = await store.getJson<Kit>(name);
    if (kit.engine_version !== ENGINE_VERSION)
      throw hydraError('other_engine', { what: 'Job', folder: name, theirs: kit.engine_version, own: ENGINE_VERSION });
    const folder = join(area, hashOf(name).slice(0, 12));
    const { commonDir } = await createBundleRepository(join(folder, 'commits.git'), kit.base);
    const root = join(folder, 'copied');
    if (kit.copied.content !== null) {
      await store.fetch(kit.copied.content, `${root}.pack`);
      await unpackFolder(`${root}.pack`, root);
    }
    const repository = { root: existsSync(root) ? root : commonDir, commonDir, isBare: true };
    const objects = await createObjectStore(repository, join(folder, 'objects'));
    return { kit, repository, objects, bundles: new Map() };
  }

  #read({ repository, bundles }: Ground, name: string): Promise<void> {
    const known = bundles.get(name);
    if (known !== undefined) return known;
    const read = this.#readNow(repository.commonDir, name);
    bundles.set(name, read);
    read.catch(() => bundles.delete(name));
    return read;
  }

  async #readNow(gitDir: string, name: string): Promise<void> {
    const file = join(gitDir, `${hashOf(name).slice(0, 12)}.bundle`);
    await this.#place.store.fetch(name, file);
    await readBundle(gitDir, file);
    await removeFolder(file);
  }

  async #open({ kit, repository, objects }: Ground): Promise<Desk> {
    const { area, store, machine, installations } = this.#place;
    this.#created += 1;
    const folder = join(area, `desk-${this.#created}`);
    const run: RunFolder = { id: `desk-${this.#created}`, path: join(folder, 'run') };
    mkdirSync(run.path, { recursive: true });
    const stop = new AbortController();
    const { policy, copied } = kit;
    const isConfined = policy.sandbox.mode !== 'off';
    if (policy.sandbox.mode === 'require' && machine.sandbox.sandbox === null)
      throw hydraError('sandbox_unavailable', { reason: machine.sandbox.stored.reason ?? '' });
    const stage = {
      ...{ repository, objects, run, policy, area: folder, store: { path: join(folder, 'store') }, installations },
      ...{ jobs: 1, useCache: false, knownDurations: new Map<string, number>(), events: { add() {} } },
      ...{ sandbox: isConfined ? machine.sandbox.sandbox : null, environment: 'clean' as const },
      ...{ fingerprint: machine.fingerprint, shared: store, remote: null, copied: copied.hash },
      ...{ plantedFailure, signal: stop.signal },
    };
    return { run, folder, stop, keys: new Map(), capturer: openCapturer(stage, this.#created * CHECKOUTS_EACH) };
  }

  async #close({ capturer, folder, stop }: Desk): Promise<void> {
    stop.abort();
    await capturer.close();
    await removeFolder(folder);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#closing, ...[...this.#desks.values()].map((desk) => this.#close(desk))]);
    this.#desks.clear();
  }
}

/** A run that stops asking for reports takes captures of the same names again, with other keys. */
function forgetReplaced({ run, capturer, keys }: Desk, job: JobDescription): void {
  let hasReplaced = false;
  for (const [index, capture] of job.captures.entries()) {
    const [name, key] = [formatCheckRun(capture.run), job.keys[index] ?? ''];
    const folder = captureFolder(run, capture.subject, name);
    if (keys.get(name) !== key && existsSync(folder)) {
      rmSync(folder, { recursive: true });
      hasReplaced = true;
    }
    keys.set(name, key);
  }
  if (hasReplaced) capturer.withdrawReports();
}
